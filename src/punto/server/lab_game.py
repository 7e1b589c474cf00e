"""What a visitor of the laboratory asks about: a game, and what is left of a shoe of it."""

from dataclasses import dataclass
from functools import lru_cache

from punto.cards import Composition
from punto.errors import PuntoError, UnknownRulebook, UnreadableRulebook, WrongInput
from punto.protocol.lab import LabGame, LabRefused, LabShoe
from punto.protocol.words import NotCounted
from punto.rules import Rulebook, defects_of, find_rulebook, read_beside

SOURCE = "TOML"
"""What a visitor's text is called in an error."""


class Defective(WrongInput):
    """A rulebook of the right shape that cannot be played, with all that is wrong."""

    def __init__(self, findings: tuple[str, ...]) -> None:
        super().__init__(f"{SOURCE}: {findings[0]}")
        self.findings = findings


class ImpossibleShoe(WrongInput):
    """More cards are gone than there were, or such as there are none of."""


@dataclass(frozen=True, slots=True)
class Game:
    """A rulebook, and how many of its wagers, the first ones, are the visitor's own."""

    rulebook: Rulebook
    own: int = 0


@lru_cache(maxsize=64)
def game_of(asked: LabGame) -> Game:
    """Find the rulebook; or read the visitor's, and say all that is wrong with it."""
    found = find_rulebook(asked.rulebook)
    if not asked.toml.strip():
        return Game(found)
    read = read_beside(found, asked.toml, source=SOURCE)
    defects = defects_of(read)
    if defects:
        raise Defective(tuple(map(str, defects)))
    is_beside = read.wagers[-len(found.wagers) :] == found.wagers
    return Game(read, len(read.wagers) - len(found.wagers) if is_beside else 0)


def shoe_of(rulebook: Rulebook, asked: LabShoe) -> Composition:
    """Count what is left; a card that is gone without its suit leaves all suits unknown."""
    whole = Composition.of_decks(rulebook.deck, asked.decks)
    assert whole.cards is not None, "a full shoe knows its suits"
    names = [*map(str, rulebook.deck.cards), *(rank.symbol for rank in rulebook.deck.ranks)]
    for name in asked.gone:
        if name not in names:
            raise ImpossibleShoe(f"{name!r} is no rank and no card of this deck")
    left = [
        _less(str(card), count, asked)
        for card, count in zip(rulebook.deck.cards, whole.cards, strict=True)
    ]
    by_rank = [sum(left[place :: len(rulebook.deck.ranks)]) for place in range(len(whole.ranks))]
    ranks = tuple(
        _less(rank.symbol, count, asked)
        for rank, count in zip(rulebook.deck.ranks, by_rank, strict=True)
    )
    return Composition(rulebook.deck, ranks, tuple(left) if sum(left) == sum(ranks) else None)


def _less(name: str, count: int, asked: LabShoe) -> int:
    gone = asked.gone.get(name, 0)
    if gone > count:
        raise ImpossibleShoe(f"{gone} cards of {name!r} are gone, of {count} that there are")
    return count - gone


_CODES: dict[type[PuntoError], NotCounted] = {
    UnknownRulebook: "no-such-rulebook",
    UnreadableRulebook: "unreadable-rulebook",
    Defective: "defective-rulebook",
    ImpossibleShoe: "impossible-shoe",
}


def refused(error: PuntoError) -> LabRefused:
    """Say what is wrong with a question."""
    findings = list(error.findings) if isinstance(error, Defective) else []
    code = _CODES.get(type(error), "impossible-shoe")
    return LabRefused(status_code=400, detail=str(error), code=code, findings=findings)
