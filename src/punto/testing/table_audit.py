"""The audit of one table's chain: order of play, cards, stakes, and promises about shoes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from punto.coup.event import (
    Bet,
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.fair import Reveal, commitment, order_of
from punto.house.chain import Link, table_of
from punto.house.record import decode_table
from punto.table.event import EarlierRoundVoided, ShoeOpened
from punto.table.record import (
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    OfShuffle,
    OutsideEntropyMixed,
    Recorded,
    RequestRefused,
    ShoeCommitted,
    ShoeRevealed,
    TableClosed,
    TableOpened,
)
from punto.table.settings import Settings
from punto.testing.auditor import Auditor
from punto.testing.shoe_audit import ShoeAudit
from punto.testing.violation import require

Secrets = Mapping[tuple[str, int], bytes]
"""The secrets that the database holds, opened, by table and shoe."""


class _ShoeAudit(ShoeAudit):
    """Goes on counting shoes where a table was closed."""

    def __init__(self, settings: Settings, shoes: int) -> None:
        super().__init__(settings)
        self._number = shoes


class _Auditor(Auditor):
    """Goes on counting rounds and shoes where a table was closed."""

    def __init__(self, settings: Settings, rounds: int, shoes: int) -> None:
        super().__init__(settings)
        self._round = rounds
        self._shoe = _ShoeAudit(settings, shoes)

    def go_on(self, settings: Settings, shoes: int | None) -> None:
        """The same game goes on under other settings; a table that was closed has no shoe."""
        self._settings = settings
        self._stakes.go_on(settings)
        if shoes is not None:
            self._shoe = _ShoeAudit(settings, shoes)


class TableAudit:
    """Reads a chain from its first entry; what was read once must never change."""

    def __init__(self, chain: str) -> None:
        self.table = table_of(chain)
        self.rounds = self.ended = self._shoes = 0
        self.won: dict[str, int] = defaultdict(int)
        """What each bettor has won or lost over all rounds that stand."""
        self._of_round: dict[str, int] = {}
        self._is_training = False
        self._auditor: _Auditor | None = None
        self._is_open = False
        self._settings: Settings | None = None
        self._promised: dict[int, str] = {}

    def read(self, links: Iterable[Link], secrets: Secrets) -> None:
        """Check the entries that are new."""
        entries = [(link.at_ms, self._events(link)) for link in links]
        known = _known(self.table, [events for _, events in entries], secrets)
        for at_ms, events in entries:
            mixed = _mixed(events)
            if self._auditor is not None:
                self._auditor.at(at_ms)
            for event in events:
                self._one(event, known, mixed)
            if self._auditor is not None and self._is_open:
                self._auditor.at_rest()

    def _events(self, link: Link) -> tuple[Recorded, ...]:
        require(link.body is not None, f"{link.chain} {link.position} has lost its body")
        return decode_table(link.body or b"").events

    def _one(
        self, event: Recorded, known: Mapping[int, set[bytes]], mixed: Mapping[int, str]
    ) -> None:
        match event:
            case TableOpened(settings, goes_on=goes_on):
                self._begin(settings, goes_on=goes_on)
            case TableClosed():
                self._is_open = False
            case ShoeCommitted(number, promised):
                self._commit(number, promised, known)
            case ShoeRevealed(number, _, secret):
                self._keeps_promise(number, bytes.fromhex(secret))
            case OutsideEntropyMixed() | RequestRefused():
                pass
            case _ if isinstance(event, OfShuffle):
                pass
            case DealerCame() | DealerLeft() | DealerRelieved():
                pass
            case FloatMoved():
                pass
            case _:
                assert self._auditor is not None, "events come from an open table"
                require(self._is_open, f"{self.table} is closed, and something happens there")
                self._auditor.watch(event)
                self._count(event)
                if isinstance(event, ShoeOpened) and not event.scanned:
                    self._opened(event, known, mixed)

    def _begin(self, settings: Settings, *, goes_on: bool) -> None:
        """Follow a table that is opened: anew, or with its last round, which may yet be void."""
        if goes_on and self._auditor is not None:
            self._auditor.go_on(settings, None if self._is_open else self._shoes)
        else:
            self._auditor = _Auditor(settings, self.rounds, self._shoes)
        self._settings, self._is_open = settings, True

    # --- shoes ----------------------------------------------------------------------------------

    def _commit(self, number: int, promised: str, known: Mapping[int, set[bytes]]) -> None:
        self._promised[number] = promised
        kept = any(self._is_for(secret, number) for secret in known.get(number, ()))
        require(kept, f"{self.table}: the secret of shoe {number} is lost")

    def _keeps_promise(self, number: int, secret: bytes) -> None:
        require(self._is_for(secret, number), f"{self.table}: shoe {number} is another one")

    def _is_for(self, secret: bytes, number: int) -> bool:
        made = commitment(secret, table=self.table, shoe=number)
        return made == self._promised[number]

    def _opened(
        self, event: ShoeOpened, known: Mapping[int, set[bytes]], mixed: Mapping[int, str]
    ) -> None:
        """Work out the order, so that the auditor sees every card come in its turn."""
        assert self._settings is not None, "the table is open"
        assert self._auditor is not None, "the table is open"
        self._shoes = event.number
        fitting = [each for each in known.get(event.number, ()) if self._is_for(each, event.number)]
        require(bool(fitting), f"{self.table}: the secret of shoe {event.number} is lost")
        reveal = Reveal(
            table=self.table,
            shoe=event.number,
            decks=self._settings.decks,
            secret=fitting[0],
            outside=bytes.fromhex(mixed.get(event.number, "")),
        )
        order = order_of(reveal, self._settings.rulebook.deck)
        self._auditor.given(tuple(map(str, order)))

    # --- rounds ---------------------------------------------------------------------------------

    def _count(self, event: Recorded) -> None:
        match event:
            case BettingOpened(training=training):
                self.rounds += 1
                self._of_round, self._is_training = {}, training
            case WagersCollected(bets):
                self._add(bets)
            case RoundSettledAgain(bets=bets):
                self._stand(-1)
                self._of_round = {}
                self._add(bets)
                self._stand(1)
            case EarlierRoundVoided(bets=voided):
                for bet in voided:
                    self.won[bet.bettor] -= bet.net
            case WagersPaid(bets):
                self._add(bets)
                self.ended += 1
                self._stand(1)
            case RoundVoided(after_payment=after_payment):
                if after_payment:
                    self._stand(-1)
                else:
                    self.ended += 1
            case _:
                pass

    def _add(self, bets: Iterable[Bet]) -> None:
        for bet in bets:
            self._of_round[bet.bettor] = self._of_round.get(bet.bettor, 0) + bet.net

    def _stand(self, sign: int) -> None:
        """Count what the round has brought; where dealers train, stakes are nobody's money."""
        for bettor, net in self._of_round.items() if not self._is_training else ():
            self.won[bettor] += sign * net

    @property
    def in_play(self) -> int:
        """How many rounds have begun and not ended: one at most."""
        return self.rounds - self.ended


def _mixed(events: Iterable[Recorded]) -> Mapping[int, str]:
    """Find the entropy from outside, by shoe; it is in the entry that brings the shoe."""
    found = (event for event in events if isinstance(event, OutsideEntropyMixed))
    return {event.number: event.outside for event in found}


def _known(
    table: str, entries: Iterable[tuple[Recorded, ...]], secrets: Secrets
) -> Mapping[int, set[bytes]]:
    """Gather the secrets of shoes, by number: those still sealed, and those revealed."""
    known: dict[int, set[bytes]] = defaultdict(set)
    for (name, number), secret in secrets.items():
        if name == table:
            known[number].add(secret)
    for events in entries:
        for event in events:
            if isinstance(event, ShoeRevealed):
                known[event.number].add(bytes.fromhex(event.secret))
    return known
