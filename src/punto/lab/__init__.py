"""What needs exact figures and simulation together: PAR sheets, countability, counters."""

from punto import extras

try:
    from punto.lab.bankroll_fan import BankrollFan, bankroll_fan
    from punto.lab.bettor import Bettor
    from punto.lab.chart import Chart
    from punto.lab.countability import (
        Countability,
        Depth,
        WagerCountability,
        countability,
        solving,
    )
    from punto.lab.countability_record import countability_record
    from punto.lab.parsheet.assembly import ParSheet, as_html, as_json, as_markdown, par_sheet
    from punto.lab.running_count import RunningCount, running_counts
    from punto.lab.simulation_chart import convergence_chart, distribution_chart
except ModuleNotFoundError as error:
    raise extras.named(error) from error

__all__ = [
    "BankrollFan",
    "Bettor",
    "Chart",
    "Countability",
    "Depth",
    "ParSheet",
    "RunningCount",
    "WagerCountability",
    "as_html",
    "as_json",
    "as_markdown",
    "bankroll_fan",
    "convergence_chart",
    "countability",
    "countability_record",
    "distribution_chart",
    "par_sheet",
    "running_counts",
    "solving",
]
