"""What the auditor knows of the shoe on the table: how much has left it, and which cards."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from punto.coup.event import (
    CardCorrected,
    CardDealt,
    CardSetAside,
    CardsReconstructed,
    RoundSettledAgain,
)
from punto.rules.rulebook import Shuffle
from punto.table.event import ShoeEnded, ShoeOpened, TableEvent
from punto.table.settings import Settings
from punto.testing.violation import Violation, require

_ROUND_CARDS: Final = 6
_CARD: Final = re.compile(rb"\b[A2-9TJQKSLF][shdcmwafe]\b")
_encode: Final = msgspec.json.Encoder().encode


class ShoeAudit:
    """Conservation of cards, the end of the shoe, and the secrecy of its order."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._number = 0
        self._on_table = False
        self._left: Counter[str] = Counter()
        """How often each card has left the shoe face up."""
        self._burned = 0
        self._away = 0
        """How many cards were dealt or set aside."""
        self._order: tuple[str, ...] | None = None
        self._scanned = False
        self._cut_card_was_out = False
        self._over = False
        self._is_taken_away = False
        """Whether a ruling has said that play does not go on with it."""
        self._was_scanned = False
        """Whether the cards of the present round were scanned."""
        self._is_of_round = False
        """Whether the shoe on the table is that of the present round."""

    # --- the shoe -------------------------------------------------------------------------------

    def opened(self, event: ShoeOpened) -> None:
        """Open a shoe: numbered without gaps, complete, after the end of the one before."""
        settings = self._settings
        # Where chips are physical, cards are not counted, and a shoe ends with the next one.
        free = settings.results_only or not self._on_table
        require(free, f"shoe {event.number} opened before the one before ended")
        require(event.number == self._number + 1, f"shoe {event.number} follows {self._number}")
        size = settings.decks * len(settings.rulebook.deck)
        require(event.size == size, f"a shoe of {event.size} cards, not {size}")
        require(event.burned == settings.burn, f"{event.burned} cards burned")
        self._number, self._on_table = event.number, True
        self._left, self._away, self._burned = Counter(), 0, event.burned
        self._order, self._scanned = None, event.scanned
        self._cut_card_was_out = self._over = self._is_of_round = self._is_taken_away = False

    def given(self, order: tuple[str, ...]) -> None:
        """Learn the secret order, to see that no event gives it away."""
        require(not self._scanned, "a scanned shoe has no known order")
        self._order = order

    def ended(self, event: ShoeEnded) -> None:
        """Count what is gone, and see that it was time."""
        require(self._on_table and event.number == self._number, f"no shoe {event.number}")
        in_time = self._over or self._is_taken_away
        require(in_time, f"shoe {event.number} ended too soon")
        gone = self._burned + self._away
        require(event.gone == gone, f"{event.gone} cards are said to be gone, and {gone} are")
        self._on_table = self._is_of_round = False

    @property
    def is_there(self) -> bool:
        """Whether a shoe is on the table."""
        return self._on_table

    def taken_away(self) -> None:
        """Learn that staff do not go on with this shoe: it ends with what they have said."""
        self._is_taken_away = self._on_table

    def round_begins(self) -> None:
        """A round begins only with a shoe that can finish it."""
        require(self._on_table, "a round began without a shoe")
        require(not self._over, "a round began when the shoe was over")
        self._was_scanned, self._is_of_round = self._scanned, True

    def round_ended(self) -> None:
        """The round after the one that showed the cut card is the last."""
        size = self._settings.decks * len(self._settings.rulebook.deck)
        gone = self._burned + self._away
        one_round = self._settings.rulebook.shoe.shuffle is Shuffle.ROUND
        self._over = one_round or self._cut_card_was_out or size - gone < _ROUND_CARDS
        self._cut_card_was_out = gone >= size - self._settings.cut

    @property
    def must_end(self) -> bool:
        """Whether the shoe on the table is over and its end has not been said."""
        return self._on_table and (self._over or self._is_taken_away)

    # --- its cards ------------------------------------------------------------------------------

    def leaves(self, event: CardDealt | CardSetAside) -> None:
        """A card leaves the shoe: the next one, and no copy too many."""
        require(self._on_table, f"{event.card} came from no shoe")
        place = self._burned + self._away
        if self._order is not None and self._order[place] != event.card:
            raise Violation(f"{event.card} came, but the next card was {self._order[place]}")
        self._away += 1
        self._is_shown(event.card)

    def corrected(self, event: CardCorrected) -> None:
        """A card turns out to be another one; only a scanner can misread."""
        require(self._scanned, "a card of the table's own shoe was corrected")
        self._left[event.before] -= 1
        self._is_shown(event.card)

    def put_back(
        self, before: Iterable[str], event: CardsReconstructed | RoundSettledAgain
    ) -> None:
        """Other cards have left the shoe than were recorded; only a scanner can misread."""
        cards = (*event.cards, *event.aside)
        if self._scanned and self._is_of_round:
            for card in before:
                self._left[card] -= 1
                self._away -= 1
            for card in cards:
                self._away += 1
                self._is_shown(card)
        elif not self._was_scanned:
            require(cards == (*before,), "cards of the table's own shoe were put in another order")

    def _is_shown(self, card: str) -> None:
        self._left[card] += 1
        decks = self._settings.decks
        require(self._left[card] <= decks, f"{card} left a shoe of {decks} decks once too often")
        size = decks * len(self._settings.rulebook.deck)
        gone = self._burned + self._away
        require(gone <= size, f"{gone} cards left a shoe of {size}")

    # --- its secret -----------------------------------------------------------------------------

    def keeps_secret(self, event: TableEvent) -> None:
        """See that whatever card the written event names has left the shoe."""
        put_back = isinstance(event, CardsReconstructed | RoundSettledAgain)
        if self._order is None or (put_back and self._was_scanned):
            return
        for name in _CARD.findall(_encode(event)):
            card = name.decode()
            require(self._left[card] > 0, f"{type(event).__name__} reveals {card}, not yet dealt")
