"""The PAR sheet of a rulebook: made once as a value, then written as HTML, Markdown or JSON.

>>> from punto.rules import find_rulebook
>>> sheet = par_sheet(find_rulebook("mbs-tiger"), decks=8)
>>> sheet.wagers[1].figures.house_edge
Fraction(284694798368, 19524993263685)
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from punto.cards import MAX_DECKS, Composition, Rank
from punto.errors import WrongInput
from punto.exact import WagerFigures, edge_by_decks, effects_of_removal, endings, figures
from punto.lab.countability import Countability
from punto.lab.parsheet.band import bands_of
from punto.lab.parsheet.exposure import largest_exposure
from punto.lab.parsheet.markdown import as_markdown
from punto.lab.parsheet.page import as_html
from punto.lab.parsheet.record import as_json
from punto.lab.parsheet.sheet import LineReturn, ParSheet, WagerSheet
from punto.lab.parsheet.signoff import sign_off
from punto.rules import Rulebook
from punto.rules.words import describe_line

__all__ = ["ParSheet", "as_html", "as_json", "as_markdown", "par_sheet"]


def par_sheet(
    rulebook: Rulebook, decks: int, *, countability: Countability | None = None
) -> ParSheet:
    """Work everything out for a full shoe; one to ten decks, whatever the rulebook allows.

    Countability takes longer than all the rest: whoever wants it brings it along.
    """
    if not 1 <= decks <= MAX_DECKS:
        raise WrongInput(f"a PAR sheet is for 1 to {MAX_DECKS} decks, not {decks}")
    composition = Composition.of_decks(rulebook.deck, decks)
    counted = figures(rulebook, composition)
    shoes = None if countability is None else countability.shoes
    assert counted.void == 0, "one deck is enough for any round"
    return ParSheet(
        rulebook=rulebook,
        decks=decks,
        cards=len(composition),
        sequences=counted.sequences,
        void=counted.void,
        wagers=tuple(_wager_sheets(rulebook, composition, counted.wagers)),
        totals=_totals(composition),
        exposure=largest_exposure(rulebook, decks),
        sign_off=sign_off(rulebook, decks, shoes=shoes),
        countability=countability,
    )


def _wager_sheets(
    rulebook: Rulebook, composition: Composition, counted: Mapping[str, WagerFigures]
) -> Iterator[WagerSheet]:
    removal = effects_of_removal(rulebook, composition)
    edges = edge_by_decks(rulebook, range(1, MAX_DECKS + 1))
    for wager_id, wager in counted.items():
        by_decks = {decks: edge[wager_id] for decks, edge in edges.items()}
        yield _wager_sheet(wager, removal[wager_id], by_decks)


def _wager_sheet(
    wager: WagerFigures, removal: Mapping[Rank, Fraction], edges: Mapping[int, Fraction]
) -> WagerSheet:
    return WagerSheet(
        figures=wager,
        lines=tuple(_lines(wager)),
        bands=bands_of(wager),
        removal=removal,
        edge_by_decks=edges,
    )


def _lines(figures: WagerFigures) -> Iterator[LineReturn]:
    """List every line of the pay table, also one that this shoe cannot reach, then the rest."""
    *named, rest = figures.lines
    for count in (*named, rest) if rest.sequences else named:
        yield LineReturn(
            line=count.line,
            when=describe_line(count.line),
            combinations=count.sequences,
            sequences=figures.sequences,
        )


def _totals(composition: Composition) -> tuple[tuple[int, ...], ...]:
    totals = [[0] * 10 for _ in range(10)]
    for ending, count in endings(composition).items():
        totals[ending.player_total][ending.banker_total] += count
    return tuple(map(tuple, totals))
