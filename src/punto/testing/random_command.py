"""One random command for a table, sensible or not."""

from collections.abc import Callable
from enum import Enum
from math import lcm
from random import Random
from typing import Final, NamedTuple, TypeAlias

from punto.coup import Phase
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    CorrectCard,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.ledger import felt_account
from punto.rules import Rulebook, VoidCause, Winner
from punto.table import Found, Table, TableCommand
from punto.table.command import (
    Decide,
    DrawCard,
    DropResult,
    LeaveSeat,
    OpenShoe,
    RecordResult,
    ReportIrregularity,
    StandBehind,
    TakeSeat,
    VoidEarlierRound,
)

BETTORS: Final = ("ann", "ben", "cat", "dan")
NO_POSITION: Final = felt_account("table", 99)
"""Chips where no table has a position."""
ODD_AMOUNTS: Final = (-5, 0, 1, 3, 7, 999, 10**15, 10**18)
ODD_CARDS: Final = ("", "10h", "9x", "joker", "As ", "ah", "Lm", "5e", "Kd")
STAFF: Final = ("dora", "sam", "dora", "sam", "dora", "sam", "", " ")
REASONS: Final = ("seen on camera", "the bettor says so", "routine", "routine", "")


class Kind(Enum):
    """A kind of command that the workload can make."""

    PROGRESS = "what comes next"
    BET = "a wager that fits"
    ODD_BET = "a wager that hardly fits"
    WITHDRAWAL = "a wager taken back"
    SEAT = "somebody sits down or leaves"
    SHOE = "another shoe, complete or not"
    PROLONG = "more time for bets, or less"
    CARD = "a card out of turn"
    ASIDE = "a card set aside"
    CORRECTION = "a card corrected"
    REPORT = "an irregularity"
    RECONSTRUCTION = "cards put in their order"
    REACHING_BACK = "an earlier round voided"
    DECISION = "a supervisor's decision"
    RECORD = "a result of physical chips, recorded or dropped"
    NONSENSE = "anything at any time"


class Mix(NamedTuple):
    """How often each kind of command comes, and where the cards come from."""

    kinds: tuple[Kind, ...]
    cumulative: tuple[int, ...]
    scanned: float
    """How often a new shoe is of cards to be scanned."""


def random_command(chance: Random, table: Table, mix: Mix) -> TableCommand:
    """Make one command of a random kind."""
    (kind,) = chance.choices(mix.kinds, cum_weights=mix.cumulative)
    return command_of(kind, chance, table, scanned=mix.scanned)


def command_of(kind: Kind, chance: Random, table: Table, *, scanned: float) -> TableCommand:
    """Make one command of this kind."""
    if kind is Kind.PROGRESS:
        return _progress(chance, table, scanned)
    if kind is Kind.SHOE:
        return _shoe(chance, table, scanned)
    return _MAKERS[kind](chance, table)


def _progress(chance: Random, table: Table, scanned: float) -> TableCommand:
    """Do what a good dealer would do next."""
    if table.undecided is not None:
        return Decide(void=chance.random() < 0.5, who="sam", why="as seen on camera")
    if table.void_from is not None and chance.random() < 0.7:
        return _reaching_back(chance, table)
    coup = table.coup
    if coup is None or not table.in_play:
        return _between(chance, table, scanned)
    if coup.phase is Phase.BETTING:
        return CloseBetting() if chance.random() < 0.4 else _bet(chance, table)
    if coup.phase is Phase.DEALING:
        return _dealing(chance, table)
    return CollectLosing() if coup.phase is Phase.RESULT else PayWinning()


def _between(chance: Random, table: Table, scanned: float) -> TableCommand:
    if table.rounds and chance.random() < 0.4:
        return _afterwards(chance, table)
    if table.shoe is None:
        return _full_shoe(chance, table, scanned)
    return _record(chance, table) if table.settings.results_only else _open(chance)


def _open(chance: Random) -> OpenBetting:
    """Open with a deadline now and then, which may be long past."""
    return OpenBetting(chance.randrange(60) if chance.random() < 0.3 else None)


def _prolong(chance: Random, table: Table) -> TableCommand:  # noqa: ARG001 – as the others
    return ProlongBetting(chance.randrange(80))


def _afterwards(chance: Random, table: Table) -> TableCommand:
    """Report what reaches a round that is over: cards to put in order, or a malfunction."""
    if not table.settings.rulebook.void_rule(VoidCause.MALFUNCTION):
        return _reconstruction(chance, table)
    first = chance.randint(1, max(table.rounds - 1, 1))
    return ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="as logged", round=first)


def _dealing(chance: Random, table: Table) -> TableCommand:
    assert table.coup is not None, "a round is being dealt"
    if table.coup.totals_due:
        return AnnounceTotals()
    if table.coup.next_card_for is None:
        return AnnounceResult()
    if table.shoe is not None and table.shoe.scanned:
        return DealCard(_card(chance, table.settings.rulebook))
    return DrawCard()


def _card(chance: Random, rulebook: Rulebook) -> str:
    return str(chance.choice(rulebook.deck.cards))


def _full_shoe(chance: Random, table: Table, scanned: float) -> OpenShoe:
    if chance.random() < scanned:
        return OpenShoe(None, "dora")
    order = [str(card) for card in table.settings.rulebook.deck.cards] * table.settings.decks
    chance.shuffle(order)
    return OpenShoe(tuple(order), "dora")


def _shoe(chance: Random, table: Table, scanned: float) -> OpenShoe:
    """Open another shoe, sometimes with a card too few, too many, twice, or strange."""
    shoe = _full_shoe(chance, table, scanned)
    if shoe.order is None or chance.random() < 0.5:
        return shoe
    spoiled = chance.choice(
        (
            shoe.order[1:],
            (*shoe.order, shoe.order[0]),
            (shoe.order[1], *shoe.order[1:]),
            (chance.choice(ODD_CARDS), *shoe.order[1:]),
            (),
        )
    )
    return OpenShoe(spoiled, chance.choice(STAFF))


def _bet(chance: Random, table: Table) -> TableCommand:
    """Place a wager that fits, or sit down first."""
    settings = table.settings
    bettor = _bettor(chance, settings.positions)
    if settings.positions and bettor in BETTORS and table.position_of(bettor) is None:
        return _come(chance, table, bettor, chance.randint(1, settings.positions))
    wagers = settings.rulebook.wagers
    wager = chance.choice(wagers[:2] if chance.random() < 0.5 else wagers)
    limit = settings.limit_of[wager.id]
    unit = lcm(limit.step, wager.step)
    least = -(-limit.minimum // unit)
    return PlaceWager(bettor, wager.id, unit * (least + chance.randrange(8)))


def _bettor(chance: Random, positions: int) -> str:
    """Choose a player, or the chips of somebody without a name, which a dealer has entered."""
    if positions and chance.random() < 0.2:
        return felt_account("table", chance.randint(1, positions))
    return chance.choice(BETTORS)


def _odd_bet(chance: Random, table: Table) -> TableCommand:
    wagers = [wager.id for wager in table.settings.rulebook.wagers]
    wager = chance.choice((*wagers, "dragon", "", "Banker"))
    return PlaceWager(chance.choice((*BETTORS, "", NO_POSITION)), wager, chance.choice(ODD_AMOUNTS))


def _withdrawal(chance: Random, table: Table) -> TableCommand:
    stakes = [*table.coup.stakes] if table.coup else []
    if stakes and chance.random() < 0.8:
        return WithdrawWager(*chance.choice(sorted(stakes)))
    return WithdrawWager(chance.choice(BETTORS), table.settings.rulebook.wagers[0].id)


def _seat(chance: Random, table: Table) -> TableCommand:
    bettor = chance.choice(BETTORS)
    if chance.random() < 0.4:
        return LeaveSeat(bettor)
    return _come(chance, table, bettor, chance.randint(-1, table.settings.positions + 1))


def _come(chance: Random, table: Table, bettor: str, position: int) -> TableCommand:
    """Sit down, or stand behind whoever does."""
    if table.settings.back_betting and chance.random() < 0.5:
        return StandBehind(bettor, position)
    return TakeSeat(bettor, position)


def _any_card(chance: Random, table: Table) -> str:
    odd = chance.random() < 0.2
    return chance.choice(ODD_CARDS) if odd else _card(chance, table.settings.rulebook)


def _card_out_of_turn(chance: Random, table: Table) -> TableCommand:
    return DrawCard() if chance.random() < 0.3 else DealCard(_any_card(chance, table))


def _aside(chance: Random, table: Table) -> TableCommand:
    return SetCardAside(_any_card(chance, table), chance.choice(STAFF), chance.choice(REASONS))


def _correction(chance: Random, table: Table) -> TableCommand:
    card = _any_card(chance, table)
    place = chance.randint(-1, 6)
    return CorrectCard(place, card, chance.choice(STAFF), chance.choice(REASONS))


_FOUND: Final = tuple(Found)


def _report(chance: Random, table: Table) -> TableCommand:
    reaches_back = table.settings.rulebook.void_rule(VoidCause.MALFUNCTION) is not None
    often = reaches_back and chance.random() < 0.5
    return ReportIrregularity(
        found=Found.MALFUNCTION if often else chance.choice(_FOUND),
        who=chance.choice(STAFF),
        why=chance.choice(REASONS),
        round=chance.randint(-1, table.rounds + 1) if chance.random() < 0.4 else None,
        in_initial_deal=chance.random() < 0.5,
        reconstructed=chance.random() < 0.4,
        new_shoe=chance.random() < 0.2,
    )


def _reconstruction(chance: Random, table: Table) -> TableCommand:
    """Put other cards in the place of those recorded: one more, one fewer, or all others."""
    cards = [str(card) for card in table.coup.cards] if table.coup else []
    if table.coup is not None and table.coup.phase is Phase.SETTLED:
        cards = [_card(chance, table.settings.rulebook) for _ in range(6)]
    for _ in range(chance.randrange(3)):
        cards.insert(chance.randint(0, len(cards)), _any_card(chance, table))
    if cards and chance.random() < 0.3:
        del cards[chance.randrange(len(cards))]
    return ReportIrregularity(
        found=chance.choice(_MENDED),
        who="dora",
        why="as seen on camera",
        reconstructed=chance.random() < 0.9,
        cards=tuple(cards),
    )


_MENDED: Final = (
    *[Found.INCORRECT_NUMBER_OF_CARDS] * 3,
    Found.SHOE_ORDER_ALTERED,
    Found.FOREIGN_CARD,
)


def _reaching_back(chance: Random, table: Table) -> TableCommand:
    """Void an earlier round, as only a ruling may demand."""
    rulebook = table.settings.rulebook
    rule = rulebook.void_rule(VoidCause.MALFUNCTION)
    return VoidEarlierRound(
        round=chance.randint(table.void_from or 0, table.rounds),
        rulebook=rulebook.key,
        settled_again=0,
        bets=(),
        reason="malfunction",
        clause=rule.clause if rule else None,
        who="sam",
        why=chance.choice(REASONS),
    )


def _decision(chance: Random, table: Table) -> TableCommand:  # noqa: ARG001 – as the others
    void = chance.random() < 0.5
    who, why = chance.choice(STAFF), chance.choice(REASONS)
    return Decide(void=void, who=who, why=why, new_shoe=chance.random() < 0.3)


_WINNERS: Final = tuple(Winner)


def _record(chance: Random, table: Table) -> TableCommand:  # noqa: ARG001 – as the others
    if chance.random() < 0.25:
        return DropResult(chance.choice(STAFF), chance.choice(REASONS))
    winner = chance.choice(_WINNERS)
    sixes = (0, 2, 3) if winner is Winner.BANKER else (0,)
    return RecordResult(
        winner=winner,
        who=chance.choice(STAFF),
        natural=chance.random() < 0.2,
        six=chance.choice(sixes),
    )


_PLAIN: Final[tuple[TableCommand, ...]] = (
    OpenBetting(),
    CloseBetting(),
    DrawCard(),
    AnnounceTotals(),
    AnnounceResult(),
    CollectLosing(),
    PayWinning(),
    VoidRound("foreign-card", None, "sam", "routine"),
    OpenShoe(None, "dora"),
)


def _nonsense(chance: Random, table: Table) -> TableCommand:
    """Ask for anything at any time."""
    if chance.random() < 0.7:
        return chance.choice(_PLAIN)
    return chance.choice(_EVERY_MAKER)(chance, table)


_Maker: TypeAlias = Callable[[Random, Table], TableCommand]

_MAKERS: Final[dict[Kind, _Maker]] = {
    Kind.BET: _bet,
    Kind.ODD_BET: _odd_bet,
    Kind.WITHDRAWAL: _withdrawal,
    Kind.SEAT: _seat,
    Kind.PROLONG: _prolong,
    Kind.CARD: _card_out_of_turn,
    Kind.ASIDE: _aside,
    Kind.CORRECTION: _correction,
    Kind.REPORT: _report,
    Kind.RECONSTRUCTION: _reconstruction,
    Kind.REACHING_BACK: _reaching_back,
    Kind.DECISION: _decision,
    Kind.RECORD: _record,
    Kind.NONSENSE: _nonsense,
}
_EVERY_MAKER: Final = tuple(maker for maker in _MAKERS.values() if maker is not _nonsense)
