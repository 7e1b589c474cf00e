"""What needs exact figures and simulation together: PAR sheets, with their plots."""

from punto.lab.parsheet.assembly import ParSheet, as_html, as_json, as_markdown, par_sheet

__all__ = ["ParSheet", "as_html", "as_json", "as_markdown", "par_sheet"]
