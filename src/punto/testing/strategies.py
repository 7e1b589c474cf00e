"""Hypothesis strategies: settings of tables, commands, and whole games that shrink well."""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

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
from punto.refusal import Refusal
from punto.rules import Rulebook, Winner, newest_rulebooks
from punto.table import Found, Limit, Settings, Table, TableCommand, step
from punto.table.command import (
    Decide,
    DrawCard,
    LeaveSeat,
    RecordResult,
    ReportIrregularity,
    StandBehind,
    TakeSeat,
)
from punto.testing.random_command import BETTORS, ODD_AMOUNTS, ODD_CARDS, Kind, command_of
from punto.testing.workload import History, Outcome

limits = st.builds(
    Limit,
    minimum=st.sampled_from((1, 10, 20)),
    maximum=st.sampled_from((100, 1_000, 10**9)),
    step=st.sampled_from((1, 10, 20)),
)
"""Limits of a wager."""

_people = st.sampled_from((*BETTORS, ""))
_staff = st.sampled_from(("dora", "sam", "", " "))
_reasons = st.sampled_from(("seen on camera", "routine", ""))
_deadlines = st.integers(0, 80)


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Draw settings under which shoes end soon and limits are met."""
    rulebook = draw(st.sampled_from(newest_rulebooks()))
    decks = draw(st.integers(1, 2))
    return Settings(
        rulebook=rulebook,
        decks=decks,
        limit=draw(limits),
        limits=draw(st.dictionaries(st.sampled_from(("tie", "banker")), limits)),
        seat_maximum=draw(st.none() | st.integers(20, 500)),
        table_maximum=draw(st.none() | st.integers(20, 1_500)),
        differential=draw(st.none() | st.integers(0, 400)),
        positions=draw(st.integers(0, 4)),
        back_betting=draw(st.booleans()),
        burn=draw(st.integers(0, 10)),
        cut=draw(st.integers(0, decks * len(rulebook.deck))),
        results_only=draw(st.sampled_from((False, False, False, True))),
    )


def cards(rulebook: Rulebook) -> st.SearchStrategy[str]:
    """Write cards of the deck, and some that are none or foreign."""
    return st.sampled_from((*map(str, rulebook.deck.cards), *ODD_CARDS))


def commands(rulebook: Rulebook) -> st.SearchStrategy[TableCommand]:
    """Any command with any content, whatever the table is doing; shoes come from games."""
    wagers = st.sampled_from((*(wager.id for wager in rulebook.wagers), "dragon", ""))
    amounts = st.sampled_from(ODD_AMOUNTS) | st.integers(1, 50).map(lambda times: times * 20)
    card = cards(rulebook)
    return st.one_of(
        st.builds(PlaceWager, _people, wagers, amounts),
        st.builds(WithdrawWager, _people, wagers),
        st.builds(DealCard, card),
        st.builds(SetCardAside, card, _staff, _reasons),
        st.builds(CorrectCard, st.integers(-1, 6), card, _staff, _reasons),
        st.builds(VoidRound, st.just("malfunction"), st.none(), _staff, _reasons),
        st.builds(TakeSeat, _people, st.integers(-1, 6)),
        st.builds(StandBehind, _people, st.integers(-1, 6)),
        st.builds(LeaveSeat, _people),
        st.builds(
            ReportIrregularity,
            found=st.sampled_from(Found),
            who=_staff,
            why=_reasons,
            round=st.none() | st.integers(0, 3),
            in_initial_deal=st.booleans(),
            reconstructed=st.booleans(),
            cards=st.just(()) | st.lists(card, max_size=7).map(tuple),
        ),
        st.builds(RecordResult, winner=st.sampled_from(Winner), who=_staff),
        st.builds(Decide, void=st.booleans(), who=_staff, why=_reasons),
        st.builds(OpenBetting, st.none() | _deadlines),
        st.builds(ProlongBetting, _deadlines),
        st.sampled_from(_PLAIN),
    )


_PLAIN: tuple[TableCommand, ...] = (
    OpenBetting(),
    CloseBetting(),
    DrawCard(),
    AnnounceTotals(),
    AnnounceResult(),
    CollectLosing(),
    PayWinning(),
)


class Move(NamedTuple):
    """A command still to be made: of this kind, fitting the table when its turn comes."""

    kind: Kind
    number: int
    """What decides the rest of it."""


class Game(NamedTuple):
    """Settings and what is to be asked of the table."""

    settings: Settings
    moves: tuple[Move | TableCommand, ...]
    scanned: bool


@st.composite
def games(draw: st.DrawFn, *, longest: int = 60) -> Game:
    """Draw a game; mostly what comes next, so that rounds are finished."""
    chosen = draw(settings())
    kinds = st.sampled_from((*Kind, *[Kind.PROGRESS] * 2 * len(Kind)))
    fitting = st.builds(Move, kinds, st.integers(0, 255))
    sensible = st.builds(Move, st.just(Kind.PROGRESS), st.integers(0, 255))
    moves = st.lists(sensible | fitting | commands(chosen.rulebook), min_size=8, max_size=longest)
    opening = [Move(Kind.PROGRESS, draw(st.integers(0, 255)))] * draw(st.integers(0, 20))
    return Game(chosen, (*opening, *draw(moves)), draw(st.booleans()))


def play(game: Game) -> History:
    """Play a game to its end."""
    opening = table = Table(settings=game.settings)
    steps: list[tuple[TableCommand, Outcome]] = []
    for now_ms, move in enumerate(game.moves):
        command = _made(move, table, scanned=game.scanned) if isinstance(move, Move) else move
        outcome = step(table, command, now_ms)
        if isinstance(outcome, Refusal):
            steps.append((command, outcome))
            continue
        table, events = outcome
        steps.append((command, events))
    return History(opening, tuple(steps), table)


def _made(move: Move, table: Table, *, scanned: bool) -> TableCommand:
    chance = Random(move.number)  # noqa: S311 – the number is Hypothesis's to choose
    return command_of(move.kind, chance, table, scanned=float(scanned))
