"""What the laboratory counts: pure answers, given in a process of their own."""

from functools import lru_cache
from typing import Final

from punto.cards import MAX_DECKS, Composition
from punto.exact import WagerFigures, edge_by_decks, effects_of_removal, figures
from punto.protocol.lab import LabGame, LabLine, LabOdds, LabShoe, LabStudy, LabWager
from punto.rules import Rulebook, Wager
from punto.rules.words import describe_line
from punto.server.lab_game import game_of, shoe_of

DECKS: Final = range(1, MAX_DECKS + 1)


def count_odds(asked: LabShoe) -> LabOdds:
    """Count every wager on what is left of a shoe."""
    game = game_of(LabGame(rulebook=asked.rulebook, decks=asked.decks, toml=asked.toml))
    rulebook, shoe = game.rulebook, shoe_of(game.rulebook, asked)
    counted, fresh = figures(rulebook, shoe).wagers, _edges(rulebook, asked.decks)
    ranks = [rank.symbol for rank in rulebook.deck.ranks]
    return LabOdds(
        rulebook=rulebook.key,
        title=rulebook.title,
        family=rulebook.deck_rule.family,
        decks=asked.decks,
        ranks=ranks,
        suits=[suit.symbol for suit in rulebook.deck.suits],
        cards=dict(zip(ranks, shoe.ranks, strict=True)),
        suits_known=shoe.cards is not None,
        own=game.own,
        wagers=[_wager(wager, fresh[wager.id], counted[wager.id]) for wager in rulebook.wagers],
    )


@lru_cache(maxsize=64)
def study(asked: LabGame) -> LabStudy:
    """Count what one card more or less does to a full shoe, and what more decks do."""
    rulebook = game_of(asked).rulebook
    removal = effects_of_removal(rulebook, Composition.of_decks(rulebook.deck, asked.decks))
    by_decks = edge_by_decks(rulebook, DECKS)
    return LabStudy(
        removal={
            wager: {rank.symbol: float(effect) for rank, effect in effects.items()}
            for wager, effects in removal.items()
        },
        by_decks={
            wager.id: [float(by_decks[decks][wager.id]) for decks in DECKS]
            for wager in rulebook.wagers
        },
    )


@lru_cache(maxsize=64)
def _edges(rulebook: Rulebook, decks: int) -> dict[str, float]:
    """Count a full shoe once."""
    return {name: float(edge) for name, edge in edge_by_decks(rulebook, [decks])[decks].items()}


def _wager(wager: Wager, fresh: float, found: WagerFigures | None) -> LabWager:
    return LabWager(
        id=wager.id,
        name=wager.name,
        lines=_lines(wager, found),
        fresh=fresh,
        edge=float(found.house_edge) if found else None,
        hit=float(found.hit_frequency) if found else None,
        sd=found.sd if found else None,
    )


def _lines(wager: Wager, found: WagerFigures | None) -> list[LabLine]:
    shares = [count.sequences / found.sequences for count in found.lines] if found else None
    return [
        LabLine(
            pays=line.pays,
            when=line.when,
            words=describe_line(line),
            probability=shares[place] if shares else None,
        )
        for place, line in enumerate(wager.lines)
    ]
