"""The cards of a deck as they are written, worked out anew."""

from dataclasses import replace

import pytest

from punto.cards import ELEMENTS, FRENCH, Deck, parse_card


@pytest.mark.parametrize("deck", [FRENCH, ELEMENTS], ids=lambda deck: deck.family)
def test_every_card_is_written_as_it_is_read(deck: Deck) -> None:
    fresh = replace(deck)  # what another test has asked for is kept in the deck itself
    assert [parse_card(text) for text in fresh.notation] == list(fresh.cards)
    assert len(set(fresh.notation)) == len(fresh)
