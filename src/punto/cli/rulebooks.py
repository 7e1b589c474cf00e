"""`punto rulebooks`: what the house can play."""

from typing import Any

import punto
from punto.cli.output import Json, print_json, print_table
from punto.rules import Rulebook


def list_rulebooks(*, json: Json = False) -> None:
    """List the rulebooks, the five documents first."""
    if json:
        print_json([_summary(rulebook) for rulebook in punto.rulebooks()])
    else:
        columns = ("id", "decks", "game, edition and wagers")
        print_table(columns, [_row(rulebook) for rulebook in punto.rulebooks()])


def _summary(rulebook: Rulebook) -> dict[str, Any]:
    shoe = rulebook.shoe
    return {
        "id": rulebook.id,
        "title": rulebook.title,
        "operator": rulebook.operator,
        "version": rulebook.version,
        "effective": rulebook.effective,
        "cards_per_deck": rulebook.deck_rule.cards,
        "decks": {"min": shoe.min_decks, "max": shoe.max_decks, "default": shoe.default_decks},
        "shuffle": shoe.shuffle.value,
        "wagers": [
            {"id": wager.id, "name": wager.name, "pays": [str(odds) for odds in wager.odds]}
            for wager in rulebook.wagers
        ],
    }


def _row(rulebook: Rulebook) -> tuple[str, ...]:
    low, high = rulebook.shoe.min_decks, rulebook.shoe.max_decks
    version = f"v{rulebook.version}" if rulebook.version else None
    edition = filter(None, (rulebook.operator, version, rulebook.effective))
    wagers = ", ".join(wager.id for wager in rulebook.wagers)
    return (
        rulebook.id,
        f"{low}–{high}" if low < high else str(low),
        f"{rulebook.title} ({' '.join(edition)})\n{wagers}\n",
    )
