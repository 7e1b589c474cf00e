"""The values of a PAR sheet: exact integers and fractions, and nothing about how it looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from punto.cards import Rank
from punto.exact import WagerFigures
from punto.exact.figures import net_of
from punto.lab.countability import Countability
from punto.lab.parsheet.band import Band, volatility_index
from punto.lab.parsheet.exposure import Exposure
from punto.lab.parsheet.signoff import SignOff
from punto.rules import PayLine, Rulebook, Wager, Winner


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReturn:
    """A pay line, the combinations that it settles, and what it gives back of a unit staked."""

    line: PayLine
    when: str
    combinations: int
    sequences: int
    """All combinations, those of the other lines too."""

    @property
    def net(self) -> Fraction:
        """What a stake of one nets on this line."""
        return net_of(self.line.pays)

    @property
    def probability(self) -> Fraction:
        """How often this line settles the wager."""
        return Fraction(self.combinations, self.sequences)

    @property
    def returned(self) -> Fraction:
        """Its part of the return to player; over all lines it adds up to the RTP."""
        return self.probability * (1 + self.net)

    @property
    def contribution(self) -> Fraction:
        """Its part of the expected net result; over all lines it adds up to minus the edge."""
        return self.probability * self.net


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSheet:
    """Everything about one wager."""

    figures: WagerFigures
    lines: tuple[LineReturn, ...]
    bands: tuple[Band, ...]
    removal: Mapping[Rank, Fraction]
    """What the expected net result gains when one card of the rank leaves the shoe."""
    edge_by_decks: Mapping[int, Fraction]

    @property
    def wager(self) -> Wager:
        """The wager itself."""
        return self.figures.wager

    @property
    def rtp(self) -> Fraction:
        """The return to player: what comes back of a unit staked, the stake included."""
        return 1 - self.figures.house_edge

    @property
    def volatility_index(self) -> float:
        """The normal quantile of 90 % times the standard deviation."""
        return volatility_index(self.figures)

    @property
    def largest_win(self) -> Fraction:
        """The most that a unit can win."""
        return max(line.net for line in self.lines if line.combinations)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParSheet:
    """A rulebook on a full shoe of so many decks."""

    rulebook: Rulebook
    decks: int
    cards: int
    sequences: int
    void: int
    wagers: tuple[WagerSheet, ...]
    totals: tuple[tuple[int, ...], ...]
    """Combinations by the final total of the Player, then by that of the Banker."""
    exposure: Exposure
    sign_off: SignOff
    countability: Countability | None = None
    """Where it was asked for."""

    @property
    def is_allowed(self) -> bool:
        """Say whether the rulebook itself allows so many decks."""
        return self.decks in self.allowed_decks

    @property
    def allowed_decks(self) -> range:
        """The numbers of decks that the rulebook allows."""
        shoe = self.rulebook.shoe
        return range(shoe.min_decks, shoe.max_decks + 1)

    @property
    def winners(self) -> dict[Winner, int]:
        """Combinations by the hand that wins."""
        tally = dict.fromkeys(Winner, 0)
        for player, row in enumerate(self.totals):
            for banker, count in enumerate(row):
                tally[Winner.of(player, banker)] += count
        return tally
