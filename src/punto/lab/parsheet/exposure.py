"""Exposure: the most that one round can cost the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from punto.exact.figures import net_of
from punto.rules import PayLine, Rulebook, Wager
from punto.rules.cases import line_sets

Lines = tuple[PayLine, ...]


@dataclass(frozen=True, slots=True)
class Exposure:
    """The round that pays most to one unit on every wager at once."""

    wagers: tuple[Wager, ...]
    lines: Lines
    """The line that settles each wager."""

    @property
    def nets(self) -> tuple[Fraction, ...]:
        """What each unit nets."""
        return tuple(net_of(line.pays) for line in self.lines)

    @property
    def net(self) -> Fraction:
        """What the player is up over all wagers, the lost units counted against it."""
        return sum(self.nets, Fraction(0))

    @property
    def winnings(self) -> Fraction:
        """What the house pays out, stakes not counted."""
        return sum((net for net in self.nets if net > 0), Fraction(0))


def largest_exposure(rulebook: Rulebook, decks: int) -> Exposure:
    """Look through every set of lines that a reachable round can settle together."""
    possible = line_sets(rulebook.wagers, rulebook.deck, decks=decks)
    exposures = [Exposure(rulebook.wagers, lines) for lines in possible]
    # Among equals the earliest lines count, so that the same rulebook gives the same sheet.
    return max(exposures, key=lambda e: (e.net, e.winnings, _earliness(e.wagers, e.lines)))


def _earliness(wagers: Sequence[Wager], lines: Lines) -> tuple[int, ...]:
    return tuple(
        -next((place for place, own in enumerate(wager.lines) if own is line), len(wager.lines))
        for wager, line in zip(wagers, lines, strict=True)
    )
