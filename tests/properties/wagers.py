"""Random wagers over every fact that a pay line can name."""

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement

import msgspec
from hypothesis import strategies as st

import punto
from punto.cards import Deck
from punto.rules import DOMAINS, Condition, PayLine, Rulebook, Wager
from punto.rules.card_facts import CARD_FACTS
from punto.rules.condition import Case
from punto.rules.facts import Value

EVERY_FACT = (*DOMAINS, *CARD_FACTS)
BOOKS = {"french": "mbs-tiger", "elements": "mbs-elements"}


def values_of(name: str, deck: Deck) -> Sequence[Value]:
    """List the values that a fact can have with a deck."""
    if name in DOMAINS:
        return DOMAINS[name]
    if name.endswith("_ranks"):
        pairs = combinations_with_replacement([rank.symbol for rank in deck.ranks], 2)
        return [one + other for one, other in pairs]
    if name.endswith("_rank"):
        return [rank.symbol for rank in deck.ranks]
    if name.endswith("_suit"):
        return [suit.title for suit in deck.suits]
    if name.endswith("colour"):
        return ["red", "black", "mixed"]
    return range(10) if name.endswith(("_total", "_value")) else range(7)


def rulebook_with(deck: Deck, *wagers: Wager) -> Rulebook:
    return msgspec.structs.replace(punto.rulebook(BOOKS[deck.family]), wagers=wagers)


@st.composite
def facts_asked(draw: st.DrawFn, deck: Deck, most: int = 3) -> dict[str, Value | tuple[Value, ...]]:
    names = draw(st.lists(st.sampled_from(EVERY_FACT), min_size=1, max_size=most, unique=True))
    asked: dict[str, Value | tuple[Value, ...]] = {}
    for name in names:
        values = st.sampled_from(values_of(name, deck))
        several = st.lists(values, min_size=1, max_size=9).map(tuple)
        asked[name] = draw(values | several)
    return asked


@st.composite
def random_wagers(draw: st.DrawFn, deck: Deck, name: str = "random") -> Wager:
    """Draw one to four lines, some with cases."""
    cases = st.lists(facts_asked(deck, 2).map(lambda asked: Case(**asked)), max_size=2).map(tuple)  # type: ignore[arg-type]  # as a file would give them
    lines = [
        PayLine(
            pays=draw(st.sampled_from(["1:1", "0.95:1", "1000000:1", "push", "lose"])),
            when=Condition(**draw(facts_asked(deck)), any_of=draw(cases), none_of=draw(cases)),  # type: ignore[arg-type]  # likewise
        )
        for _ in range(draw(st.integers(1, 4)))
    ]
    return Wager(id=name, name=name, lines=tuple(lines))


def wager_on(name: str, deck: Deck, beside: str | None = None) -> Wager:
    """Make a wager on half of the values of one fact beside another, and on the other half."""
    chance = random.Random(name)  # noqa: S311 – a test's own dice
    values = values_of(name, deck)
    few = tuple(chance.sample(values, max(1, len(values) // 2)))
    other = beside or chance.choice([each for each in EVERY_FACT if each != name])
    others = values_of(other, deck)
    some = tuple(chance.sample(others, max(1, len(others) // 2)))
    lines = (
        PayLine(pays="3:1", when=Condition(**{name: few, other: some})),  # type: ignore[arg-type]  # as a file would give them
        PayLine(pays="push", when=Condition(none_of=(Case(**{name: few}),))),  # type: ignore[arg-type]  # likewise
    )
    return Wager(id=name.replace("_", "-"), name=name, lines=lines)
