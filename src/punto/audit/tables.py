"""The audit of a table: its journal played again, its shoes and payments checked, money derived."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Self, TypeAlias

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.audit.authority import EntryAuthority
from punto.audit.dealers import wrong_with_dealer
from punto.audit.earlier import ReachAudit, voided
from punto.audit.finding import UNFOLDABLE, UNREADABLE, Advance, Finding, at
from punto.audit.landmarks import wrong_landmarks
from punto.audit.people import Arrival
from punto.audit.replaying import NOT_PLAY, replayed
from punto.audit.shoes import ShoeAudit
from punto.coup.event import (
    BettingOpened,
    CardDealt,
    CardSetAside,
    ResultAnnounced,
    RoundSettledAgain,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.errors import UnknownRulebook
from punto.house.canonical import canonical
from punto.house.chain import Link, table_of
from punto.house.going_on import goes_on
from punto.house.record import TableRecord, decode_table
from punto.house.settlement_check import SettlementAudit
from punto.house.undecided import Undecided, undecided_after
from punto.ledger import Batch, Entry, Ledger, Movement, felt_account, felt_position
from punto.ledger.ledger import Accounts
from punto.rules import Rulebook, Winner, find_rulebook
from punto.table import Table, defects_of
from punto.table.banking import banked, money_after, round_after, stakes_after
from punto.table.betting import too_far_apart
from punto.table.event import ShoeEnded, ShoeOpened
from punto.table.house_table import HouseTable, cards_gone, fold_recorded, opened_house_table
from punto.table.record import (
    DealerCame,
    DealerLeft,
    DealerRelieved,
    Fairness,
    OfDealer,
    Recorded,
    TableClosed,
    TableOpened,
)

Read: TypeAlias = Callable[[int, int], Iterable[Link]]
"""Reads the entries of a table after one position through another."""


class Known(NamedTuple):
    """What the ledger knows before an entry."""

    accounts: Accounts
    moved_for: Callable[[str], Iterable[Movement]]
    """Finds all that has moved for a round before."""


class Looked(NamedTuple):
    """What an entry says of money, and what it should say."""

    record: TableRecord
    ledger: Ledger
    """The accounts before, with all that decides what the entry moves."""
    expected: Batch | None
    """What its events move; None where that cannot be told."""


class Results(msgspec.Struct, frozen=True):
    """How often each result came under one rulebook with so many decks."""

    rulebook: str
    family: str
    decks: int
    player: int = 0
    banker: int = 0
    tie: int = 0

    @property
    def rounds(self) -> int:
        """All of them."""
        return self.player + self.banker + self.tie

    def plus(self, other: Self) -> Self:
        """Add the results of another table."""
        return replace(
            self,
            player=self.player + other.player,
            banker=self.banker + other.banker,
            tie=self.tie + other.tie,
        )


class TableAudit:
    """Looks at the journal of one table, entry by entry."""

    def __init__(self, chain: str, read: Read, *, is_whole: bool, advance: Advance) -> None:
        self.chain = chain
        self.is_whole = is_whole
        """Whether all of it proves something: otherwise what is missing does not."""
        self.shoes = ShoeAudit(chain, table_of(chain))
        self.settlements = SettlementAudit()
        self._reaching = ReachAudit()
        self.findings: list[Finding] = []
        self.results: dict[tuple[str, int], Results] = {}
        self.rounds = 0
        self.undecided: Undecided | None = None
        self.arrivals: list[Arrival] = []
        """Who has taken the table to deal."""
        self.position = 0
        """The last entry that was looked at."""
        self.began_at = 0
        self.at_ms = 0
        self.has_stopped = False
        """Whether what comes next is out of reach, because it cannot be folded."""
        self._read = read
        self._advance = advance
        self._house_table: HouseTable | None = None
        self.made_by = "", ""
        """Who made the last entry that was looked at, and in which role."""
        self._authority = EntryAuthority(*self.made_by)

    def begin_at(self, position: int, house_table: HouseTable) -> None:
        """Begin with what was brought forward, instead of an empty table."""
        self.position = self.began_at = position
        self._house_table = house_table
        if house_table.committed is not None:
            self.shoes.promised(house_table.committed, house_table.table, position)

    def look_at(self, link: Link, known: Known | None) -> Looked | None:
        """Look at the next entry, and say what it moves; None if it cannot be read.

        Without what the ledger knows, all but money is looked at.
        """
        self.position, self.at_ms = link.position, link.at_ms
        self._advance()
        if link.body is None:
            self._stop("its body has been dropped, so that it cannot be checked")
            return None
        try:
            record = decode_table(link.body)
        except UNREADABLE as error:
            self._stop(f"cannot be read: {error}")
            return None
        looked = Looked(record, Ledger(known.accounts if known else Map()), None)
        if self.has_stopped:
            return looked
        try:
            return self._looked_at(record, link.request or "", known)
        except (*UNFOLDABLE, *UNREADABLE) as error:
            self._stop(f"does not follow from what came before ({type(error).__name__} {error})")
        return looked

    @property
    def cleared(self) -> tuple[str, ...]:
        """The accounts on which nothing lies now: chips are on the felt during a round only."""
        if self._house_table is None or self._house_table.table.in_play:
            return ()
        positions = range(1, self._house_table.table.settings.positions + 1)
        return tuple(felt_account(self._house_table.id, position) for position in positions)

    def read_on(self, through: int, known: Known) -> Iterator[tuple[Link, Looked | None]]:
        """Read as far as a batch of older books wants, and look at it."""
        for link in self._read(self.position, through):
            yield link, self.look_at(link, known)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Note what has moved in an older book for the last entry that was looked at."""
        if self._house_table is not None:
            money = money_after(self._house_table.money, entries)
            self._house_table = replace(self._house_table, money=money)

    def finish(self, sound: int) -> None:
        """Look at what is left of what proves something: its money cannot be told."""
        for link in self._read(self.position, sound):
            self.look_at(link, None)
        if self.is_whole and not self.has_stopped:
            self.findings += [at(self.chain, *found) for found in self._reaching.unfinished()]

    # --- entries --------------------------------------------------------------------------------

    def _stop(self, what: str) -> None:
        self._found(f"{what}; the rest of the table was not looked at")
        self.has_stopped = True

    def _looked_at(self, record: TableRecord, request: str, known: Known | None) -> Looked:
        self.made_by = record.who, record.role
        self._authority = EntryAuthority(*self.made_by)
        before = self._before(record.events)
        ledger, expected = self._moved(before, request, record.events, known)
        after = self._played_again(before, record.events)
        marks = before.landmarks.after(self.position, record.events, cards_gone(before))
        for wrong in wrong_landmarks(before.landmarks, marks, record.landmarks):
            self._found(wrong)
        self._house_table = replace(
            after,
            stakes=stakes_after(before.stakes, request, record.events),
            played=round_after(before.played, after, record.events),
            money=money_after(before.money, record.entries) if record.entries else before.money,
            landmarks=marks,
        )
        self.findings += self.shoes.entry_ended(self.position)
        self.undecided = undecided_after(self.undecided, before.id, self.at_ms, record.events)
        return Looked(record, ledger, expected)

    def _moved(
        self, before: HouseTable, request: str, events: Sequence[Recorded], known: Known | None
    ) -> tuple[Ledger, Batch | None]:
        """Derive what some events move, from the accounts and the round as they were before."""
        if known is None:
            return Ledger(), None
        ledger = Ledger(known.accounts, before.money.entries)
        for each in voided(before, events):
            moved = {entry.id: entry for entry in known.moved_for(each.id)}
            ledger = replace(ledger, entries=ledger.entries.update(moved))
            for wrong in each.wrong(ledger):
                self._found(wrong)
        return ledger, banked(ledger, before, request, events).batch

    def _before(self, events: Sequence[Recorded]) -> HouseTable:
        if self._house_table is not None:
            return self._house_table
        first = events[0]
        assert isinstance(first, TableOpened), "a table begins with its opening"
        # Nothing can be wrong with opening what was never open before.
        return replace(opened_house_table(table_of(self.chain), first), is_open=False)

    def _played_again(self, house_table: HouseTable, events: Sequence[Recorded]) -> HouseTable:
        """Look at every event from the table as it is then, and fold it, right or wrong."""
        at_event, before_bets, placed = 0, house_table.table, False
        while at_event < len(events):
            count, wrong = self._explained(house_table, events[at_event:])
            if wrong is not None:
                self._found(wrong)
            for event in events[at_event : at_event + count]:
                if not isinstance(event, WagerPlaced | WagerWithdrawn):
                    before_bets = self._bets_changed(before_bets, house_table.table, placed=placed)
                    placed = False
                placed = placed or isinstance(event, WagerPlaced)
                self._reaching.see(event, self.position)
                for found in self._judged(house_table, event):
                    self._found(found)
                for found in self._authority.wrong_at_table(house_table, event):
                    self._found(found)
                house_table = fold_recorded(house_table, event)
            at_event += count
        self._bets_changed(before_bets, house_table.table, placed=placed)
        return house_table

    def _bets_changed(self, before: Table, after: Table, *, placed: bool) -> Table:
        """Look at all bets that an entry changes in a row, and begin anew after them.

        Where they were only taken back nothing is asked: earlier versions let that go by.
        """
        apart = too_far_apart(before, after) if placed else None
        if apart is not None:
            self._found(f"the table refuses these bets: {apart.words}")
        return after

    def _explained(self, now: HouseTable, coming: Sequence[Recorded]) -> tuple[int, str | None]:
        if isinstance(coming[0], NOT_PLAY):
            return 1, None
        if not now.is_open:
            return 1, f"{type(coming[0]).__name__}: the table is closed"
        return replayed(now.table, coming, self.at_ms)

    def _found(self, what: str | Finding) -> None:
        self.findings.append(
            what if isinstance(what, Finding) else at(self.chain, self.position, what)
        )

    # --- events ---------------------------------------------------------------------------------

    def _judged(self, house_table: HouseTable, event: Recorded) -> Iterator[str | Finding]:
        match event:
            case TableOpened():
                yield from _opening(house_table, event)
                self._note_shoe_left(house_table, event)
            case TableClosed():
                yield from _closing(house_table)
                self.shoes.over()
            case _ if isinstance(event, Fairness | ShoeOpened):
                yield from self.shoes.judged(house_table, event, self.position, self.at_ms)
            case WagerPlaced(bettor=bettor):
                yield from _chips_of_elsewhere(house_table, bettor)
            case WagersCollected():
                yield from self.settlements.collected(event)
            case WagersPaid():
                assert house_table.table.coup is not None, "a payment has its round"
                yield from self.settlements.paid(house_table.table.coup, event)
            case RoundSettledAgain():
                assert house_table.table.coup is not None, "a payment has its round"
                yield from self.settlements.settled_again(house_table.table.coup, event)
            case DealerCame() | DealerLeft() | DealerRelieved():
                yield from wrong_with_dealer(house_table, event, self.made_by[0])
                self._note_arrival(event)
            case _:
                self._counted(house_table, event)

    def _note_shoe_left(self, house_table: HouseTable, event: TableOpened) -> None:
        """Want a shoe revealed that an open table is set to deal from no more."""
        if (
            house_table.table.shoe is not None
            and fold_recorded(house_table, event).table.shoe is None
        ):
            self.shoes.over()

    def _note_arrival(self, event: OfDealer) -> None:
        if isinstance(event, DealerCame):
            self.arrivals.append(Arrival(event.who, self.chain, self.position))

    def _counted(self, house_table: HouseTable, event: Recorded) -> None:
        match event:
            case BettingOpened():
                self.rounds += 1
                self.shoes.round_opened()
            case CardDealt(card=card) | CardSetAside(card=card):
                assert house_table.table.shoe is not None, "a card comes from a shoe"
                self.shoes.card_gone(card, house_table.table.shoe.gone, self.position)
            case ShoeEnded():
                self.shoes.over()
            case ResultAnnounced(winner=winner):
                self._count(house_table, winner)
            case _:
                pass

    def _count(self, house_table: HouseTable, winner: Winner) -> None:
        settings = house_table.table.settings
        key = settings.rulebook.key, settings.decks
        new = Results(settings.rulebook.key, settings.rulebook.deck.family, settings.decks)
        before = self.results.get(key, new)
        self.results[key] = replace(before, **{winner.value: getattr(before, winner.value) + 1})


def _opening(house_table: HouseTable, event: TableOpened) -> Iterator[str]:
    if house_table.is_open and not event.goes_on:
        yield "the table is opened, and is open already"
    if event.goes_on and not goes_on(house_table, event):
        yield "the table goes on with another game"
    if event.goes_on and (house_table.table.in_play or house_table.table.undecided is not None):
        yield "the table is set otherwise before its round is over"
    for defect in defects_of(event.settings):
        yield f"the table is opened with a defect: {defect}"
    if not _is_the_librarys(event.settings.rulebook):
        yield f"{event.settings.rulebook.key} is not the rulebook of that name in the library"


def _is_the_librarys(rulebook: Rulebook) -> bool:
    """Whether a rulebook rules as the library's does; one of the house's own may say anything."""
    try:
        known = find_rulebook(rulebook.key)
    except UnknownRulebook:
        return True
    return canonical(_what_decides(known)) == canonical(_what_decides(rulebook))


def _what_decides(rulebook: Rulebook) -> Rulebook:
    """Leave out how a game is shown and described: that may be said better in a later punto."""
    deal = replace(rulebook.deal, face_up=False, face_up_clause=None)
    return replace(rulebook, deal=deal, controls=(), build=None, readings=(), clauses={})


def _chips_of_elsewhere(house_table: HouseTable, bettor: str) -> Iterator[str]:
    """Find chips that lie at a position of another table; those of none are refused in play."""
    position = felt_position(bettor)
    if position is not None and bettor != felt_account(house_table.id, position):
        yield f"{bettor} is staked, and is no position of this table"


def _closing(house_table: HouseTable) -> Iterator[str]:
    if not house_table.is_open:
        yield "the table is closed, and was not open"
    if house_table.table.in_play:
        yield "the table is closed while a round is in play"
