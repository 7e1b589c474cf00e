"""One round of play: commands in, events or a refusal out. Folding the events gives the state."""

from punto.coup.betting import is_past_deadline, takes_bets
from punto.coup.code import Code
from punto.coup.command import Command
from punto.coup.event import Bet, Event
from punto.coup.next_step import next_step
from punto.coup.refusing import refusal_of
from punto.coup.state import Coup, Phase
from punto.coup.step import done, fold, replay, step

__all__ = [
    "Bet",
    "Code",
    "Command",
    "Coup",
    "Event",
    "Phase",
    "done",
    "fold",
    "is_past_deadline",
    "next_step",
    "refusal_of",
    "replay",
    "step",
    "takes_bets",
]
