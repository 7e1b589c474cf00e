"""What can be asked of the house. Who asks makes the id, so that asking again is harmless."""

import re
from functools import cached_property
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from punto.house.canonical import canonical
from punto.house.configuration import Keys, SettingChange
from punto.house.roster_request import RosterRequest
from punto.house.shoe_request import BringShoe, Contribute, HearBeacon, ShowContribution
from punto.house.terminal_request import TerminalRequest
from punto.ledger import Kind
from punto.people import Actor, Limits
from punto.table import Settings, TableCommand
from punto.table.record import FloatMove

is_name: Final = re.compile(r"[A-Za-z0-9-]{1,24}", re.ASCII).fullmatch
"""Whether a person or a table may be called so: ids are made from it."""

_is_id: Final = re.compile(r"[A-Za-z0-9_-]{0,36}", re.ASCII).fullmatch


class OpenTable(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Open a table, or open it again under other settings."""

    table: str
    settings: Settings
    owner: str = ""
    """The one player whose own table it is; empty where all share it."""
    house: str = ""
    """The account of the house that it is played against; empty for one of its own."""


class CloseTable(msgspec.Struct, frozen=True, tag=True):
    """Close a table between two rounds; the shoe on it is revealed."""

    table: str
    why: str


class DealOut(msgspec.Struct, frozen=True, tag=True):
    """Deal and settle the round, to its end, at once."""


class TakeTable(msgspec.Struct, frozen=True, tag=True):
    """Deal at a table from now on, from nobody or from the dealer before, also in mid-round."""


class LeaveTable(msgspec.Struct, frozen=True, tag=True):
    """Leave the table between two rounds, to whoever takes it next."""


class RelieveDealer(msgspec.Struct, frozen=True, tag=True):
    """Free a table of the dealer who has it and is not there; another takes it then."""

    who: str
    why: str


class LayChips(msgspec.Struct, frozen=True, tag=True):
    """Enter the chips that somebody has laid on a wager at a position."""

    position: int
    wager: str
    amount: int


class TakeChips(msgspec.Struct, frozen=True, tag=True):
    """Enter that the chips on a wager at a position are taken up again."""

    position: int
    wager: str


class MoveFloat(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Put on record what was brought to the float of a table, taken from it, or dropped."""

    move: FloatMove
    amount: int
    who: str
    why: str


TableAction: TypeAlias = (
    TableCommand
    | BringShoe
    | Contribute
    | ShowContribution
    | HearBeacon
    | DealOut
    | TakeTable
    | LeaveTable
    | RelieveDealer
    | LayChips
    | TakeChips
    | MoveFloat
)


class Act(msgspec.Struct, frozen=True, tag=True):
    """Do something at a table, or several things that are linked: all of them, or none."""

    table: str
    actions: tuple[TableAction, ...]


class OpenAccount(msgspec.Struct, frozen=True, tag=True):
    """Open an account at zero."""

    account: str
    kind: Kind = Kind.PLAYER


class BuyIn(msgspec.Struct, frozen=True, tag=True):
    """Sell credits for money."""

    account: str
    amount: int


class PayCredits(msgspec.Struct, frozen=True, tag=True):
    """Pay credits in money, by hand."""

    account: str
    amount: int


class CashOut(msgspec.Struct, frozen=True, tag=True):
    """Hold all credits for a ticket that is to be printed."""

    account: str


class ConfirmTicket(msgspec.Struct, frozen=True, tag=True):
    """Say whether the ticket of a cash-out, by its request, was printed."""

    cash_out: str
    printed: bool


class EndCashOut(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """End the cash-out of an account for whoever cannot say any more how it ended: staff do."""

    account: str
    printed: bool
    who: str
    why: str


class RedeemTicket(msgspec.Struct, frozen=True, tag=True):
    """Move the whole amount of a ticket to an account, or to the cage."""

    number: str
    to: str


class Repay(msgspec.Struct, frozen=True, tag=True):
    """Pay what a player owes, out of the player's own credits or in money."""

    account: str
    amount: int
    in_money: bool


class EnrolTerminal(msgspec.Struct, frozen=True, tag=True):
    """Tell the customers of an account apart from now on: it is that of a terminal."""

    account: str


class WriteOff(msgspec.Struct, frozen=True, tag=True):
    """Give up what is owed under a name; who decides it and why is put on record."""

    account: str
    who: str
    why: str


class SignUp(msgspec.Struct, frozen=True, tag=True):
    """Give an account a name to sign in with; the password comes as the hash that is kept of it."""

    account: str
    name: str
    password: str


class ChangePassword(msgspec.Struct, frozen=True, tag=True):
    """Take another password: whoever is signed in with the one before is out."""

    account: str
    password: str
    before: str
    """The hash that the password of before was held against; by now it may be another."""


class SignIn(msgspec.Struct, frozen=True, tag=True):
    """Note that somebody has given his password."""

    account: str
    password: str
    """The hash that it was held against; by now it may be another."""


class SignOut(msgspec.Struct, frozen=True, tag=True):
    """End the visit that began at a time, or all visits of somebody where none is named."""

    account: str
    since_ms: int | None


class SetLimits(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Set the limits of somebody who plays: his own, or those that the house sets for him."""

    account: str
    limits: Limits
    who: str = ""
    """Who of the staff has decided it, and why; a player needs to give neither."""
    why: str = ""


class Exclude(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Take no bets of somebody for so many days, or for ever; nobody takes this back."""

    account: str
    days: int | None
    who: str = ""
    why: str = ""


class AcknowledgeCheck(msgspec.Struct, frozen=True, tag=True):
    """Say that the time that was played and its result were seen."""

    account: str


class Acknowledge(msgspec.Struct, frozen=True, tag=True):
    """Put on record that somebody has seen an alert."""

    alert: str


class ChangeSettings(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Set tables otherwise; each takes it over when its round is over."""

    changes: tuple[SettingChange, ...]
    who: str
    why: str
    makes: bool = False
    """Whether the table is a new one, of which these are all settings that are not the usual."""
    defects: tuple[str, ...] = ()
    """What is wrong with it, as whoever can read rulebooks has found: then it is refused."""


class ReadFile(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Take over what the file of the house says otherwise than when it was last read."""

    tables: dict[str, Keys]
    """All tables of the file, each with the keys that it gives."""
    who: str
    why: str
    defects: tuple[str, ...] = ()


class OpenShift(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Begin a shift with what was counted in the float of a table or in a till."""

    place: str
    counted: int
    who: str
    note: str = ""


class CloseShift(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """End a shift with what was counted there."""

    place: str
    counted: int
    who: str
    note: str = ""


class DropOld(msgspec.Struct, frozen=True, tag=True):
    """Drop the bodies of entries older than so many days; their hashes stay."""

    days: int


Elsewhere: TypeAlias = (
    OpenTable
    | CloseTable
    | OpenAccount
    | BuyIn
    | PayCredits
    | CashOut
    | ConfirmTicket
    | EndCashOut
    | RedeemTicket
    | Repay
    | EnrolTerminal
    | WriteOff
    | RosterRequest
    | TerminalRequest
    | SignUp
    | ChangePassword
    | SignIn
    | SignOut
    | SetLimits
    | Exclude
    | AcknowledgeCheck
    | Acknowledge
    | ChangeSettings
    | ReadFile
    | OpenShift
    | CloseShift
    | DropOld
)
"""What is asked for elsewhere than in play at a table."""

What: TypeAlias = Act | Elsewhere


LONGEST_WORDS: Final = 200
"""The most letters of a name or a reason on record."""


def is_said(words: str) -> bool:
    """Whether a name or a reason can go on record: it is printed, and cannot steer a terminal."""
    return bool(words.strip()) and words.isprintable() and len(words) <= LONGEST_WORDS


class Request(msgspec.Struct, frozen=True, dict=True):
    """A request: who asks, for what, under an id of their own making.

    The house's own dealer and clock give no id: what they do next follows from the state.
    """

    actor: Actor
    what: What
    id: str = ""
    said: str = ""
    """What was said, where that is not `what` itself but what the house made of it then."""
    at: Actor | None = None
    """The terminal that has made the id, where somebody of the staff acts at one."""

    @property
    def is_well_formed(self) -> bool:
        """Whether names are made of letters, digits and hyphens; an id may have underscores."""
        names = is_name(self.actor.id) and (self.at is None or is_name(self.at.id))
        return bool(names and _is_id(self.id))

    @cached_property
    def key(self) -> str | None:
        """The name of the request over all who ask; a name has no underscore, so none collide."""
        return f"{(self.at or self.actor).id}_{self.id}" if self.id else None

    @property
    def digest(self) -> str:
        """What tells the same request from another under the same id."""
        if not self.id:
            return ""
        return sha256(self.said.encode() or canonical(self.what)).hexdigest()[:32]


def own_id(key: str | None, account: str) -> str | None:
    """Give the id under which an account itself has asked; None where somebody else has."""
    asker, _, id_ = (key or "").partition("_")
    return id_ if asker == account and id_ else None


def asker_of(key: str) -> str:
    """Tell from the name of a request who has asked."""
    return key.partition("_")[0]
