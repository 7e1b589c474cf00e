"""A table of the house as plain data, stored and read back: all but the order of its shoe."""

import msgspec
from immutables import Map

from punto.cards import parse_card
from punto.coup import Coup, Phase
from punto.coup.event import Bet
from punto.ledger import Movement, Round
from punto.roads import Board, Result
from punto.rules import deal
from punto.table.banking import RoundMoney, Stakes
from punto.table.contributing import Contributing
from punto.table.house_table import HouseTable
from punto.table.landmarks import Landmarks
from punto.table.record import ShoeCommitted, ShoeMixed, ShoeRevealed
from punto.table.settings import Settings
from punto.table.shoe import TableShoe
from punto.table.state import Table


class CarriedShoe(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe on the table, without its order."""

    number: int
    size: int
    cut: int
    one_round: bool
    scanned: bool
    gone: int
    seen: dict[str, int]
    rounds_left: int | None


class CarriedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """The round in play, or the last one."""

    number: int
    training: bool
    phase: Phase
    stakes: list[tuple[str, str, int]]
    cards: list[str]
    aside: list[str]
    totals_announced: bool
    surplus: list[str] = []
    closes_at_ms: int | None = None
    results: tuple[Bet, ...] = ()
    taken_back: tuple[Bet, ...] = ()


class CarriedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the house. Equal ones give equal bytes, so this also compares two states."""

    id: str
    settings: Settings
    is_open: bool
    rounds: int
    shoes: int
    coup: CarriedCoup | None
    shoe: CarriedShoe | None
    seats: dict[str, int]
    results: list[Result]
    recorded: tuple[int, ...]
    undecided: int | None
    played: Round | None
    stakes: list[tuple[str, str, tuple[str, ...]]]
    committed: ShoeCommitted | None
    outside: str
    unrevealed: int | None
    commitments: tuple[ShoeCommitted, ...]
    revealed: tuple[ShoeRevealed, ...]
    is_scanned: bool | None = None
    """None in a snapshot of before this was kept."""
    left_ms: int | None = None
    previous_is_void: bool | None = None
    """None in a snapshot of before this was kept."""
    void_from: int | None = None
    voided_late: tuple[int, ...] = ()
    owner: str = ""
    house: str = "house"
    money: tuple[str, list[Movement]] = ("", [])
    """The round that money has moved for, and what has."""
    dealer: str = ""
    dealt_by: tuple[str, ...] = ()
    dealt_before: tuple[str, ...] = ()
    behind: dict[str, int] = {}
    lay_at: dict[str, int] = {}
    contributing: Contributing = Contributing()
    mixed: ShoeMixed | None = None
    landmarks: Landmarks = Landmarks()
    """All 0 in a snapshot of before this was kept."""


def carried(house_table: HouseTable) -> CarriedTable:
    """Write a table down."""
    table = house_table.table
    return CarriedTable(
        id=house_table.id,
        settings=table.settings,
        is_open=house_table.is_open,
        rounds=table.rounds,
        shoes=table.shoes,
        coup=_carried_coup(table.coup) if table.coup else None,
        shoe=_carried_shoe(table.shoe) if table.shoe else None,
        seats=dict(sorted(table.seats.items())),
        behind=dict(sorted(table.behind.items())),
        lay_at=dict(sorted(table.lay_at.items())),
        results=list(table.board.results),
        recorded=table.recorded,
        undecided=table.undecided,
        played=house_table.played,
        stakes=sorted((*key, transfers) for key, transfers in house_table.stakes.items()),
        committed=house_table.committed,
        outside=house_table.outside,
        unrevealed=house_table.unrevealed,
        commitments=house_table.commitments,
        revealed=house_table.revealed,
        is_scanned=table.is_scanned,
        left_ms=table.left_ms,
        previous_is_void=table.previous_is_void,
        void_from=table.void_from,
        voided_late=table.voided_late,
        owner=house_table.owner,
        house=house_table.house,
        money=_carried_money(house_table.money),
        dealer=house_table.dealer,
        dealt_by=house_table.dealt_by,
        dealt_before=house_table.dealt_before,
        contributing=house_table.contributing,
        mixed=house_table.mixed,
        landmarks=house_table.landmarks,
    )


def _carried_money(money: RoundMoney) -> tuple[str, list[Movement]]:
    return money.round, [money.entries[key] for key in sorted(money.entries)]


def _carried_coup(coup: Coup) -> CarriedCoup:
    return CarriedCoup(
        number=coup.number,
        training=coup.training,
        phase=coup.phase,
        stakes=sorted((*key, stake) for key, stake in coup.stakes.items()),
        cards=[str(card) for card in coup.cards],
        aside=[str(card) for card in coup.aside],
        surplus=[str(card) for card in coup.surplus],
        totals_announced=coup.totals_announced,
        closes_at_ms=coup.closes_at_ms,
        results=coup.results,
        taken_back=coup.taken_back,
    )


def _carried_shoe(shoe: TableShoe) -> CarriedShoe:
    return CarriedShoe(
        number=shoe.number,
        size=shoe.size,
        cut=shoe.cut,
        one_round=shoe.one_round,
        scanned=shoe.scanned,
        gone=shoe.gone,
        seen=dict(sorted(shoe.seen.items())),
        rounds_left=shoe.rounds_left,
    )


def restored(kept: CarriedTable) -> HouseTable:
    """Read a table back; its shoe still wants its order."""
    stakes: Stakes = Map({(bettor, wager): held for bettor, wager, held in kept.stakes})
    return HouseTable(
        id=kept.id,
        table=_restored_table(kept),
        is_open=kept.is_open,
        played=kept.played,
        stakes=stakes,
        committed=kept.committed,
        outside=kept.outside,
        unrevealed=kept.unrevealed,
        commitments=kept.commitments,
        revealed=kept.revealed,
        owner=kept.owner,
        house=kept.house,
        money=RoundMoney(kept.money[0], Map({each.id: each for each in kept.money[1]})),
        dealer=kept.dealer,
        dealt_by=kept.dealt_by,
        contributing=kept.contributing,
        mixed=kept.mixed,
        landmarks=kept.landmarks,
        dealt_before=kept.dealt_before,
    )


def _restored_table(kept: CarriedTable) -> Table:
    on_wager: dict[str, int] = {}
    of_bettor: dict[str, int] = {}
    coup = _restored_coup(kept.coup, kept.settings) if kept.coup else None
    table = Table(settings=kept.settings, coup=coup)
    if table.in_play and kept.coup:
        for bettor, wager, stake in kept.coup.stakes:
            on_wager[wager] = on_wager.get(wager, 0) + stake
            of_bettor[bettor] = of_bettor.get(bettor, 0) + stake
    return Table(
        settings=kept.settings,
        rounds=kept.rounds,
        shoes=kept.shoes,
        coup=coup,
        shoe=_restored_shoe(kept.shoe) if kept.shoe else None,
        seats=Map(kept.seats),
        behind=Map(kept.behind),
        lay_at=Map(kept.lay_at),
        on_wager=Map(on_wager),
        of_bettor=Map(of_bettor),
        board=Board.of(kept.results),
        recorded=kept.recorded,
        undecided=kept.undecided,
        is_scanned=_is_scanned(kept),
        left_ms=kept.left_ms,
        previous_is_void=kept.previous_is_void,
        void_from=kept.void_from,
        voided_late=kept.voided_late,
    )


def _is_scanned(kept: CarriedTable) -> bool:
    if kept.is_scanned is not None:
        return kept.is_scanned
    return kept.shoe is not None and kept.shoe.scanned


def _restored_coup(kept: CarriedCoup, settings: Settings) -> Coup:
    return Coup(
        number=kept.number,
        rulebook=settings.rulebook,
        training=kept.training,
        phase=kept.phase,
        stakes=Map({(bettor, wager): stake for bettor, wager, stake in kept.stakes}),
        dealt=deal(map(parse_card, kept.cards)),
        aside=tuple(map(parse_card, kept.aside)),
        surplus=tuple(map(parse_card, kept.surplus)),
        totals_announced=kept.totals_announced,
        closes_at_ms=kept.closes_at_ms,
        results=kept.results,
        taken_back=kept.taken_back,
    )


def _restored_shoe(kept: CarriedShoe) -> TableShoe:
    return TableShoe(
        number=kept.number,
        size=kept.size,
        cut=kept.cut,
        one_round=kept.one_round,
        scanned=kept.scanned,
        gone=kept.gone,
        seen=Map(kept.seen),
        rounds_left=kept.rounds_left,
    )
