"""What needs exact figures and simulation together: PAR sheets, countability, counters."""

from punto.lab.bettor import Bettor
from punto.lab.countability import Countability, Depth, WagerCountability, countability
from punto.lab.countability_record import countability_record
from punto.lab.parsheet.assembly import ParSheet, as_html, as_json, as_markdown, par_sheet
from punto.lab.running_count import RunningCount, running_counts

__all__ = [
    "Bettor",
    "Countability",
    "Depth",
    "ParSheet",
    "RunningCount",
    "WagerCountability",
    "as_html",
    "as_json",
    "as_markdown",
    "countability",
    "countability_record",
    "par_sheet",
    "running_counts",
]
