"""The state of a table: what the events so far add up to."""

import msgspec
from immutables import Map

from punto.coup import Coup, Phase
from punto.ledger import felt_position
from punto.roads import Board
from punto.table.settings import Settings
from punto.table.shoe import TableShoe

OVER = (Phase.SETTLED, Phase.VOID)
_RESULT_KNOWN = (Phase.RESULT, Phase.COLLECTED, Phase.SETTLED)


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A live table. Rounds are numbered without gaps from 1."""

    settings: Settings
    rounds: int = 0
    shoes: int = 0
    coup: Coup | None = None
    shoe: TableShoe | None = None
    seats: Map[str, int] = Map()
    behind: Map[str, int] = Map()
    """Those who stand behind a seat, and bet on its position."""
    lay_at: Map[str, int] = Map()
    """Where the stakes of the last round lay, of those who have left their place since."""
    on_wager: Map[str, int] = Map()
    """What lies on each wager, of all bettors."""
    of_bettor: Map[str, int] = Map()
    """What each bettor has at stake."""
    board: Board = Board()
    recorded: tuple[int, ...] = ()
    """The rounds whose results are on the roads; of an old snapshot, the later ones only."""
    previous_is_void: bool | None = False
    """Whether the round before the present one was void; None where an old snapshot is silent."""
    void_from: int | None = None
    """The first round of those that a ruling has just voided, until the next round commences."""
    voided_late: tuple[int, ...] = ()
    """The rounds that were void after others had followed them."""
    is_scanned: bool = False
    """Whether the cards of the present round are physical ones, and scanned."""
    undecided: int | None = None
    """The round that waits for a supervisor's decision, and all play with it."""
    left_ms: int | None = None
    """What was left of the window when it began to wait."""

    def position_of(self, bettor: str) -> int | None:
        """The position of somebody's wagers: that of his seat, or of the one that he backs."""
        seat = self.seats.get(bettor, self.behind.get(bettor))
        return felt_position(bettor) if seat is None else seat

    def position_of_stake(self, bettor: str) -> int | None:
        """The position at which his wagers of the present round lie or lay."""
        return self.lay_at.get(bettor, self.position_of(bettor))

    @property
    def placed(self) -> tuple[str, ...]:
        """All who have a seat or stand behind one."""
        return (*self.seats, *self.behind)

    def beside(self, bettor: str) -> tuple[str, ...]:
        """The others who have something at stake at the same position."""
        position = self.position_of(bettor)
        if position is None:
            return ()
        return tuple(
            other
            for other in self.of_bettor
            if other != bettor and self.position_of(other) == position
        )

    @property
    def in_play(self) -> bool:
        """Whether a round has commenced and is not over."""
        return self.coup is not None and self.coup.phase not in OVER

    @property
    def closes_at_ms(self) -> int | None:
        """When betting closes by itself; None when it is not open, or somebody closes it."""
        coup = self.coup
        return coup.closes_at_ms if coup is not None and coup.phase is Phase.BETTING else None

    @property
    def has_result(self) -> bool:
        """Whether the result of the present round is on the roads, which begin with each shoe."""
        if self.coup is None or self.coup.phase not in _RESULT_KNOWN:
            return False
        known = not self.recorded or self.recorded[-1] == self.rounds
        return known and bool(self.board.results)

    @property
    def round_shoe(self) -> TableShoe | None:
        """The shoe that the present round was dealt from, while it is on the table."""
        return self.shoe if self.in_play or self.has_result else None

    @property
    def differential(self) -> int:
        """How far all stakes on Player and all on Banker lie apart."""
        return abs(self.on_wager.get("player", 0) - self.on_wager.get("banker", 0))

    @property
    def staked(self) -> int:
        """Everything at stake."""
        return sum(self.on_wager.values())
