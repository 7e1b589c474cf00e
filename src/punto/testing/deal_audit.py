"""What the auditor knows of the cards of one round: whose they are, and what they add up to."""

from punto.cards import Card, parse_card
from punto.coup.event import (
    CardCorrected,
    CardDealt,
    CardsReconstructed,
    ResultAnnounced,
    RoundSettledAgain,
    TotalsAnnounced,
)
from punto.rules import Hand, Rulebook, Side, deal, next_side, settle
from punto.testing.violation import require


class DealAudit:
    """The order of the sides by the tableau, the totals, and the result."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self.round_begins()

    def round_begins(self) -> None:
        """No card lies on the table."""
        self.cards: list[Card] = []
        self.surplus: list[Card] = []
        self._player, self._banker = Hand(), Hand()
        self._totals_announced = False

    @property
    def in_initial_deal(self) -> bool:
        """Whether third cards are still to be thought of."""
        return len(self.cards) <= 4 and not self._totals_announced

    def dealt(self, event: CardDealt) -> None:
        """A card goes to the hand that the tableau calls for."""
        side = next_side(self._player, self._banker)
        require(event.place == len(self.cards), f"card {event.place} is card {len(self.cards)}")
        require(side is not None, f"{event.card} was dealt, and no hand called for it")
        require(event.side is side, f"{event.card} went to the wrong hand, {event.side.value}")
        early = len(self.cards) >= 4 and not self._totals_announced
        require(not early, f"{event.card} was dealt before the totals were announced")
        card = parse_card(event.card)
        require(card in self._rulebook.deck, f"{card} is foreign")
        self.cards.append(card)
        if event.side is Side.PLAYER:
            self._player = self._player.plus(card)
        else:
            self._banker = self._banker.plus(card)

    def corrected(self, event: CardCorrected) -> None:
        """A card becomes another one; the cards of the round are dealt anew in their order."""
        require(0 <= event.place < len(self.cards), f"there is no card {event.place}")
        before = str(self.cards[event.place])
        require(event.before == before, f"{event.before} was corrected where {before} lay")
        card = parse_card(event.card)
        require(card in self._rulebook.deck, f"{card} is foreign")
        self.cards[event.place] = card
        dealt = deal(self.cards)
        require(dealt.cards_used == len(self.cards), "a correction left cards without a hand")
        self._player, self._banker = dealt.player, dealt.banker

    def put_back(self, event: CardsReconstructed | RoundSettledAgain) -> None:
        """The cards are dealt anew in their order; what no hand calls for is set aside."""
        put = [parse_card(card) for card in event.cards]
        said = self._totals_announced and put[:4] == self.cards[:4]
        self.cards, self._totals_announced = put, said or len(put) > 4
        self.surplus = [parse_card(card) for card in event.aside]
        dealt = deal([*put, *self.surplus])
        require(
            dealt.cards_used == len(put), "a card of a hand was set aside, or one too many used"
        )
        require(all(card in self._rulebook.deck for card in put), "a foreign card was put back")
        self._player, self._banker = dealt.player, dealt.banker

    def settled_again(self, event: RoundSettledAgain) -> None:
        """The round is whole, and its result that of the cards."""
        self._totals_announced = True
        self._is_result(event)

    def totals(self, event: TotalsAnnounced) -> None:
        """The totals are those of the first four cards, said once."""
        require(len(self.cards) == 4, f"totals announced on {len(self.cards)} cards")
        require(not self._totals_announced, "totals announced twice")
        player = sum(card.points for card in self.cards[0::2]) % 10
        banker = sum(card.points for card in self.cards[1::2]) % 10
        right = (event.player, event.banker) == (player, banker)
        require(right, f"totals {event.player} and {event.banker}, not {player} and {banker}")
        self._totals_announced = True

    def result(self, event: ResultAnnounced) -> None:
        """The result is that of the finished hands."""
        require(self._totals_announced, "a result before the totals")
        self._is_result(event)

    def _is_result(self, event: ResultAnnounced | RoundSettledAgain) -> None:
        settled = settle(self._rulebook, self.cards, {})
        require(settled.void is None, "a result before the round was dealt")
        due = settled.winner, settled.player.total, settled.banker.total, settled.natural
        said = event.winner, event.player, event.banker, event.natural
        require(said == due, f"the result is {due}, not {said}")
