"""No text, however made, does more than be refused in one clear line."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.cards import FRENCH, Composition, parse_cards
from punto.errors import WrongInput
from punto.money import Odds, parse_stake
from punto.rules import Rulebook, read_rulebook, rulebook_keys

SHIPPED = {
    key: (files("punto.rules") / "rulebooks" / f"{key}.toml").read_text(encoding="utf-8")
    for key in rulebook_keys()
}


def read_or_refuse(text: str) -> None:
    try:
        read_rulebook(text, source="text")
    except WrongInput as error:
        assert str(error).startswith("text: ")  # noqa: PT017 – either way is right
        assert "\n" not in str(error)  # noqa: PT017


@given(st.text())
def test_any_text(text: str) -> None:
    read_or_refuse(text)


@given(st.sampled_from(list(SHIPPED.values())), st.data())
def test_a_rulebook_with_a_piece_replaced(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    pieces = st.text(max_size=20) | st.sampled_from(
        ["[", "]", '"', "=", "nan", "1e999", "'''", "{}"]
    )
    read_or_refuse(text[:start] + data.draw(pieces) + text[end:])


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.dates()
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(st.text(max_size=5), st.integers(), max_size=2)
)


@given(st.sampled_from(list(SHIPPED.values())), st.data())
def test_a_rulebook_with_a_value_of_another_kind(text: str, data: st.DataObject) -> None:
    tree = tomllib.loads(text)
    node: Any = tree
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(keys))
        below = node[key]
        if not (isinstance(below, dict | list) and below and data.draw(st.booleans())):
            break
        node = below
    node[key] = data.draw(scalars)
    try:
        msgspec.convert(tree, Rulebook)
    except msgspec.ValidationError as error:
        assert str(error)  # noqa: PT017 – either way is right


@given(st.text(), st.sampled_from([parse_cards, parse_stake, Odds.parse]))
def test_cards_stakes_and_odds(text: str, parse: Callable[[str], object]) -> None:
    try:
        parse(text)
    except WrongInput as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 – either way is right


@given(st.text(alphabet="A23456789TJQKshdc=,0 -\n"))
def test_compositions(text: str) -> None:
    try:
        composition = Composition.parse(FRENCH, text)
    except WrongInput:
        return
    assert Composition.parse(FRENCH, str(composition)) == composition


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 1990,
        "a = " + "[\n" * 5000,
        "a." * 990 + "a = 1",
        "a." * 20000 + "a = 1",
        '"\x85".' * 9000 + "a = 1",
        "a = " + "9" * 1990,
        "a = 0x" + "f" * 1990,
        "x = 1\n" * 60000,
        "\x00",
        '"\\ud800" = 1',
        "a = '''" + "x" * 100_000,
    ],
    ids=[
        "arrays",
        "arrays over lines",
        "dotted",
        "dotted further",
        "dotted by other line ends",
        "digits",
        "hex digits",
        "long",
        "nul",
        "surrogate",
        "unclosed",
    ],
)
def test_known_attacks(text: str) -> None:
    with pytest.raises(WrongInput):
        read_rulebook(text, source="text")
