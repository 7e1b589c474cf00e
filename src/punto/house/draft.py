"""An entry of one table while it is made: what is done there, and the shoes that are promised."""

import re
from typing import Final, cast, get_args

from immutables import Map
from msgspec.structs import replace

from punto.coup.command import Betting, OfRound, OpenBetting, PlaceWager, WithdrawWager
from punto.fair import Reveal, commitment, written_order_of
from punto.house.code import Code
from punto.house.context import Context
from punto.house.contributions import begin_shuffle, contributed, mix, wants_shuffle
from punto.house.dealing import dealer_event
from punto.house.house import House
from punto.house.request import (
    DealOut,
    LayChips,
    LeaveTable,
    MoveFloat,
    RelieveDealer,
    TableAction,
    TakeChips,
    TakeTable,
)
from punto.house.shoe_request import BringShoe, Contribute, HearBeacon, ShowContribution
from punto.ledger import felt_account
from punto.refusal import Refusal
from punto.table import TableCommand
from punto.table.betting import bet_event, bet_refusal, too_far_apart, with_bet
from punto.table.command import OpenShoe
from punto.table.contributing import BeaconCall, Shuffle
from punto.table.dealer import deal_out
from punto.table.house_table import HouseTable, begun, begun_by, fold_recorded
from punto.table.record import (
    FloatMoved,
    OutsideEntropyMixed,
    Recorded,
    ShoeCommitted,
    ShoeMixed,
    ShoeRevealed,
)
from punto.table.refusing import refusal_in_turn
from punto.table.step import done

_HEXADECIMAL: Final = re.compile("(?:[0-9a-f]{2})*", re.ASCII)
LONGEST_OUTSIDE: Final = 256
"""The most digits of entropy from outside: more would only fill the journal."""

_SHUFFLING: Final = Refusal(Code.SHUFFLING, "the shuffle has begun, and is not over yet")

_OF_ROUND: Final = frozenset(get_args(OfRound))

_CHIPS: Final = frozenset({LayChips, TakeChips})
"""What changes bets too: those that are changed together are judged by where they end."""


class Draft:
    """An entry of one table while it is made: the table as it is by now, and what happened."""

    __slots__ = ("_before_bets", "_context", "_who", "events", "house_table", "secrets")

    def __init__(self, house: House, house_table: HouseTable, context: Context, who: str) -> None:
        self.house_table = house_table
        self.events: tuple[Recorded, ...] = ()
        self.secrets: Map[tuple[str, int], bytes] = house.secrets
        self._context = context
        self._who = who
        self._before_bets = house_table.table
        """The table before the bets that are changed together."""

    def record(self, event: Recorded) -> None:
        """Add what happened, and fold it."""
        self.house_table = fold_recorded(self.house_table, event)
        self.events += (event,)

    def do(self, action: TableAction) -> Refusal | None:
        """Carry out one action; what it answers is a refusal, and then nothing counts."""
        if type(action) is PlaceWager or type(action) is WithdrawWager:  # most that is done
            return self._bet(action)
        apart = None if type(action) in _CHIPS else self.bets_apart()
        if apart is None and type(action) in _OF_ROUND:  # found at once, without `match`
            return self._play(cast("OfRound", action))
        return apart or self._carry_out(action)

    def _carry_out(self, action: TableAction) -> Refusal | None:  # noqa: PLR0911 – one match
        match action:
            case BringShoe():
                return self._bring_shoe(action)
            case DealOut():
                table, happened = deal_out(self.house_table.table)
                self.house_table = replace(self.house_table, table=table)
                self.events += happened
                return None
            case Contribute() | ShowContribution() | HearBeacon():
                return self._contribute(action)
            case TakeTable() | LeaveTable() | RelieveDealer():
                self.record(dealer_event(self._who, self.house_table, action))
                return None
            case LayChips(position, wager, amount):
                return self._bet(PlaceWager(self._felt(position), wager, amount))
            case TakeChips(position, wager):
                return self._bet(WithdrawWager(self._felt(position), wager))
            case MoveFloat(move=move, amount=amount, who=who, why=why):
                self.record(FloatMoved(move, amount, who, why))
                return None
            case OpenShoe(order=order) if order is not None:
                return Refusal(Code.ORDER_NOT_YOURS, "a shoe is shuffled by the house")
            case OpenShoe() if self.house_table.contributing.shuffle is not None:
                return _SHUFFLING
            case _:
                return self._play(action)

    def _felt(self, position: int) -> str:
        return felt_account(self.house_table.id, position)

    def bets_apart(self) -> Refusal | None:
        """Refuse bets that, all changed, drive Player and Banker too far apart."""
        before, self._before_bets = self._before_bets, self.house_table.table
        if self._before_bets.settings.differential is None:
            return None
        return too_far_apart(before, self.house_table.table)

    def _bet(self, command: Betting) -> Refusal | None:
        table = self.house_table.table
        refusal = bet_refusal(table, command, self._context.now_ms)
        if refusal is None:
            event = bet_event(table, command)
            self.house_table = replace(self.house_table, table=with_bet(table, event))
            self.events += (event,)
        return refusal

    def _play(self, command: TableCommand) -> Refusal | None:
        now_ms = self._context.now_ms
        refusal = refusal_in_turn(self.house_table.table, command, now_ms)
        if refusal is not None:
            return refusal
        table, happened = done(self.house_table.table, command, now_ms)
        self.house_table = replace(self.house_table, table=table)
        if self.house_table.dealer and isinstance(command, OpenBetting):
            self.house_table = begun_by(self.house_table, self.house_table.dealer)
        self.events += happened
        return None

    # --- shoes ----------------------------------------------------------------------------------

    def _contribute(self, action: Contribute | ShowContribution | HearBeacon) -> Refusal | None:
        event = contributed(self.house_table, action, self._context.now_ms)
        if isinstance(event, Refusal):
            return event
        self.record(event)
        return None

    def _bring_shoe(self, asked: BringShoe) -> Refusal | None:
        """Put the promised shoe on the table; what players add to a shared one is shown first."""
        promised = self.house_table.committed
        if promised is None:
            return Refusal(Code.NO_SHOE_PROMISED, "the house has not committed itself to a shoe")
        if not _is_hexadecimal(asked.outside):
            return Refusal(Code.ENTROPY_MALFORMED, "entropy from outside is given in hexadecimal")
        if asked.outside and not self.house_table.owner:
            words = "nobody chooses alone what a shared shoe is mixed with"
            return Refusal(Code.ORDER_NOT_YOURS, words)
        return self._shuffled(promised.number, asked)

    def _shuffled(self, number: int, asked: BringShoe) -> Refusal | None:
        """Begin the shuffle where somebody adds to the shoe, end it where all is shown."""
        if self.house_table.contributing.shuffle is not None:
            return self._end_shuffle(self.house_table.contributing.shuffle)
        if wants_shuffle(self.house_table, asked.call):
            return self._begin_shuffle(number, asked.call)
        return self._open_shoe(number, asked.outside)

    def _begin_shuffle(self, number: int, call: BeaconCall | None) -> Refusal | None:
        now_ms = self._context.now_ms
        refused = refusal_in_turn(self.house_table.table, OpenShoe(None, self._who), now_ms)
        event = refused or begin_shuffle(self.house_table, number, call, now_ms)
        if isinstance(event, Refusal):
            return event
        self.record(event)
        return None

    def _end_shuffle(self, shuffle: Shuffle) -> Refusal | None:
        if self.house_table.contributing.waits_until(self._context.now_ms) is not None:
            return _SHUFFLING
        mixed, outside = mix(self.house_table, shuffle)
        return self._open_shoe(shuffle.number, outside, mixed)

    def _open_shoe(
        self, number: int, outside: str, mixed: ShoeMixed | None = None
    ) -> Refusal | None:
        """Put the promised shoe on the table: its order follows from secret and outside entropy."""
        secret = self.secrets[self.house_table.id, number]
        order = order_for(self.house_table, number, secret, outside)
        if self.house_table.unrevealed is not None:
            self._reveal(self.house_table.unrevealed)
        refused = self._play(OpenShoe(order, self._who))
        if refused is not None:
            return refused
        self.house_table = begun(self.house_table, number)
        if mixed is not None:
            self.record(mixed)
        if outside:
            self.record(OutsideEntropyMixed(number, outside))
        return None

    def keep_promises(self) -> None:
        """Reveal what is over or out of turn, and commit to the shoe that comes next."""
        if self.house_table.unrevealed is not None and self.house_table.table.shoe is None:
            self._reveal(self.house_table.unrevealed)
        if (
            self.house_table.committed
            and self.house_table.committed.number <= self.house_table.table.shoes
        ):
            self._reveal(self.house_table.committed.number)
        if self.house_table.committed is None and self._shuffles:
            self._commit(self.house_table.table.shoes + 1)

    @property
    def _shuffles(self) -> bool:
        return self.house_table.is_open and not self.house_table.table.settings.results_only

    def _commit(self, number: int) -> None:
        secret = self._context.draw_secret()
        self.secrets = self.secrets.set((self.house_table.id, number), secret)
        self.record(
            ShoeCommitted(number, commitment(secret, table=self.house_table.id, shoe=number))
        )

    def _reveal(self, number: int) -> None:
        secret = self.secrets[self.house_table.id, number]
        outside = self.house_table.outside if number == self.house_table.unrevealed else ""
        decks = self.house_table.table.settings.decks
        self.secrets = self.secrets.delete((self.house_table.id, number))
        self.record(ShoeRevealed(number, decks, secret.hex(), outside))

    def reveal_abandoned(self) -> None:
        """Reveal the shoe that a closing table leaves; the promised one waits, unseen, for it."""
        if self.house_table.unrevealed is not None:
            self._reveal(self.house_table.unrevealed)


def order_for(house_table: HouseTable, shoe: int, secret: bytes, outside: str) -> tuple[str, ...]:
    """Derive the order of a shoe of a table, in notation."""
    settings = house_table.table.settings
    reveal = Reveal(
        table=house_table.id,
        shoe=shoe,
        decks=settings.decks,
        secret=secret,
        outside=bytes.fromhex(outside),
    )
    return written_order_of(reveal, settings.rulebook.deck)


def _is_hexadecimal(text: str) -> bool:
    return len(text) <= LONGEST_OUTSIDE and _HEXADECIMAL.fullmatch(text) is not None
