"""How the log is written: in which form, and how much of it."""

from typing import Literal

from punto.server.config_section import Section


class LogConfig(Section, frozen=True):
    """The log of the house, on stderr: one line for each event."""

    format: Literal["text", "json"] = "text"
    """Lines for people, or JSON for programs."""
    level: Literal["debug", "info", "warning", "error"] = "info"
    """The least that is told; `debug` has every question and every round."""
