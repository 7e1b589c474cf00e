import pytest

from punto.cards import (
    ELEMENTS,
    FRENCH,
    Card,
    Composition,
    Rank,
    Shoe,
    Suit,
    is_card,
    parse_card,
    parse_cards,
)
from punto.errors import WrongCard


def test_a_card_shows_how_to_make_it_again() -> None:
    card = parse_card("9h")
    assert repr(card) == "Card(rank=Rank.NINE, suit=Suit.HEARTS)"
    assert eval(repr(card)) == card  # noqa: S307 – that is the point
    assert str(Card(Rank.LUK, Suit.METAL)) == "Lm"


def test_a_deck_is_written_as_its_cards_are() -> None:
    for deck in (FRENCH, ELEMENTS):
        assert parse_cards(" ".join(deck.notation)) == deck.cards
        assert all(map(is_card, deck.notation))
    assert not any(map(is_card, ("", "10h", "as", "As ", "Ks Kh")))


def test_cards_have_no_order() -> None:
    with pytest.raises(TypeError):
        parse_card("9h") < parse_card("8h")  # type: ignore[operator]  # noqa: B015 – must fail


def test_cards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        parse_card("9h").rank = Rank.TEN  # type: ignore[misc]


@pytest.mark.parametrize("text", ["", "9", "h9", "9H", "10h", "1s", "Jm", "Ls", "9♥", "9hh", "Xs"])
def test_text_that_is_no_card(text: str) -> None:
    with pytest.raises(WrongCard, match="is not a card"):
        parse_card(text)


def test_cards_are_parted_by_any_blanks() -> None:
    assert [str(card) for card in parse_cards(" 9s\t2h\n Td ")] == ["9s", "2h", "Td"]
    assert parse_cards("") == ()


def test_a_shoe_deals_in_order_and_never_changes() -> None:
    shoe = Shoe.parse("9s 2h Td")
    first, rest = shoe.draw()
    assert (str(first), len(shoe), len(rest)) == ("9s", 3, 2)
    assert [str(card) for card in rest.remaining] == ["2h", "Td"]
    assert shoe.draw()[0] == first


def test_an_empty_shoe_has_no_next_card() -> None:
    with pytest.raises(IndexError):
        Shoe(()).draw()


def test_the_cursor_stays_inside() -> None:
    with pytest.raises(AssertionError, match="outside the shoe"):
        Shoe(parse_cards("9s"), dealt=2)


def test_a_full_shoe_counts_as_its_decks() -> None:
    shoe = Shoe.unshuffled(ELEMENTS, 10)
    assert len(shoe) == 650
    assert shoe.composition(ELEMENTS) == Composition.of_decks(ELEMENTS, 10)


def test_a_composition_counts_by_card_rank_and_point() -> None:
    full = Composition.of_decks(FRENCH, 8)
    assert len(full) == 416
    assert full.ranks == (32,) * 13
    assert full.cards == (8,) * 52
    assert full.points == (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    assert Composition.of_decks(ELEMENTS, 8).points[0] == 160


def test_a_composition_by_rank_knows_no_suits() -> None:
    shoe = Composition.parse(FRENCH, "A=32, 2=31,K=1")
    assert (shoe.ranks[0], shoe.ranks[1], shoe.ranks[12], len(shoe)) == (32, 31, 1, 64)
    assert shoe.cards is None
    assert str(shoe) == "A=32,2=31,K=1"


def test_a_composition_by_card_knows_both() -> None:
    shoe = Composition.parse(FRENCH, "As=3,Ah=2,9d=1")
    assert (shoe.ranks[0], shoe.ranks[8], len(shoe)) == (5, 1, 6)
    assert shoe.cards is not None
    assert str(shoe) == "As=3,Ah=2,9d=1"


def test_mixed_ranks_and_cards_count_by_rank() -> None:
    shoe = Composition.parse(FRENCH, "A=4,9d=1,9s=2")
    assert (shoe.ranks[0], shoe.ranks[8], shoe.cards) == (4, 3, None)


def test_an_empty_composition() -> None:
    assert Composition.parse(FRENCH, "A=0") == Composition.parse(FRENCH, "")
    assert len(Composition.parse(FRENCH, "")) == 0
    assert len(Composition.of_cards(FRENCH, ())) == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("A=41", "0 to 40 cards of 'A', not 41"),
        ("As=11", "0 to 10 cards of 'As', not 11"),
        ("A=1,9s=11", "0 to 10 cards of '9s', not 11"),
        ("A=-1", "0 to 40 cards of 'A', not -1"),
        ("A=1.5", "expected a count"),
        ("A", "expected a count"),
        ("A=99999", "0 to 40 cards of 'A', not 99999"),
        ("A=" + "9" * 20, "expected a count"),
        ("B=1", "'B' is no rank and no card of the french deck"),
        ("Lm=1", "'Lm' is no rank and no card of the french deck"),
        ("A=1,A=2", "'A' is counted twice"),
        ("A=1,As=2", "'As' is counted twice: by card and by rank"),
    ],
)
def test_text_that_is_no_composition(text: str, complaint: str) -> None:
    with pytest.raises(WrongCard, match=complaint):
        Composition.parse(FRENCH, text)


def test_cards_of_another_deck_are_not_counted() -> None:
    with pytest.raises(WrongCard, match="Lm is not in the french deck"):
        Composition.of_cards(FRENCH, parse_cards("9s Lm"))


@pytest.mark.parametrize(
    ("ranks", "cards", "complaint"),
    [
        ((1,) * 12, None, "a shoe has 13 counts, not 12"),
        ((-1, *(1,) * 12), None, "0 to 40 cards of 'A', not -1"),
        ((10**6,) * 13, None, "0 to 40 cards of 'A'"),
        ((4,) * 13, (1,) * 51, "a shoe has 52 counts, not 51"),
        ((4,) * 13, (2,) * 52, "the counts by card and by rank differ"),
    ],
)
def test_counts_that_no_shoe_has(
    ranks: tuple[int, ...], cards: tuple[int, ...] | None, complaint: str
) -> None:
    with pytest.raises(WrongCard, match=complaint):
        Composition(FRENCH, ranks, cards)


def test_a_card_less() -> None:
    full = Composition.of_decks(FRENCH, 1)
    by_card = full.less(parse_card("9h"))
    assert (len(by_card), by_card.ranks[8]) == (51, 3)
    assert by_card.cards is not None
    by_rank = full.less(Rank.NINE)
    assert (len(by_rank), by_rank.cards) == (51, None)


def test_ten_decks_of_elements_hold_fifty_of_a_rank() -> None:
    assert Composition.parse(ELEMENTS, "A=50").ranks[0] == 50
    with pytest.raises(WrongCard, match="0 to 50 cards"):
        Composition.parse(ELEMENTS, "A=51")


def test_cards_are_taken_out_of_a_shoe_that_has_them() -> None:
    shoe = Composition.of_decks(FRENCH, 2)
    left = shoe.without(parse_cards("6s 6s 7h"))
    assert left == Composition.of_cards(
        FRENCH, [card for card in FRENCH.cards for _ in range(left_of(card))]
    )
    with pytest.raises(WrongCard, match="6s was seen 3 times, and the shoe has 2 of it"):
        shoe.without(parse_cards("6s 6s 6s"))
    with pytest.raises(WrongCard, match="Lm is not in the french deck"):
        shoe.without([parse_card("Lm")])


def left_of(card: Card) -> int:
    return {"6s": 0, "7h": 1}.get(str(card), 2)
