"""Pay lines in English, from the facts they are about."""

from collections.abc import Iterator, Sequence

from punto.rules.card_facts import CARD_FACTS
from punto.rules.card_words import COUNTS, card_phrase, either
from punto.rules.condition import Case, Condition
from punto.rules.facts import Value
from punto.rules.wager import PayLine

Allowed = dict[str, tuple[Value, ...]]


def describe(condition: Condition) -> str:
    """Say when a pay line holds: `Banker wins with 6 on two cards`."""
    phrases = list(_phrases(condition))
    if condition.any_of:
        phrases.append(f"either {' or '.join(map(_together, condition.any_of))}")
    if condition.none_of and not phrases:
        phrases.append("any round")
    phrases += (f"but not {_together(case)}" for case in condition.none_of)
    text = ", ".join(phrases) or "otherwise"
    return text[:1].upper() + text[1:]


def describe_line(line: PayLine) -> str:
    """Say when a pay line holds, by its name where it has one: `Tiger: Banker wins with 6`."""
    words = describe(line.when)
    return f"{line.name}: {words}" if line.name else words


def _phrases(case: Case) -> Iterator[str]:
    allowed = {
        name: values
        for name, values in case.allowed.items()
        if name not in _TRUE_AND_FALSE or len(values) == 1  # true or false says nothing
    }
    yield from _ending(allowed)
    yield from _pairs(allowed)
    yield from map(_phrase, allowed, allowed.values())


def _together(case: Case) -> str:
    return " and ".join(_phrases(case)) or "anything"


def _ending(allowed: Allowed) -> Iterator[str]:
    """Take a single winner, with its total, cards and margin, out of the facts."""
    if len(allowed.get("winner", ())) != 1:
        return
    winner = str(allowed.pop("winner")[0])
    words = ["tie" if winner == "tie" else f"{winner.title()} wins"]
    if total := allowed.pop("player_total" if winner == "tie" else f"{winner}_total", ()):
        words.append(f"{'on' if winner == 'tie' else 'with'} {either(total)}")
    if cards := allowed.pop(f"{winner}_cards", ()):
        words.append(f"on {either(_numbers(cards))} cards")
    if margin := allowed.pop("margin", ()):
        words.append(f"by {either(margin)}")
    if natural := allowed.pop("natural", ()):
        words.append("with a natural" if natural == (True,) else "without a natural")
    yield " ".join(words)


def _pairs(allowed: Allowed) -> Iterator[str]:
    """Take both pairs at once out of the facts where that has words of its own."""
    if allowed.get("pairs") == (2,) and allowed.get("twin") == (False,):
        del allowed["pairs"], allowed["twin"]
        yield "two pairs of different ranks"


def _phrase(name: str, values: tuple[Value, ...]) -> str:
    if name in _TRUE_AND_FALSE:
        return _TRUE_AND_FALSE[name][0 if values == (True,) else 1]
    if name in ("pairs", "suited_pairs"):
        hands = "hand starts" if values == (1,) else "hands start"
        suited = " of one suit" if name == "suited_pairs" else ""
        return f"{either(_numbers(values))} {hands} with a pair{suited}"
    if name == "winner":
        return f"the result is {either([str(value).title() for value in values])}"
    if name in CARD_FACTS:
        return card_phrase(name, values)
    if name in _OF_ROUND:
        told = _numbers(values) if name == "cards" else values
        return _OF_ROUND[name].format(either(told))
    side, _, what = name.partition("_")
    count = f"{either(_numbers(values))} cards" if what == "cards" else either(values)
    return f"{side.title()} has {count}"


_OF_ROUND = {
    "margin": "the totals differ by {}",
    "sum": "the totals add up to {}",
    "difference": "Player’s total less Banker’s is {}",
    "cards": "{} cards in all",
}

_TRUE_AND_FALSE = {
    "natural": ("a natural", "no natural"),
    "twin": ("the same pair in both hands", "not the same pair in both hands"),
    "player_pair": ("Player’s first two are a pair", "Player’s first two are no pair"),
    "banker_pair": ("Banker’s first two are a pair", "Banker’s first two are no pair"),
    "player_suited": ("Player’s first two are of one suit", "Player’s first two differ in suit"),
    "banker_suited": ("Banker’s first two are of one suit", "Banker’s first two differ in suit"),
}


def _numbers(values: Sequence[Value]) -> list[str]:
    return [COUNTS[int(value)] for value in values]
