"""Every card of both decks, both ways."""

import pytest

from punto.cards import DECKS, Card, Deck, parse_card


@pytest.mark.parametrize(("deck", "count"), [("french", 52), ("elements", 65)])
def test_every_card_reads_back_as_written(deck: str, count: int) -> None:
    cards = DECKS[deck].cards
    assert len({str(card) for card in cards}) == count
    for card in cards:
        assert parse_card(str(card)) == card
        assert parse_card(str(card)) is parse_card(str(card))


def test_no_notation_stands_for_two_cards() -> None:
    notations = [str(card) for deck in DECKS.values() for card in deck.cards]
    assert len(set(notations)) == 52 + 65


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.family)
def test_a_deck_holds_its_own_cards_and_no_others(deck: Deck) -> None:
    others = [card for other in DECKS.values() if other is not deck for card in other.cards]
    assert all(card in deck for card in deck.cards)
    assert not any(card in deck for card in others)


def test_a_picture_of_one_deck_in_a_suit_of_the_other_is_in_neither() -> None:
    king_of_metal = Card(parse_card("Ks").rank, parse_card("Lm").suit)
    assert not any(king_of_metal in deck for deck in DECKS.values())
