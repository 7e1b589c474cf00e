"""punto: a no-commission baccarat house in a box.

The questions people ask are functions here:

>>> import punto
>>> punto.rulebook("mbs-tiger").title
'Tiger No Commission Baccarat'
>>> punto.settle("mbs-tiger", "9s Kh 7d 6c", {"tiger-pair": 100, "tie": 100}).bets[1].net
800
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, overload

from punto.cards import MAX_DECKS, Card, Composition, parse_cards
from punto.errors import UnreadableRulebook, WrongInput
from punto.roads import Board, Result, parse_results
from punto.rules import Rulebook, Settlement, find_rulebook, newest_rulebooks, read_rulebook
from punto.rules import settle as _settle
from punto.rules.reading import MAX_BYTES

if TYPE_CHECKING:
    from punto.exact import ShoeFigures
    from punto.lab import Countability, RunningCount
    from punto.sim import Bets, Game, Play, Simulation, Terms
    from punto.sim.simulation import DealtAsked
    from punto.sim.terms import TermsAsked

__all__ = [
    "Rulebook",
    "Settlement",
    "countability",
    "full_shoe",
    "odds",
    "par_sheet",
    "read_text",
    "roads",
    "rulebook",
    "rulebooks",
    "settle",
    "simulate",
]
__version__ = "0.2.0"


def rulebooks() -> tuple[Rulebook, ...]:
    """List the newest version of every rulebook of a game; those of side bets go by name alone."""
    return newest_rulebooks()


def rulebook(name: str | Path) -> Rulebook:
    """Find a rulebook: `mbs-tiger`, `mbs-tiger@3`, or the path of your own `.toml`."""
    if isinstance(name, Path) or name.endswith(".toml"):
        return read_rulebook(read_text(Path(name)), source=str(name))
    return find_rulebook(name)


def settle(
    rules: str | Path | Rulebook, cards: str | Sequence[Card], bets: Mapping[str, int]
) -> Settlement:
    """Settle bets, in minor units by wager id, on cards in the order they leave the shoe."""
    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    return _settle(found, parse_cards(cards) if isinstance(cards, str) else cards, bets)


def odds(
    rules: str | Path | Rulebook,
    *,
    decks: int | None = None,
    shoe: str | Composition | None = None,
    seen: str | Sequence[Card] = (),
    any_decks: bool = False,
) -> "ShoeFigures":
    """Count every wager exactly: for a full shoe of `decks`, or for what remains of a shoe.

    Cards that were `seen` are gone from the full shoe.
    """
    from punto.exact import figures

    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    gone = parse_cards(seen) if isinstance(seen, str) else seen
    if shoe is None:
        return figures(found, full_shoe(found, decks, any_decks=any_decks).without(gone))
    if decks is not None or gone:
        raise WrongInput("give the decks and the cards seen, or the shoe, not both")
    remaining = Composition.parse(found.deck, shoe) if isinstance(shoe, str) else shoe
    return figures(found, remaining)


@overload
def simulate(
    rules: str | Path | Rulebook,
    *,
    rounds: int,
    seed: int,
    decks: int | None = None,
    burn: int = 0,
    cut: int = 14,
    workers: int = 1,
    backend: str = "processes",
    scheduler: str | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> "Simulation": ...


@overload
def simulate(
    rules: str | Path | Rulebook,
    *,
    rounds: int,
    seed: int,
    strategy: "str | Bets",
    decks: int | None = None,
    burn: int = 0,
    cut: int = 14,
    workers: int = 1,
    backend: str = "processes",
    scheduler: str | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **terms: "Unpack[TermsAsked]",
) -> "Play": ...


def simulate(  # noqa: PLR0913 – one for each option of the command
    rules: str | Path | Rulebook,
    *,
    rounds: int,
    seed: int,
    strategy: "str | Bets | None" = None,
    decks: int | None = None,
    burn: int = 0,
    cut: int = 14,
    workers: int = 1,
    backend: str = "processes",
    scheduler: str | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **terms: "Unpack[TermsAsked]",
) -> "Simulation | Play":
    """Deal so many rounds from real shoes, and tally every wager; equal seeds, equal counts.

    With a strategy, a session has at most so many rounds; `sessions`, `bankroll`, `minimum`,
    `maximum`, `goal` and `stop_loss` say how it is played, `session` at which one to begin. Where
    there is a `checkpoint`, the same call goes on from it after an interruption. `scheduler` is the
    address of a Dask cluster, for `backend="dask"`.
    """
    from punto.sim import Game, Terms
    from punto.sim import simulate as _simulate

    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    full_shoe(found, decks)  # refuses decks that the rulebook does not allow
    game = Game(found, decks or found.shoe.default_decks, burn, cut)
    kept = None if checkpoint is None else Path(checkpoint)
    how: DealtAsked = {"seed": seed, "workers": workers, "scheduler": scheduler}
    how |= {"checkpoint": kept, "progress": progress}
    if strategy is not None:
        return _play(game, strategy, Terms(rounds=rounds, **terms), backend, how)
    if terms:
        raise WrongInput(f"{', '.join(terms)}: for a strategy, and none is given")
    return _simulate(game, rounds=rounds, backend=backend, **how)


def _play(
    game: "Game", strategy: "str | Bets", terms: "Terms", backend: str, how: "DealtAsked"
) -> "Play":
    from punto.lab.strategies import play
    from punto.sim.simulation import check

    if backend == "gpu":
        raise WrongInput("backend 'gpu': a strategy is played by processes or dask")
    check(terms.rounds, how["seed"], how["workers"], backend, how["scheduler"])
    return play(game, strategy, terms, **how)


def countability(  # noqa: PLR0913 – one for each question
    rules: str | Path | Rulebook,
    *,
    shoes: int,
    seed: int,
    decks: int | None = None,
    burn: int = 0,
    cuts: Sequence[int] | None = None,
    counts: "Mapping[str, RunningCount] | None" = None,
    workers: int = 1,
    backend: str = "processes",
    scheduler: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> "Countability":
    """Solve every round of so many shoes exactly: what knowing the cards is worth, by wager."""
    from punto import lab

    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    full_shoe(found, decks)  # refuses decks that the rulebook does not allow
    return lab.countability(
        found,
        decks=decks or found.shoe.default_decks,
        shoes=shoes,
        seed=seed,
        burn=burn,
        cuts=cuts,
        counts=counts,
        workers=workers,
        backend=backend,
        scheduler=scheduler,
        progress=progress,
    )


def par_sheet(
    rules: str | Path | Rulebook,
    form: str,
    *,
    decks: int | None = None,
    countability_shoes: int | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> str:
    """Write the PAR sheet of a rulebook as `html`, `md` or `json`; with countability, if asked."""
    from punto import lab

    writers: dict[str, Callable[[lab.ParSheet], str]] = {
        "html": lab.as_html,
        "md": lab.as_markdown,
        "json": lambda sheet: json.dumps(lab.as_json(sheet), indent=2) + "\n",
    }
    if form not in writers:
        raise WrongInput(f"a PAR sheet is written as .html, .md or .json, not {form!r}")
    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    full_shoe(found, decks)  # refuses decks that the rulebook does not allow
    count = decks or found.shoe.default_decks
    counted = None
    if countability_shoes is not None:  # one seed for all: the same input gives the same sheet
        shoes = countability_shoes
        counted = countability(
            found, shoes=shoes, seed=1, decks=count, workers=workers, progress=progress
        )
    return writers[form](lab.par_sheet(found, count, countability=counted))


def roads(results: str | Iterable[Result]) -> Board:
    """Lay out the roads of a run of results: letters such as `BPTBB`, or results themselves."""
    return Board.of(parse_results(results) if isinstance(results, str) else results)


def full_shoe(rules: Rulebook, decks: int | None, *, any_decks: bool = False) -> Composition:
    """Count a full shoe of so many decks, or of the usual number, if the rulebook allows it."""
    count = rules.shoe.default_decks if decks is None else decks
    if not 1 <= count <= MAX_DECKS:
        raise WrongInput(f"a shoe has 1 to {MAX_DECKS} decks, not {count}")
    low, high = rules.shoe.min_decks, rules.shoe.max_decks
    if not any_decks and not low <= count <= high:
        span = f"{low} to {high} decks" if low < high else f"{low} decks"
        hint = "`punto odds --any-decks` explores others"
        raise WrongInput(f"{rules.id} is played with {span}, not {count}; {hint}")
    return Composition.of_decks(rules.deck, count)


def read_text(path: Path) -> str:
    """Read a rulebook's file; whatever cannot be one is refused with the reason."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
            raise UnreadableRulebook(f"{path}: not a file")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise UnreadableRulebook(f"{path}: longer than {MAX_BYTES // 1024} KiB")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableRulebook(f"{path}: not UTF-8 text") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        if isinstance(error, UnreadableRulebook):
            raise
        raise UnreadableRulebook(f"{path}: {getattr(error, 'strerror', None) or error}") from None
