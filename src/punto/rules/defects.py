"""What is wrong with a rulebook of the right shape: all of it at once, each with its place."""

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec

from punto.cards import MAX_DECKS
from punto.money import MAX_STAKE
from punto.rules.cases import holding
from punto.rules.facts import Winner
from punto.rules.needs import is_of_cards
from punto.rules.rulebook import Rulebook
from punto.rules.sieve import MOST_CASES, Sieve
from punto.rules.sorting import MOST_WAYS, tells_too_much_apart
from punto.rules.wager import Outcome, Wager


@dataclass(frozen=True, slots=True)
class Finding:
    """A place in the file and what is wrong there."""

    path: str
    says: str

    def __str__(self) -> str:
        return f"{self.path}: {self.says}"


def defects_of(rulebook: Rulebook) -> tuple[Finding, ...]:
    """Find what makes a rulebook unplayable."""
    return (
        *_deck_defects(rulebook),
        *_repeated_ids(rulebook),
        *_wager_defects(rulebook),
        *_unlisted_clauses(rulebook),
        *_layout_defects(rulebook),
        *_roadmap_defects(rulebook),
    )


def warnings_of(rulebook: Rulebook) -> tuple[Finding, ...]:
    """Find what a careful author would still mend: rules without their clause."""
    lines = (
        (f"wagers[{w}].lines[{n}]", f"{wager.id} at {line.pays}", line.clause)
        for w, wager in enumerate(rulebook.wagers)
        for n, line in enumerate(wager.lines)
    )
    causes = (
        (f"voids[{n}]", rule.cause.value, rule.clause) for n, rule in enumerate(rulebook.voids)
    )
    sections = (
        ("deck", "the deck", rulebook.deck_rule.clause),
        ("shoe", "the shoe", rulebook.shoe.clause),
        ("betting", "who may bet on what", rulebook.betting.clause),
    )
    return tuple(
        Finding(path, f"{what} names no clause")
        for path, what, clause in (*sections, *lines, *causes)
        if clause is None
    )


def _deck_defects(rulebook: Rulebook) -> Iterator[Finding]:
    shoe, cards = rulebook.shoe, rulebook.deck_rule.cards
    if cards != len(rulebook.deck):
        family = rulebook.deck_rule.family
        yield Finding("deck.cards", f"a {family} deck has {len(rulebook.deck)} cards, not {cards}")
    for name in ("min_decks", "max_decks"):
        decks = getattr(shoe, name)
        if not 1 <= decks <= MAX_DECKS:
            yield Finding(f"shoe.{name}", f"decks go from 1 to {MAX_DECKS}, not {decks}")
    if not shoe.min_decks <= shoe.default_decks <= shoe.max_decks:
        span = f"{shoe.min_decks} to {shoe.max_decks}"
        yield Finding("shoe.default_decks", f"{shoe.default_decks} is outside {span}")


def _repeated_ids(rulebook: Rulebook) -> Iterator[Finding]:
    tallies = {
        "wagers": Counter(wager.id for wager in rulebook.wagers),
        "voids": Counter(rule.cause.value for rule in rulebook.voids),
        "controls": Counter(control.id for control in rulebook.controls),
        "layouts": Counter(layout.name for layout in rulebook.layouts),
    }
    for path, tally in tallies.items():
        for name, count in tally.items():
            if count > 1:
                yield Finding(path, f"{name!r} stands there {count} times")


def _wager_defects(rulebook: Rulebook) -> Iterator[Finding]:
    decks = min(max(rulebook.shoe.max_decks, 1), MAX_DECKS)
    is_too_much = tells_too_much_apart(rulebook.wagers, rulebook.deck)
    if is_too_much:
        says = f"on single cards they tell more than {MOST_WAYS} ways to deal apart: take some out"
        yield Finding("wagers", says)
    for place, wager in enumerate(rulebook.wagers):
        cases = len(Sieve(wager).cases)
        if cases > MOST_CASES:
            says = f"{wager.id} has {cases} lines and cases, more than {MOST_CASES}"
            yield Finding(f"wagers[{place}]", says)
        elif not (is_too_much and is_of_cards(wager)):
            together = holding(wager, rulebook.deck, decks=decks)
            yield from _line_defects(f"wagers[{place}]", wager, together)


def _line_defects(
    path: str, wager: Wager, holding: AbstractSet[tuple[bool, ...]]
) -> Iterator[Finding]:
    """Look at which lines hold together: the first counts."""
    can_win = False
    for place, line in enumerate(wager.lines):
        rounds = [lines for lines in holding if lines[place]]
        where = f"{path}.lines[{place}]"
        if any(not any(lines[:place]) for lines in rounds):
            can_win = can_win or line.payment.outcome is Outcome.WIN
        elif rounds:
            yield Finding(
                where, f"{wager.id} at {line.pays} is shadowed: earlier lines take it all"
            )
        else:
            yield Finding(where, f"{wager.id} at {line.pays} is unreachable: no round is like that")
    if not can_win:
        yield Finding(path, f"{wager.id} can never win")
    if wager.step > MAX_STAKE:
        yield Finding(path, f"{wager.id} takes no stake: its odds need multiples of {wager.step}")


def _unlisted_clauses(rulebook: Rulebook) -> Iterator[Finding]:
    """Check every citation against the rulebook's own list, where it has one."""
    if not rulebook.clauses:
        return
    for path, clause in cited_clauses(rulebook):
        if clause not in rulebook.clauses:
            yield Finding(path, f"clause {clause!r} is not listed under [clauses]")


def cited_clauses(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """List every clause that is cited, with the key that cites it."""
    return _citations(msgspec.to_builtins(rulebook), "")


def _citations(node: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            place = f"{path}.{key}" if path else key
            if key == "letter_clauses":
                yield from ((f"{place}.{name}", clause) for name, clause in value.items())
            elif key.endswith("clause") and value is not None:
                yield place, value
            else:
                yield from _citations(value, place)
    elif isinstance(node, list | tuple):
        for place, value in enumerate(node):
            yield from _citations(value, f"{path}[{place}]")


def _layout_defects(rulebook: Rulebook) -> Iterator[Finding]:
    for place, layout in enumerate(rulebook.layouts):
        least, most = layout.min_positions, layout.max_positions
        if (least is None) != (most is None):
            yield Finding(
                f"layouts[{place}]", "wants both min_positions and max_positions, or none"
            )
        elif least is not None and most is not None and not 1 <= least <= most:
            yield Finding(f"layouts[{place}]", f"{least} to {most} positions is no range")


def _roadmap_defects(rulebook: Rulebook) -> Iterator[Finding]:
    if rulebook.roadmap:
        for winner in Winner:
            if winner not in rulebook.roadmap.letters:
                yield Finding("roadmap.letters", f"no letter stands for {winner.value}")
