"""What the cage and the back office may ask for, and what they are told, over HTTP."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import Amount, Name, RequestId
from punto.protocol.console import Why
from punto.protocol.roster import Invitation, RosterAsk
from punto.protocol.settings import Setting
from punto.protocol.shift import ShiftAsk, ShiftInfo
from punto.protocol.tell import Waiting
from punto.protocol.words import AlertKind, Phase, TicketState


class _Asked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be done once under its id; whoever is signed in does it."""

    id: RequestId


class SellCredits(_Asked, frozen=True):
    """Sell credits for money."""

    account: Name
    amount: Amount


class PayCredits(_Asked, frozen=True):
    """Pay credits in money."""

    account: Name
    amount: Amount


class PayTicket(_Asked, frozen=True):
    """Pay a ticket in money."""

    number: Annotated[str, Meta(max_length=64)]


class EndCashOut(_Asked, frozen=True):
    """End a cash-out whose ticket nobody has confirmed: it is on paper, or the credits go back."""

    account: Name
    printed: bool
    why: Why


class TakeRepayment(_Asked, frozen=True):
    """Take money for what is owed."""

    account: Name
    amount: Amount


class WriteOff(_Asked, frozen=True):
    """Give up what is owed under a name."""

    account: Name
    why: Why


class Acknowledge(_Asked, frozen=True):
    """Put on record that an alert was seen."""

    alert: Annotated[str, Meta(min_length=1, max_length=80)]


class SetTable(_Asked, frozen=True):
    """Set a table otherwise, or open or close it (`open`), as soon as its round is over."""

    table: Name
    changes: Annotated[list[Setting], Meta(min_length=1, max_length=32)]
    why: Why
    new: bool = False
    """Whether there is no such table yet: then it is made, and opened at once."""


class ReadFile(_Asked, frozen=True):
    """Read the file of the house again, and take over what was changed in it."""

    why: Why


AtCounter: TypeAlias = (
    SellCredits | PayCredits | PayTicket | EndCashOut | TakeRepayment | WriteOff | Acknowledge
)
OfficeAsk: TypeAlias = AtCounter | SetTable | ReadFile | ShiftAsk | RosterAsk
"""What the office may ask for."""


class OfficeDone(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """It is stored, once."""

    id: str
    again: bool
    """Whether it had been done before, under the same id."""
    amount: int | None
    """What was moved, where it was money."""
    account: "AccountInfo | None"
    """The account as it is now."""
    invitation: Invitation | None = None
    """The code of a terminal that was invited."""


class OfficeRefused(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """It was not done, or not shown, and why."""

    status_code: int
    detail: str
    """For a person."""
    code: str
    """For a program."""


OfficeTell: TypeAlias = OfficeDone | OfficeRefused


# --- the floor ----------------------------------------------------------------------------------


class Takings(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds have brought in a gaming day, and what the exact odds of their stakes say."""

    rounds: int
    voids: int
    turnover: int
    win: int
    theory: float
    """What the win is on the average, in minor units."""
    deviation: float
    """The standard deviation of it."""
    an_hour: int | None


class OfficeTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    id: str
    name: str
    rulebook: str
    is_open: bool
    phase: Phase
    round: int
    dealer: str | None
    """Who deals; empty while nobody does, none where no person should."""
    minimum: int
    maximum: int
    players: int
    """Those who are here, signed in."""
    waiting: Waiting | None
    takings: Takings


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Something that wants to be looked at; it stays until somebody says that he has seen it."""

    id: str
    kind: AlertKind
    table: str
    round: int | None
    words: str
    since_ms: int
    seen_by: str
    """Who has acknowledged it; empty while nobody has."""
    seen_ms: int | None


class HoldPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of the day after so many rounds."""

    rounds: int
    turnover: int
    win: int
    theory: float
    deviation: float


class OfficeFloor(msgspec.Struct, frozen=True, kw_only=True):
    """The house at a glance, in the gaming day that it is."""

    now_ms: int
    day: str
    begins_ms: int
    players: int
    takings: Takings
    tables: list[OfficeTable]
    alerts: list[Alert]
    hold: list[HoldPoint]
    commit: int
    """The last entry of the chain of commits, and the beginning and time of it."""
    commit_hash: str
    commit_ms: int


# --- money --------------------------------------------------------------------------------------


class OfficeTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket without its number."""

    number: str
    """Masked but for the last digits."""
    amount: int
    state: TicketState


class AccountInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An account of a player or terminal, as the cage sees it."""

    account: str
    balance: int
    held: int
    owed: int
    owed_by_all: int
    """At a terminal, with what earlier visitors owe."""
    is_terminal: bool
    in_hand: int | None
    """The amount of a ticket that nobody has confirmed."""
    tickets: list[OfficeTicket]
    """The last ones, the newest first."""


class TicketStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step in the life of a ticket."""

    at_ms: int
    what: str
    who: str


class TicketInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket that was found by its number."""

    number: str
    amount: int
    state: TicketState
    account: str
    """Who had cashed out; empty where that was dropped after its time."""
    life: list[TicketStep]


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A meter, and what the accounts say to it."""

    name: str
    meter: int
    ledger: int | None
    """None where no account says the same."""


class OfficeMeters(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of the whole house."""

    lines: list[MeterLine]
    unreconciled: list[str]
    """The lines that the accounts do not agree with; whose it is, an audit tells."""


# --- the day ------------------------------------------------------------------------------------


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """What one table took in a gaming day."""

    table: str
    takings: Takings
    fills: int
    """Chips that were brought to its float, and taken from it."""
    credits: int
    drop: int
    """Chips that were sold there for money, as its box was counted."""


class Drawer(msgspec.Struct, frozen=True, kw_only=True):
    """What one person of the staff has taken and paid out in a gaming day."""

    person: str
    role: str
    taken: int
    paid: int


class DealerDay(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds that one person has dealt in a gaming day, as they were first paid."""

    dealer: str
    takings: Takings


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day: tables, the cage, and who stood there."""

    day: str
    begins_ms: int
    ends_ms: int
    takings: Takings
    tables: list[TableDay]
    dealers: list[DealerDay]
    cage: dict[str, int]
    """By what was done: sold, paid, repaid, tickets-made, tickets-taken, tickets-paid,
    written-off."""
    drawers: list[Drawer]
    shifts: list[ShiftInfo]


class SignificantEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something on record that a house is asked about: who, what, when."""

    at_ms: int
    chain: str
    position: int
    who: str
    role: str
    what: str


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some of them, the newest first."""

    events: list[SignificantEvent]
    before: int | None
    """The commit before which to read on; none at the beginning of the books."""


# --- disputes -----------------------------------------------------------------------------------


class ToldEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened in a round."""

    at: str
    position: int
    who: str
    what: str


class ToldBet(msgspec.Struct, frozen=True, kw_only=True):
    """A wager, whose it was, and what became of it."""

    bettor: str
    wager: str
    stake: int
    outcome: str
    """Empty while the round is in play."""
    pays: str | None
    returned: int
    net: int
    clause: str | None


class ToldRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one would tell it in a dispute."""

    round: str
    table: str
    rulebook: str
    title: str
    training: bool
    happened: list[ToldEntry]
    player_cards: list[str]
    banker_cards: list[str]
    player: int
    banker: int
    rules: list[str]
    """Why each hand drew or stood, with the clause."""
    winner: str | None
    void: str | None
    bets: list[ToldBet]
    fairness: str
    doubts: list[str]
