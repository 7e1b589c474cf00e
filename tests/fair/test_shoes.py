"""The deal that anyone can check."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.cards import DECKS, FRENCH, Deck
from punto.errors import WrongInput
from punto.fair import (
    HmacDrbg,
    Reveal,
    Verdict,
    commitment,
    order_of,
    shuffled,
    verify,
    words,
    written_order_of,
)
from punto.fair.encoding import encoded

SECRET = bytes(range(32))


def reveal(**changes: object) -> Reveal:
    given_fields = {"table": "t1", "shoe": 1, "decks": 8, "secret": SECRET, **changes}
    return Reveal(**given_fields)  # type: ignore[arg-type]


# --- the generator ------------------------------------------------------------------------------


def test_hmac_drbg_gives_the_bits_of_nist() -> None:
    """NIST CAVP, HMAC_DRBG, SHA-256, no prediction resistance, no reseed, count 0."""
    entropy = bytes.fromhex("ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488")
    nonce = bytes.fromhex("659ba96c601dc69fc902940805ec0ca8")
    pieces = list(islice(HmacDrbg.of(entropy, nonce).generate(128), 8))
    made = b"".join(pieces[4:])  # the first call is not looked at
    assert made.hex() == (
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
    )


def test_words_are_read_block_by_block() -> None:
    generator = HmacDrbg.of(SECRET, b"nonce")
    made = b"".join(islice(generator.generate(1024), 64))
    expected = [int.from_bytes(made[i : i + 4], "big") for i in range(0, 2048, 4)]
    assert list(islice(words(generator), 512)) == expected
    other = b"".join(islice(generator.generate(512), 64))
    assert other[:512] == made[:512]
    assert other[512:] != made[512:]  # with every call the generator goes on to another key


# --- draws without bias -------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 52, 416, 650])
def test_words_from_the_limit_upwards_are_thrown_away(count: int) -> None:
    """The last place is drawn first, of all; where it is exchanged with tells what was drawn."""
    limit = 2**32 - 2**32 % count
    beyond = [word for word in (limit, 2**32 - 1) if limit <= word < 2**32]
    for word in (0, 1, count - 1, limit // 2, limit - 2, limit - 1):
        order = shuffled(range(count), chain([*beyond, word], _keeping(count - 1)))
        assert order[-1] == word % count


def test_every_place_has_a_limit_of_its_own() -> None:
    """Of three places one word is left over, of two none: the same word is thrown away and kept."""
    assert shuffled("ABC", iter([2**32 - 1, 2, 2**32 - 1])) == ("A", "B", "C")
    assert shuffled("ABC", iter([2, 2**32 - 2])) == ("B", "A", "C")


def _keeping(places: int) -> Iterator[int]:
    """Draw so that what is left stays where it is: each place is exchanged with itself."""
    return iter(range(places - 1, 0, -1))


def test_eight_decks_leave_words_to_throw_away() -> None:
    assert 2**32 % 416 == 256


def test_every_order_of_four_is_equally_likely() -> None:
    """Draw every place every way: each of 24 orders comes from the same number of draws."""
    draws = ((a, b, c) for a in range(4) for b in range(3) for c in range(2))
    orders = Counter(shuffled("ABCD", iter(draw)) for draw in draws)
    assert len(orders) == factorial(4)
    assert set(orders.values()) == {1}


@given(
    st.binary(min_size=32, max_size=32), st.sampled_from(list(DECKS.values())), st.integers(1, 10)
)
def test_a_shoe_is_all_its_decks_in_some_order(secret: bytes, deck: Deck, decks: int) -> None:
    order = order_of(reveal(secret=secret, decks=decks), deck)
    assert Counter(order) == Counter(deck.cards * decks)
    written = written_order_of(reveal(secret=secret, decks=decks), deck)
    assert written == tuple(map(str, order))


# --- commitment, derivation, verification -------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": bytes(32)},
        {"table": "t2"},
        {"shoe": 2},
        {"outside": b"my seed"},
        {"outside": b"\x00"},
    ],
    ids=["secret", "table", "shoe", "outside", "a zero byte outside"],
)
def test_every_field_changes_the_order(changes: dict[str, object]) -> None:
    assert order_of(reveal(**changes), FRENCH) != order_of(reveal(), FRENCH)


def test_fields_cannot_run_into_each_other() -> None:
    assert encoded((b"ab", b"c")) != encoded((b"a", b"bc"))
    assert encoded((b"", b"")) == bytes(8)
    assert commitment(SECRET, table="t1", shoe=1) != commitment(SECRET, table="t", shoe=11)


def test_a_commitment_binds_secret_table_and_shoe() -> None:
    committed = commitment(SECRET, table="t1", shoe=1)
    assert len(bytes.fromhex(committed)) == 32
    others = [
        commitment(bytes(32), table="t1", shoe=1),
        commitment(SECRET, table="t2", shoe=1),
        commitment(SECRET, table="t1", shoe=2),
    ]
    assert committed not in others


def test_a_true_shoe_is_found_true_and_a_false_one_false() -> None:
    committed = commitment(SECRET, table="t1", shoe=1)
    order = order_of(reveal(), FRENCH)
    assert verify(reveal(), FRENCH, committed=committed, gone=order[:100]) is Verdict.TRUE
    assert verify(reveal(), FRENCH, committed=committed, gone=()) is Verdict.TRUE
    swapped = (order[1], order[0], *order[2:10])
    assert order[0] != order[1]
    assert verify(reveal(), FRENCH, committed=committed, gone=swapped) is Verdict.WRONG_CARDS
    other = reveal(secret=bytes(32))
    assert verify(other, FRENCH, committed=committed, gone=()) is Verdict.WRONG_COMMITMENT


@pytest.mark.parametrize("secret", [b"", b"short", bytes(31), bytes(33)])
def test_secrets_have_256_bits(secret: bytes) -> None:
    with pytest.raises(WrongInput, match="a secret has 32 bytes"):
        commitment(secret, table="t1", shoe=1)
    with pytest.raises(WrongInput, match="a secret has 32 bytes"):
        order_of(reveal(secret=secret), FRENCH)
