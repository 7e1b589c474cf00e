"""The audit of authority: whether whoever made an entry had the right to all that it records."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from punto.coup import event as coup
from punto.house.authority import Action, Subject, permits
from punto.house.dealing import is_away, is_of_own_deal
from punto.house.house import CAGE
from punto.house.record import CageRecord
from punto.house.request import asker_of
from punto.ledger import (
    Kind,
    Movement,
    OpenAccount,
    Purpose,
    Transfer,
    felt_position,
    without_collections,
)
from punto.people import Actor, Role
from punto.table import event
from punto.table.house_table import HouseTable
from punto.table.record import (
    BeaconHeard,
    ContributionPromised,
    ContributionShown,
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    Recorded,
    ShuffleBegun,
    TableClosed,
    TableOpened,
)

Deed = tuple[Action, Subject]

_AT_TABLE: Final[Mapping[type, Action]] = {
    TableOpened: Action.OPEN_TABLE,
    TableClosed: Action.CLOSE_TABLE,
    DealerCame: Action.TAKE_TABLE,
    DealerLeft: Action.TAKE_TABLE,
    DealerRelieved: Action.RELIEVE_DEALER,
    FloatMoved: Action.MOVE_FLOAT,
    ShuffleBegun: Action.BRING_SHOE,
    BeaconHeard: Action.HEAR_BEACON,
    coup.BettingOpened: Action.DEAL,
    coup.BettingProlonged: Action.DEAL,
    coup.BettingClosed: Action.DEAL,
    coup.TotalsAnnounced: Action.DEAL,
    coup.ResultAnnounced: Action.DEAL,
    coup.WagersCollected: Action.DEAL,
    coup.WagersPaid: Action.DEAL,
    coup.CardSetAside: Action.SCAN_CARDS,
    coup.CardCorrected: Action.CORRECT_CARD,
    coup.CardsReconstructed: Action.VOID_ROUND,
    coup.RoundSettledAgain: Action.VOID_ROUND,
    coup.RoundVoided: Action.VOID_ROUND,
    event.IrregularityRuled: Action.REPORT,
    # An entry of its own, made in the name of whoever reported what reaches back.
    event.EarlierRoundVoided: Action.REPORT,
    event.SupervisorDecided: Action.DECIDE,
    event.ResultRecorded: Action.RECORD_RESULT,
    event.ResultDropped: Action.DROP_RESULT,
}
_RULINGS: Final = (event.IrregularityRuled, event.SupervisorDecided)
_JUDGED: Final = (
    *(event.SupervisorDecided, coup.RoundVoided),
    *(coup.RoundSettledAgain, coup.CardsReconstructed),
)
"""What is done to a round in somebody's name, whoever has asked for it."""

_AT_COUNTER: Final[Mapping[Purpose, Action]] = {
    Purpose.BUY_IN: Action.SELL_CREDITS,
    Purpose.CASH_OUT: Action.PAY_CREDITS,
    Purpose.TICKET_OUT: Action.CASH_OUT,
    Purpose.TICKET_IN: Action.REDEEM_TICKET,
    Purpose.WRITE_OFF: Action.WRITE_OFF,
    # Where nothing else was moved, a cash-out went into what was owed.
    Purpose.COLLECTION: Action.CASH_OUT,
    Purpose.REPAYMENT: Action.REPAY,
}
"""What only tables move is for the audit of causes."""


class EntryAuthority:
    """Judges one entry by the name and the role that are on record with it."""

    def __init__(self, who: str, role: str) -> None:
        self._who = who
        self._role = role
        self._is_ruled = False

    def wrong_at_table(self, house_table: HouseTable, happened: Recorded) -> Iterator[str]:
        """Judge an event at a table as it was before; what follows from a ruling needs no right."""
        deed = None if self._is_ruled else _at_table(house_table, happened)
        self._is_ruled |= isinstance(happened, _RULINGS)
        if deed is not None:
            yield from self.wrong((deed,))
            yield from self._wrong_at_this_table(house_table, happened, deed[0])

    def _wrong_at_this_table(
        self, house_table: HouseTable, happened: Recorded, action: Action
    ) -> Iterator[str]:
        """Name what was dealt by somebody who had not taken the table, or judged by its dealer."""
        if self._role not in _KNOWN_ROLES:
            return
        actor = Actor(self._who, Role(self._role))
        if is_away(actor, house_table, action):
            had = house_table.dealer or "nobody"
            yield f"{actor} had not taken the table to {action.value}: {had} had"
        if isinstance(happened, _JUDGED):
            for name, judge in {happened.who: happened.who, actor.id: str(actor)}.items():
                if is_of_own_deal(house_table, name):
                    yield f"{judge} had dealt the round, and had no right to {action.value}"

    def wrong_at_counter(self, record: CageRecord) -> Iterator[str]:
        """Judge what was moved where no table was the cause."""
        yield from self.wrong(_at_counter(record))

    def wrong(self, deeds: Iterable[Deed]) -> Iterator[str]:
        """Name what was done without the right to it; entries of before have no role."""
        if self._role not in _ROLES:
            yield f"made in the role {self._role!r}, which is none"
        elif self._role:
            actor = Actor(self._who, Role(self._role))
            for action, subject in deeds:
                if not permits(actor, action, subject):
                    yield f"{actor} had no right to {action.value}"


_KNOWN_ROLES: Final = frozenset(role.value for role in Role)
_ROLES: Final = frozenset({"", *_KNOWN_ROLES})
"""Entries of before have none."""


def _at_table(house_table: HouseTable, happened: Recorded) -> Deed | None:
    match happened:
        case coup.WagerPlaced(bettor=bettor) | coup.WagerWithdrawn(bettor=bettor):
            action = Action.BET if felt_position(bettor) is None else Action.ENTER_CHIPS
            return action, Subject(bettor, house_table.owner)
        case event.SeatTaken(bettor=bettor) | event.StoodBehind(bettor=bettor):
            return Action.TAKE_SEAT, Subject(bettor, house_table.owner)
        case ContributionPromised(bettor=bettor) | ContributionShown(bettor=bettor):
            return Action.CONTRIBUTE, Subject(bettor, house_table.owner)
        case event.SeatLeft(bettor=bettor):
            return Action.LEAVE_SEAT, Subject(bettor, house_table.owner)
        case event.ShoeOpened(scanned=scanned):
            action = Action.SCAN_CARDS if scanned else Action.BRING_SHOE
        case coup.CardDealt():
            shoe = house_table.table.shoe
            action = Action.SCAN_CARDS if shoe is not None and shoe.scanned else Action.DEAL
        case _ if type(happened) in _AT_TABLE:
            action = _AT_TABLE[type(happened)]
        case _:
            return None  # the house itself: promises kept, shoes ended, refusals
    return action, Subject(house_table.owner, house_table.owner)


def _at_counter(record: CageRecord) -> Iterator[Deed]:
    moved = without_collections(record.entries) or record.entries
    opens_only = all(isinstance(entry, OpenAccount) for entry in moved)
    for entry in moved:
        if isinstance(entry, OpenAccount):
            # Beside a movement, it is the account of a ticket or of a visit.
            yield from (_opening(entry),) if opens_only else ()
        elif not isinstance(entry, Transfer) or entry.purpose in _AT_COUNTER:
            yield _movement(record, entry)


def _opening(entry: OpenAccount) -> Deed:
    if entry.kind is Kind.RECEIVABLE:
        return Action.ENROL_TERMINAL, Subject(entry.owner)
    return Action.OPEN_ACCOUNT, Subject(entry.id)


def _movement(record: CageRecord, entry: Movement) -> Deed:
    match entry:
        case Transfer(purpose=Purpose.REPAYMENT, debit=source) if source == CAGE:
            return Action.TAKE_REPAYMENT, Subject(source)
        case Transfer(purpose=Purpose.BUY_IN | Purpose.TICKET_IN, credit=account):
            return _AT_COUNTER[entry.purpose], Subject(account)
        case Transfer(debit=account):
            return _AT_COUNTER[entry.purpose], Subject(account)
        case _:
            action = Action.END_CASH_OUT if record.staff else Action.CASH_OUT
            return action, Subject(asker_of(entry.pending))
