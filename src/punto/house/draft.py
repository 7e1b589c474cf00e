"""An entry of one table while it is made: what is done there, and the shoes that are promised."""

import re
from typing import Final

from immutables import Map
from msgspec.structs import replace

from punto.coup.command import OpenBetting, PlaceWager, WithdrawWager
from punto.fair import Reveal, commitment, written_order_of
from punto.house.code import Code
from punto.house.context import Context
from punto.house.dealing import dealer_event
from punto.house.house import House
from punto.house.request import (
    BringShoe,
    DealOut,
    LayChips,
    LeaveTable,
    MoveFloat,
    RelieveDealer,
    TableAction,
    TakeChips,
    TakeTable,
)
from punto.ledger import felt_account
from punto.refusal import Refusal
from punto.table import TableCommand
from punto.table.command import OpenShoe
from punto.table.dealer import deal_out
from punto.table.differential import too_far_apart
from punto.table.floor import Floor, begun, begun_by, fold_recorded
from punto.table.record import (
    FloatMoved,
    OutsideEntropyMixed,
    Recorded,
    ShoeCommitted,
    ShoeRevealed,
)
from punto.table.refusing import refusal_in_turn
from punto.table.step import done

_HEXADECIMAL: Final = re.compile("(?:[0-9a-f]{2})*", re.ASCII)
LONGEST_OUTSIDE: Final = 256
"""The most digits of entropy from outside: more would only fill the journal."""

_BETTING: Final = (WithdrawWager, LayChips, TakeChips)
"""What changes bets, beside placing them: bets changed together are judged by where they end."""


class Draft:
    """An entry of one table while it is made: the floor as it is by now, and what happened."""

    def __init__(self, house: House, floor: Floor, context: Context, who: str) -> None:
        self.floor = floor
        self.events: tuple[Recorded, ...] = ()
        self.secrets: Map[tuple[str, int], bytes] = house.secrets
        self._context = context
        self._who = who
        self._before_bets = floor.table
        """The table before the bets that are changed together."""

    def record(self, event: Recorded) -> None:
        """Add what happened, and fold it."""
        self.floor = fold_recorded(self.floor, event)
        self.events += (event,)

    def do(self, action: TableAction) -> Refusal | None:
        """Carry out one action; what it answers is a refusal, and then nothing counts."""
        if isinstance(action, PlaceWager):  # most that is done at a table
            return self._play(action)
        apart = None if isinstance(action, _BETTING) else self.bets_apart()
        return apart or self._carry_out(action)

    def _carry_out(self, action: TableAction) -> Refusal | None:  # noqa: PLR0911 – one match
        match action:
            case BringShoe(outside):
                return self._bring_shoe(outside)
            case DealOut():
                table, happened = deal_out(self.floor.table)
                self.floor = replace(self.floor, table=table)
                self.events += happened
                return None
            case TakeTable() | LeaveTable() | RelieveDealer():
                self.record(dealer_event(self._who, self.floor, action))
                return None
            case LayChips(position, wager, amount):
                return self._play(PlaceWager(self._felt(position), wager, amount))
            case TakeChips(position, wager):
                return self._play(WithdrawWager(self._felt(position), wager))
            case MoveFloat(move=move, amount=amount, who=who, why=why):
                self.record(FloatMoved(move, amount, who, why))
                return None
            case OpenShoe(order=order) if order is not None:
                return Refusal(Code.ORDER_NOT_YOURS, "a shoe is shuffled by the house")
            case _:
                return self._play(action)

    def _felt(self, position: int) -> str:
        return felt_account(self.floor.id, position)

    def bets_apart(self) -> Refusal | None:
        """Refuse bets that, all changed, drive Player and Banker too far apart."""
        before, self._before_bets = self._before_bets, self.floor.table
        if self._before_bets.settings.differential is None:
            return None
        return too_far_apart(before, self.floor.table)

    def _play(self, command: TableCommand) -> Refusal | None:
        now_ms = self._context.now_ms
        refusal = refusal_in_turn(self.floor.table, command, now_ms)
        if refusal is not None:
            return refusal
        table, happened = done(self.floor.table, command, now_ms)
        self.floor = replace(self.floor, table=table)
        if self.floor.dealer and isinstance(command, OpenBetting):
            self.floor = begun_by(self.floor, self.floor.dealer)
        self.events += happened
        return None

    # --- shoes ----------------------------------------------------------------------------------

    def _bring_shoe(self, outside: str) -> Refusal | None:
        """Put the promised shoe on the table: its order follows from secret and outside entropy."""
        promised = self.floor.committed
        if promised is None:
            return Refusal(Code.NO_SHOE_PROMISED, "the house has not committed itself to a shoe")
        if not _is_hexadecimal(outside):
            return Refusal(Code.ENTROPY_MALFORMED, "entropy from outside is given in hexadecimal")
        secret = self.secrets[self.floor.id, promised.number]
        order = order_for(self.floor, promised.number, secret, outside)
        if self.floor.unrevealed is not None:
            self._reveal(self.floor.unrevealed)
        refused = self._play(OpenShoe(order, self._who))
        if refused is not None:
            return refused
        self.floor = begun(self.floor, promised.number)
        if outside:
            self.record(OutsideEntropyMixed(promised.number, outside))
        return None

    def keep_promises(self) -> None:
        """Reveal what is over or out of turn, and commit to the shoe that comes next."""
        if self.floor.unrevealed is not None and self.floor.table.shoe is None:
            self._reveal(self.floor.unrevealed)
        if self.floor.committed and self.floor.committed.number <= self.floor.table.shoes:
            self._reveal(self.floor.committed.number)
        if self.floor.committed is None and self._shuffles:
            self._commit(self.floor.table.shoes + 1)

    @property
    def _shuffles(self) -> bool:
        return self.floor.is_open and not self.floor.table.settings.results_only

    def _commit(self, number: int) -> None:
        secret = self._context.draw_secret()
        self.secrets = self.secrets.set((self.floor.id, number), secret)
        self.record(ShoeCommitted(number, commitment(secret, table=self.floor.id, shoe=number)))

    def _reveal(self, number: int) -> None:
        secret = self.secrets[self.floor.id, number]
        outside = self.floor.outside if number == self.floor.unrevealed else ""
        decks = self.floor.table.settings.decks
        self.secrets = self.secrets.delete((self.floor.id, number))
        self.record(ShoeRevealed(number, decks, secret.hex(), outside))

    def reveal_abandoned(self) -> None:
        """Reveal the shoe that a closing table leaves; the promised one waits, unseen, for it."""
        if self.floor.unrevealed is not None:
            self._reveal(self.floor.unrevealed)


def order_for(floor: Floor, shoe: int, secret: bytes, outside: str) -> tuple[str, ...]:
    """Derive the order of a shoe of a table, in notation."""
    settings = floor.table.settings
    reveal = Reveal(
        table=floor.id,
        shoe=shoe,
        decks=settings.decks,
        secret=secret,
        outside=bytes.fromhex(outside),
    )
    return written_order_of(reveal, settings.rulebook.deck)


def _is_hexadecimal(text: str) -> bool:
    return len(text) <= LONGEST_OUTSIDE and _HEXADECIMAL.fullmatch(text) is not None
