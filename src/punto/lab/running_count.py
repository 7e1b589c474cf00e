"""A running count: a small whole number for every rank, and when to bet. From effects of removal.

The tags are the effects of removal, scaled and rounded to −4 … 4 so that a whole deck adds up to
zero; of all scales the one counts whose tags correlate best with the effects. The true count is the
running count for each deck that is left. Removing cards moves the expected value by their effects,
the more the fewer are left; so

    expected value ≈ that of the full shoe + β (N − 1) · running count / cards left,

where N cards make the full shoe and β is the effect of one point of a tag, by least squares. The
trigger is the true count at which that is zero, rounded up to tenths.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from punto.cards import Composition, Rank
from punto.errors import WrongInput
from punto.exact import effects_of_removal
from punto.exact.removal import expected_values
from punto.rules import Rulebook

LEVEL: Final = 4
"""The largest tag: what those who count for a living put up with."""

_SCALES: Final = 20
"""So many scales are tried for each step of the largest tag."""

_WHOLE: Final = 10**12
"""Effects are whole numbers of this part."""

Effects = Mapping[Rank, Fraction]
Tags = tuple[int, ...]


@dataclass(frozen=True)
class RunningCount:
    """Tags by rank, added up as cards are seen, and the true count from which on to bet."""

    tags: Mapping[Rank, int]
    trigger: Fraction

    def __post_init__(self) -> None:
        """Refuse tags that leave something over at the end of a shoe: they have no true count."""
        if sum(self.tags.values()):
            raise WrongInput("the tags of a deck add up to zero")


@dataclass(frozen=True)
class _Group:
    """Ranks that have the same effect: nobody would count them differently."""

    ranks: tuple[Rank, ...]
    effect: int

    @property
    def size(self) -> int:
        return len(self.ranks)


def running_counts(rulebook: Rulebook, decks: int) -> dict[str, RunningCount | None]:
    """Make a count for each wager; None where every rank has the same effect, as with pairs."""
    shoe = Composition.of_decks(rulebook.deck, decks)
    values = expected_values(rulebook, shoe)
    effects = effects_of_removal(rulebook, shoe)
    cards = len(rulebook.deck)
    return {
        wager: running_count(effects[wager], ev, cards=cards, decks=decks)
        for wager, ev in values.items()
    }


def running_count(effects: Effects, ev: Fraction, *, cards: int, decks: int) -> RunningCount | None:
    """Make the count of a wager with these effects and this expected value of the full shoe."""
    groups = _groups(effects)
    balanced = dict.fromkeys(_balanced(groups, scale) for scale in _scales(groups))
    found = [tags for tags in balanced if any(tags)]
    if not found:
        return None
    tags = max(found, key=lambda each: _fit(groups, each))
    point = Fraction(_product(groups, tags), _square(groups, tags) * _WHOLE)
    even = -ev * cards / (point * (cards * decks - 1))
    by_rank = {rank: tag for group, tag in zip(groups, tags, strict=True) for rank in group.ranks}
    return RunningCount({rank: by_rank[rank] for rank in effects}, Fraction(ceil(even * 10), 10))


def _groups(effects: Effects) -> list[_Group]:
    ranks = {effect: list[Rank]() for effect in effects.values()}
    for rank, effect in effects.items():
        ranks[effect].append(rank)
    return [_Group(tuple(alike), round(effect * _WHOLE)) for effect, alike in ranks.items()]


def _scales(groups: Iterable[_Group]) -> Iterator[Fraction]:
    largest = max(abs(group.effect) for group in groups)
    if largest:
        yield from (Fraction(step, _SCALES * largest) for step in range(1, LEVEL * _SCALES + 1))


def _balanced(groups: Sequence[_Group], scale: Fraction) -> Tags:
    """Round the scaled effects; then change what costs least until the deck adds up to zero."""
    wanted = [group.effect * scale for group in groups]
    tags = [round(each) for each in wanted]
    while excess := sum(group.size * tag for group, tag in zip(groups, tags, strict=True)):
        step = -1 if excess > 0 else 1
        moves = [
            ((tags[place] + step - wanted[place]) * step, place)
            for place, group in enumerate(groups)
            if group.size < 2 * abs(excess) and abs(tags[place] + step) <= LEVEL
        ]
        if not moves:
            return ()
        tags[min(moves)[1]] += step
    return tuple(tags)


def _fit(groups: Sequence[_Group], tags: Tags) -> Fraction:
    """The square of the correlation of tags and effects, but for what all tags share."""
    return Fraction(_product(groups, tags) ** 2, _square(groups, tags))


def _product(groups: Sequence[_Group], tags: Tags) -> int:
    return sum(g.size * g.effect * tag for g, tag in zip(groups, tags, strict=True))


def _square(groups: Sequence[_Group], tags: Tags) -> int:
    return sum(group.size * tag**2 for group, tag in zip(groups, tags, strict=True))
