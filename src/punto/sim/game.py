"""A game as it is simulated: a rulebook, and the shoes that it is played with."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from punto.cards import Card
from punto.rules import Rulebook
from punto.rules.needs import Detail, detail_of, is_of_cards
from punto.sim.course import Course, course_of
from punto.sim.kernel import (
    Counts,
    deal_rounds,
    deal_shoes,
    deal_single_rounds,
    no_counts,
    order_of,
)
from punto.sim.rounds import Rounds, list_rounds
from punto.sim.shoe import Shoe, shoe_of
from punto.sim.shuffle import Cards
from punto.sim.sifting import Sifting, deal_sifted, no_line_counts, sifting_of

_MANY: Final = 2**62


@dataclass(frozen=True)
class Game:
    """What is simulated. Burn and cut card are the table's, as in a house."""

    rulebook: Rulebook
    decks: int
    burn: int = 0
    cut: int = 14

    @cached_property
    def course(self) -> Course:
        """How a round goes, as tables."""
        return course_of(self.rulebook)

    @cached_property
    def shoe(self) -> Shoe:
        """What is the same for all shoes. Refuses a burn or a cut that leaves no round."""
        return shoe_of(self.rulebook, self.course, decks=self.decks, burn=self.burn, cut=self.cut)

    @cached_property
    def sifting(self) -> Sifting | None:
        """How wagers are settled round by round, where some of them look at single cards."""
        if not any(map(is_of_cards, self.rulebook.wagers)):
            return None
        return sifting_of(self.rulebook, self.course)

    def cards_of(self, seed: int, number: int) -> tuple[Card, ...]:
        """Give the cards of one shoe in their order, the burned ones first, as far as they go."""
        order = order_of(np.uint64(seed), number, self._shoe_by_place)
        return tuple(self.rulebook.deck.cards[place] for place in order)

    def rounds_of(self, seed: int, first: int, shoes: int) -> Rounds:
        """List the rounds of so many shoes, from one on; cards are counted as `kinds` are."""
        room = np.empty((shoes * self.shoe.most, int(self.kinds.max()) + 1), dtype=np.int64)
        rounds = Rounds(room, np.empty(shoes, dtype=np.int64))
        seed_word, shoe = np.uint64(seed), self._shoe_by_place
        found = list_rounds(seed_word, first, shoe, self.course, self.kinds, rounds)
        return rounds._replace(left=room[:found])

    @property
    def kinds(self) -> Cards:
        """By the place of a card in its deck, its kind: its rank, or itself if suits matter."""
        deck = self.rulebook.deck  # its cards come suit by suit
        places = np.arange(len(deck), dtype=np.uint32)
        has_suits = detail_of(self.rulebook.wagers) is Detail.CARDS
        return places if has_suits else places % np.uint32(len(deck.ranks))

    @cached_property
    def _shoe_by_place(self) -> Shoe:
        """The same shoe, its cards numbered by their places in a deck."""
        places = np.arange(len(self.rulebook.deck), dtype=np.uint32)
        return self.shoe._replace(ordered=np.tile(places, self.decks))

    def deal_shoes(self, seed: int, first: int, shoes: int) -> tuple[Counts, int]:
        """Deal so many shoes, from one on; give the counts of their rounds, and how many."""
        if self.sifting is not None:
            return self._sifted(seed, first, shoes=shoes)[::2]
        counts = no_counts()
        deal = deal_single_rounds if self.shoe.most == 1 else deal_shoes
        rounds = deal(np.uint64(seed), first, shoes, self.shoe, self.course, counts)
        return counts.sum(axis=0), rounds

    def deal_rounds(self, seed: int, first: int, rounds: int) -> tuple[Counts, int]:
        """Deal so many rounds, from a shoe on; give their counts, and how many shoes they took."""
        if self.sifting is not None:
            return self._sifted(seed, first, rounds=rounds)[:2]
        counts = no_counts()
        shoes = deal_rounds(np.uint64(seed), first, rounds, self.shoe, self.course, counts)
        return counts.sum(axis=0), shoes

    def _sifted(
        self, seed: int, first: int, *, shoes: int = _MANY, rounds: int = _MANY
    ) -> tuple[Counts, int, int]:
        """Deal until there are so many shoes or rounds; give counts, shoes and rounds."""
        assert self.sifting is not None, "some wager looks at single cards"
        counts = no_line_counts(len(self.rulebook.wagers))
        dealt = deal_sifted(
            np.uint64(seed), first, shoes, rounds, self.shoe, self.course, self.sifting, counts
        )
        return counts.ravel(), *dealt
