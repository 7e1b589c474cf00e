"""Pay lines in English, from the facts they are about."""

from collections.abc import Sequence

from punto.rules import Condition
from punto.rules.facts import Value

_NUMBERS = ("no", "one", "two", "three")


def describe(condition: Condition) -> str:
    """Say when a pay line holds: `Banker wins with 6 on two cards`."""
    allowed = dict(condition.allowed)
    phrases = [*_ending(allowed), *_pairs(allowed), *_leftover(allowed)]
    text = ", ".join(phrases) or "otherwise"
    return text[:1].upper() + text[1:]


Allowed = dict[str, tuple[Value, ...]]


def _ending(allowed: Allowed) -> list[str]:
    """Take winner, totals, cards, margin and natural out of the facts and word them together."""
    winners = allowed.pop("winner", ())
    if winners not in (("player",), ("banker",), ("tie",)):
        return [f"{_either([str(w).title() for w in winners])} wins"] if winners else []
    winner = str(winners[0])
    words = ["tie" if winner == "tie" else f"{winner.title()} wins"]
    total = allowed.pop("player_total" if winner == "tie" else f"{winner}_total", ())
    words += [f"{'on' if winner == 'tie' else 'with'} {_either(total)}"] if total else []
    cards = allowed.pop(f"{winner}_cards", ())
    words += [f"on {_either([_NUMBERS[int(count)] for count in cards])} cards"] if cards else []
    margin = allowed.pop("margin", ())
    words += [f"by {_either(margin)}"] if margin else []
    natural = allowed.pop("natural", ())
    words += ["with a natural" if True in natural else "without a natural"] if natural else []
    return [" ".join(words)]


def _pairs(allowed: Allowed) -> list[str]:
    phrases = []
    twin, pairs = allowed.pop("twin", ()), allowed.pop("pairs", ())
    if twin == (True,):
        phrases.append("the same pair in both hands")
    elif twin == (False,) and pairs == (2,):
        phrases.append("two pairs of different ranks")
    elif pairs:
        phrases.append(
            f"{_either([_NUMBERS[int(count)] for count in pairs])} hands start with a pair"
        )
    for side in ("player", "banker"):
        pair = allowed.pop(f"{side}_pair", ())
        if pair:
            verb = "start" if True in pair else "do not start"
            phrases.append(f"{side.title()}'s cards {verb} with a pair")
    suited = allowed.pop("suited_pairs", ())
    if suited:
        count = _either([_NUMBERS[int(number)] for number in suited])
        phrases.append(f"{count} hands start with a pair of one suit")
    return [phrase.replace("one hands start", "one hand starts") for phrase in phrases]


def _leftover(allowed: Allowed) -> list[str]:
    """Word what no phrase has taken, by the name of the fact."""
    return [f"{name.replace('_', ' ')} {_either(values)}" for name, values in allowed.items()]


def _either(values: Sequence[Value]) -> str:
    words = ["yes" if value is True else "no" if value is False else str(value) for value in values]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
