"""A live table without input or output: shoes, seats, limits, rulings, and who drives it."""

from punto.table.code import Code
from punto.table.command import TableCommand
from punto.table.due import due
from punto.table.event import TableEvent
from punto.table.irregularity import Decision, Found, Noticed, Report, Ruling, adjudicate
from punto.table.next_step import next_step
from punto.table.refusing import refusal_of
from punto.table.settings import Limit, Settings, defects_of
from punto.table.state import Table
from punto.table.step import fold, replay, step

__all__ = [
    "Code",
    "Decision",
    "Found",
    "Limit",
    "Noticed",
    "Report",
    "Ruling",
    "Settings",
    "Table",
    "TableCommand",
    "TableEvent",
    "adjudicate",
    "defects_of",
    "due",
    "fold",
    "next_step",
    "refusal_of",
    "replay",
    "step",
]
