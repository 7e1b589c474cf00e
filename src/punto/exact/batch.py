"""Many shoes at once, the fast way: figures in floats, each within a few roundings of the integers.

Wagers on the ending are counted by `punto.exact.closed`, wagers on pairs from the counts of the
ranks, or of the cards where they are about suits; all give exact integers. What mixes them the
plain way counts, one shoe after the other, and the batch says so.

An expected value may be a small difference of large numbers, so it is summed in integers: nets are
brought to one denominator, counts are cut into a high and a low part so that products fit 64 bits,
and only the finished sum becomes a float. From there on there are five roundings (the sum's two
parts, the denominator twice, the quotient), each of at most 2**−53: every expected value and
every probability is within 6e-16 of itself, whatever cancels.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from punto.cards import Composition
from punto.cards.deck import MAX_DECKS, Deck
from punto.errors import WrongInput
from punto.exact import closed
from punto.exact.counting import figures
from punto.exact.figures import WagerFigures, net_of
from punto.exact.starts import trait_counts
from punto.exact.tally import ROUND_CARDS
from punto.frames import frame_of
from punto.rules import Rulebook, Wager
from punto.rules.ending import ENDINGS, TRAITS, Trait, facts_at
from punto.rules.needs import Detail, detail_of, is_of_endings, is_of_starts
from punto.rules.wager import UNMATCHED

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Shoes = npt.NDArray[np.integer] | Sequence[Sequence[int] | Composition]

VOID: Final = "void"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Batch:
    """All wagers of a rulebook on many shoes. Pushes and voids stay in the denominator, net 0."""

    rulebook: Rulebook
    ev: Floats
    """One row for each shoe, one column for each wager: the net result of a stake of one."""
    probabilities: Mapping[str, Mapping[str, Floats]]
    """By wager and by what it pays (`1:2`, `push`, `lose`, `void`), one for each shoe."""
    sequences: Integers
    """Ordered draws of `min(6, cards)` cards of each shoe."""
    fallback: tuple[str, ...]
    """Wagers that the plain way counted: for every shoe, or for those of fewer than six cards."""
    unknown: tuple[str, ...]
    """Wagers on suits where some shoe does not know its suits: NaN in its row."""

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers by the columns of `ev`."""
        return tuple(wager.id for wager in self.rulebook.wagers)

    def to_frame(self, library: str | None = None) -> Any:  # noqa: ANN401 – pandas' or polars'
        """Give expected values as a data frame: a row for each shoe, a column for each wager."""
        return frame_of(dict(zip(self.wagers, self.ev.T, strict=True)), library)

    def __repr__(self) -> str:
        """Say it shortly: the arrays would fill a screen."""
        return f"<{self.rulebook.id}, {len(self.ev)} shoes: {', '.join(self.wagers)}>"


Gather = Callable[[Integers, Integers], Integers]
"""Whoever adds endings up: `closed.gathered`, or another that gives the same."""


def evaluate(rulebook: Rulebook, compositions: Shoes, gather: Gather = closed.gathered) -> Batch:
    """Evaluate every wager on shoes by rank, in the order of `deck.ranks`, or on compositions."""
    ranks = _checked(rulebook.deck, compositions)
    cards = ranks.sum(axis=1)
    plan = _plan(rulebook)
    batch = _Growing(rulebook, _sequences(cards))
    for wager, tally in _ending_tallies(plan, rulebook.deck, ranks, gather):
        batch.add(wager, tally)
    for wager, tally in _start_tallies(plan, ranks, cards):
        batch.add(wager, tally)
    held, is_held = _cards_of(rulebook.deck, compositions, plan)
    for wager, tally in _suited_tallies(plan, held, cards):
        batch.add(wager, tally)
    short = cards < ROUND_CARDS
    has_plain = short | bool(plan.others) | (~is_held & bool(plan.suited))
    for row in np.flatnonzero(has_plain).tolist():
        wagers = plan.others + (plan.starts if short[row] else ())
        wagers += plan.suited if short[row] or not is_held[row] else ()
        batch.count_plainly(wagers, row, _shoe(rulebook.deck, ranks[row], compositions[row]))
    return batch.finished()


# --- what is accepted ---------------------------------------------------------------------------


def _checked(deck: Deck, compositions: Shoes) -> Integers:
    """Make one row of whole numbers for each shoe, or say what is wrong."""
    shoes: object = compositions
    if isinstance(shoes, Sequence):
        shoes = [_ranks_of(deck, shoe) for shoe in shoes]
    try:
        counts = np.asarray(shoes)
    except ValueError:
        raise WrongInput(f"every shoe has {len(deck.ranks)} counts, one for each rank") from None
    if counts.shape == (0,):  # no shoes, which is not wrong
        return np.zeros((0, len(deck.ranks)), dtype=np.int64)
    if counts.ndim != 2 or counts.shape[1] != len(deck.ranks):
        raise WrongInput(
            f"expected a row of {len(deck.ranks)} counts for each shoe, got shape {counts.shape}"
        )
    if counts.dtype.kind not in "iu":
        raise WrongInput(f"counts of cards are whole numbers, not {counts.dtype}")
    _check_range(deck, counts)
    # Rank by rank, so that what is done to all shoes goes along memory.
    return np.asfortranarray(counts, dtype=np.int64)


def _ranks_of(deck: Deck, shoe: object) -> object:
    if not isinstance(shoe, Composition):
        return shoe
    if shoe.deck != deck:
        raise WrongInput(f"expected a shoe of the {deck.family} deck, not {shoe.deck.family}")
    return shoe.ranks


def _cards_of(
    deck: Deck, compositions: Shoes, plan: "_Plan"
) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Count the cards of each shoe by suit and rank, and say which shoes know their suits."""
    rows = list(compositions) if plan.suited else []
    known = [shoe.cards if isinstance(shoe, Composition) else None for shoe in rows]
    none = (0,) * len(deck)
    counts = np.array([none if cards is None else cards for cards in known], dtype=np.int64)
    is_held = np.array([cards is not None for cards in known] or [True] * len(compositions))
    return counts.reshape(len(rows), len(deck.suits), len(deck.ranks)), is_held.astype(np.bool_)


def _shoe(deck: Deck, ranks: Integers, given: object) -> Composition:
    """Keep what was given where it is a composition: it may know its suits."""
    if isinstance(given, Composition):
        return given
    return Composition(deck, tuple(ranks.tolist()))


def _check_range(deck: Deck, counts: npt.NDArray[np.integer]) -> None:
    most = MAX_DECKS * len(deck.suits)
    if counts.min(initial=0) >= 0 and counts.max(initial=0) <= most:
        return
    shoe, rank = np.argwhere((counts < 0) | (counts > most))[0]
    raise WrongInput(
        f"shoe {shoe}: 0 to {most} cards of {deck.ranks[rank].symbol!r}, not {counts[shoe, rank]}"
    )


# --- which wager is counted how -----------------------------------------------------------------


class _Plan(NamedTuple):
    endings: tuple[Wager, ...]
    starts: tuple[Wager, ...]
    """Those on pairs of ranks."""
    suited: tuple[Wager, ...]
    """Those on the first four cards that ask for suits."""
    others: tuple[Wager, ...]
    places: Integers
    """Endings that every wager pays alike share a place."""
    pays: tuple[tuple[str, ...], ...]
    """What each wager on the ending pays, by place."""


@lru_cache(maxsize=64)
def _plan(rulebook: Rulebook) -> _Plan:
    endings = tuple(wager for wager in rulebook.wagers if is_of_endings(wager))
    early = [wager for wager in rulebook.wagers if wager not in endings and is_of_starts(wager)]
    starts = tuple(wager for wager in early if detail_of([wager]) is Detail.RANKS)
    suited = tuple(wager for wager in early if wager not in starts)
    others = tuple(w for w in rulebook.wagers if w not in endings + starts + suited)
    paid = [
        tuple(wager.line_for(facts_at(ending, 0)).pays for wager in endings)
        for ending in range(ENDINGS)
    ]
    place_of = {pays: place for place, pays in enumerate(dict.fromkeys(paid))}
    places = np.array([place_of[pays] for pays in paid])
    return _Plan(endings, starts, suited, others, places, tuple(zip(*place_of, strict=True)))


def outcomes_of(wager: Wager) -> tuple[str, ...]:
    """List what a bet can come to, as pay lines write it: each once, in their order."""
    return tuple(dict.fromkeys([*(line.pays for line in wager.lines), UNMATCHED.pays, VOID]))


# --- counting -----------------------------------------------------------------------------------

Tally = dict[str, Integers]
"""Sequences of each shoe, by what a wager pays."""


def _sequences(cards: Integers) -> Integers:
    """Count ordered draws of six cards, or of all where there are fewer; 1 for an empty shoe."""
    left = np.maximum(cards - np.arange(ROUND_CARDS)[:, None], 1)
    sequences: Integers = left.prod(axis=0)
    return sequences


def _ending_tallies(
    plan: _Plan, deck: Deck, ranks: Integers, gather: Gather
) -> Iterator[tuple[Wager, Tally]]:
    sums = gather(_points(deck, ranks), plan.places)
    for wager, pays in zip(plan.endings, plan.pays, strict=True):
        yield wager, _added(pays, sums)


def _points(deck: Deck, ranks: Integers) -> Integers:
    """Add the ranks of equal value up."""
    points = np.zeros((10, len(ranks)), dtype=np.int64)
    for place, rank in enumerate(deck.ranks):
        points[rank.points] += ranks[:, place]
    return points.T


def _start_tallies(plan: _Plan, ranks: Integers, cards: Integers) -> Iterator[tuple[Wager, Tally]]:
    """Ask the rulebook what each kind of start pays; any ending will do."""
    starts = _starts(ranks, cards) if plan.starts else {}
    for wager in plan.starts:
        lines = (wager.line_for(facts_at(0, trait.number)) for trait in starts)
        yield wager, _added((line.pays for line in lines), starts.values())


def _starts(ranks: Integers, cards: Integers) -> dict[Trait, Integers]:
    """Count the sequences by pairs among the first four cards, for shoes of six cards or more."""
    two_alike = ranks * (ranks - 1)
    twice = (two_alike * two_alike).sum(axis=1)
    pair = two_alike.sum(axis=1)
    two_pairs = pair * pair - twice
    # Two more of the same rank, of those that are not the first two: (r − 2)(r − 3) of r.
    four_alike = twice - 4 * (two_alike * ranks).sum(axis=1) + 6 * pair
    rest = (cards - 2) * (cards - 3)
    one_pair = pair * rest - two_pairs - four_alike
    none = cards * (cards - 1) * rest - 2 * one_pair - two_pairs - four_alike
    unseen = (cards - 4) * (cards - 5)
    return {
        Trait(): none * unseen,
        Trait(player_pair=True): one_pair * unseen,
        Trait(banker_pair=True): one_pair * unseen,
        Trait(player_pair=True, banker_pair=True): two_pairs * unseen,
        Trait(player_pair=True, banker_pair=True, twin=True): four_alike * unseen,
    }


def _suited_tallies(plan: _Plan, held: Integers, cards: Integers) -> Iterator[tuple[Wager, Tally]]:
    """The same where suits count; shoes that do not know theirs are counted as empty here."""
    if not plan.suited:
        return
    counts = trait_counts(held) * ((cards - 4) * (cards - 5))
    for wager in plan.suited:
        lines = (wager.line_for(facts_at(0, trait)) for trait in range(TRAITS))
        yield wager, _added((line.pays for line in lines), counts)


def _added(pays: Iterable[str], sums: Iterable[Integers]) -> Tally:
    tally: Tally = {}
    for paid, sequences in zip(pays, sums, strict=True):
        tally[paid] = tally[paid] + sequences if paid in tally else sequences
    return tally


# --- figures ------------------------------------------------------------------------------------

_HALF: Final = 28
"""Counts are below 2**57: cut here, the high part is below 2**29, the low one below 2**28."""

_MOST_NET: Final = 2**28
"""No wager has more than 66 outcomes, so that up to here the sums of both parts fit 64 bits."""


def expected_value(tally: Mapping[str, Integers], sequences: Integers) -> Floats:
    """Sum nets times counts without any error, then divide."""
    nets = {pays: net_of(pays) for pays in tally}
    whole = lcm(*(net.denominator for net in nets.values()))
    units = {pays: int(net * whole) for pays, net in nets.items() if net}
    if max(map(abs, units.values()), default=0) > _MOST_NET:
        return _expected_value_of_large_units(units, tally, sequences, whole)
    high, low = np.zeros_like(sequences), np.zeros_like(sequences)
    for pays, unit in units.items():
        high += unit * (tally[pays] >> _HALF)
        low += unit * (tally[pays] & (1 << _HALF) - 1)
    # Carried over, the low part cannot cancel a high part that had to be rounded.
    high += low >> _HALF
    low &= (1 << _HALF) - 1
    total = high.astype(np.float64) * 2.0**_HALF + low
    return total / (sequences.astype(np.float64) * whole)


def _expected_value_of_large_units(
    units: Mapping[str, int], tally: Mapping[str, Integers], sequences: Integers, whole: int
) -> Floats:
    """Do the same in Python's integers, for odds that no table offers."""
    total = sum((unit * tally[pays].astype(object) for pays, unit in units.items()), start=0)
    return np.asarray(total / (sequences.astype(object) * whole), dtype=np.float64)


class _Growing:
    """A batch to which wagers are added one by one."""

    def __init__(self, rulebook: Rulebook, sequences: Integers) -> None:
        self._rulebook = rulebook
        self._sequences = sequences
        self._fallback: set[str] = set()
        self._unknown: set[str] = set()
        shoes = len(sequences)
        self._columns = {wager.id: place for place, wager in enumerate(rulebook.wagers)}
        self._ev = np.empty((shoes, len(rulebook.wagers)))
        self._probabilities = {
            wager.id: {pays: np.zeros(shoes) for pays in outcomes_of(wager)}
            for wager in rulebook.wagers
        }

    def add(self, wager: Wager, tally: Tally) -> None:
        """Add what was counted for all shoes. What is not in the tally is void."""
        void = self._sequences - sum(tally.values())
        for pays, counts in (*tally.items(), (VOID, void)):
            np.divide(counts, self._sequences, out=self._probabilities[wager.id][pays])
        self._ev[:, self._columns[wager.id]] = expected_value(tally, self._sequences)

    def count_plainly(self, wagers: tuple[Wager, ...], row: int, shoe: Composition) -> None:
        """Let the plain way count some wagers on one of the shoes."""
        few = msgspec.structs.replace(self._rulebook, wagers=wagers)
        found = figures(few, shoe)
        for wager_id, counted in found.wagers.items():
            for column in self._probabilities[wager_id].values():
                column[row] = 0.0
            self._put(counted, row)
        for wager_id in found.unknown:
            for column in self._probabilities[wager_id].values():
                column[row] = np.nan
            self._unknown.add(wager_id)
            self._ev[row, self._columns[wager_id]] = np.nan

    def _put(self, counted: WagerFigures, row: int) -> None:
        wager_id = counted.wager.id
        self._fallback.add(wager_id)
        self._ev[row, self._columns[wager_id]] = float(counted.ev)
        for outcome in counted.outcomes:
            probability = outcome.sequences / counted.sequences
            self._probabilities[wager_id][outcome.pays][row] = probability

    def finished(self) -> Batch:
        ids = tuple(self._columns)
        return Batch(
            self._rulebook,
            self._ev,
            self._probabilities,
            self._sequences,
            fallback=tuple(name for name in ids if name in self._fallback),
            unknown=tuple(name for name in ids if name in self._unknown),
        )
