"""The tables of a PAR sheet, with their numbers written out."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from punto.lab.document import Column, Row, Table
from punto.lab.parsheet.band import Band
from punto.lab.parsheet.sheet import LineReturn, ParSheet, WagerSheet
from punto.lab.wording import NO_BREAK, decimal, percent, power_of_ten, units, whole
from punto.rules import Winner

_MOST_COLUMNS: Final = 8
"""So many wagers go side by side on a page."""


def _named(*titles: str) -> tuple[Column, ...]:
    """Head the columns: the first names the row, the others are numbers."""
    return (Column(titles[0], is_number=False), *map(_number, titles[1:]))


def _number(title: str) -> Column:
    """Head a column of numbers; the unit stays with the word before it."""
    return Column(title.replace(", %", f",{NO_BREAK}%"))


def summary_table(sheet: ParSheet) -> Table:
    """Put the main figures of all wagers side by side."""
    return Table(
        caption="All wagers",
        columns=_named(
            "Wager",
            "House edge, %",
            "RTP, %",
            "Edge per resolved bet, %",
            "Hit frequency, %",
            "SD",
            "Volatility index",
            "Largest win, units",
        ),
        rows=[_summary_row(wager) for wager in sheet.wagers],
    )


def _summary_row(sheet: WagerSheet) -> Row:
    figures = sheet.figures
    return Row(
        (
            sheet.wager.name,
            percent(figures.house_edge),
            percent(sheet.rtp),
            percent(figures.edge_per_resolved_bet),
            percent(figures.hit_frequency),
            decimal(figures.sd, 6),
            decimal(sheet.volatility_index, 6),
            units(sheet.largest_win),
        )
    )


def pay_table(sheet: WagerSheet) -> Table:
    """List the lines of one wager with what each is worth."""
    numbers = ("Combinations", "Probability, %", "Return, %", "Net result, %")
    return Table(
        caption=f"Pay table of {sheet.wager.name}",
        columns=(
            *(Column(title, is_number=False) for title in ("When", "Pays", "Clause")),
            *map(_number, numbers),
        ),
        rows=[_pay_row(line) for line in sheet.lines],
        total=_pay_total(sheet),
    )


def _pay_row(line: LineReturn) -> Row:
    return Row(
        (
            line.when,
            line.line.pays,
            line.line.clause or "–",
            whole(line.combinations),
            percent(line.probability),
            percent(line.returned),
            percent(line.contribution, signed=True),
        )
    )


def _pay_total(sheet: WagerSheet) -> Row:
    probability = sum((line.probability for line in sheet.lines), Fraction(0))
    combinations = sum(line.combinations for line in sheet.lines)
    return Row(
        (
            "Total",
            "",
            "",
            whole(combinations),
            percent(probability),
            percent(sheet.rtp),
            percent(sheet.figures.ev, signed=True),
        )
    )


def band_table(sheet: ParSheet, confidence: int) -> Table:
    """Say between which bounds the return of so many rounds lies."""
    rounds = [power_of_ten(band.rounds) for band in _bands(sheet.wagers[0], confidence)]
    return Table(
        caption=f"RTP in percent over so many rounds, {confidence} % confidence",
        columns=_named("Wager", *(f"{number} rounds" for number in rounds)),
        rows=[
            Row((wager.wager.name, *map(_band_cell, _bands(wager, confidence))))
            for wager in sheet.wagers
        ],
        is_dense=True,
    )


def _bands(sheet: WagerSheet, confidence: int) -> Sequence[Band]:
    return [band for band in sheet.bands if band.confidence == confidence]


def _band_cell(band: Band) -> str:
    mark = "\u2009†" if band.is_rough else ""
    return f"{percent(band.low, 2)} to {percent(band.high, 2)}{mark}"


def winner_table(sheet: ParSheet) -> Table:
    """Count the rounds that each hand wins."""
    names = {Winner.PLAYER: "Player wins", Winner.BANKER: "Banker wins", Winner.TIE: "Tie"}
    return Table(
        caption="Results",
        columns=_named("Result", "Combinations", "Probability, %"),
        rows=[
            Row((names[winner], whole(count), percent(Fraction(count, sheet.sequences))))
            for winner, count in sheet.winners.items()
        ],
        total=Row(("Total", whole(sheet.sequences), percent(1))),
    )


def totals_table(sheet: ParSheet) -> Table:
    """Give the probability of each two totals."""
    return Table(
        caption="Probability of final totals in percent: Player down, Banker across",
        columns=_named("Player", *map(str, range(10))),
        rows=[
            Row((str(player), *(percent(Fraction(count, sheet.sequences), 4) for count in row)))
            for player, row in enumerate(sheet.totals)
        ],
        is_dense=True,
    )


def _abreast(sheet: ParSheet) -> Iterator[Sequence[WagerSheet]]:
    """Split the wagers into as many as go side by side."""
    for start in range(0, len(sheet.wagers), _MOST_COLUMNS):
        yield sheet.wagers[start : start + _MOST_COLUMNS]


def removal_tables(sheet: ParSheet) -> Iterator[Table]:
    """Give the effects of removal by rank."""
    for wagers in _abreast(sheet):
        yield Table(
            caption="Effects of removal in percentage points",
            columns=_named("Rank", *(wager.wager.name for wager in wagers)),
            rows=[
                Row((rank.title, *(percent(w.removal[rank], 5, signed=True) for w in wagers)))
                for rank in sheet.rulebook.deck.ranks
            ],
            total=Row(("Sum", *(percent(sum(w.removal.values()), 5, signed=True) for w in wagers))),
            is_dense=True,
        )


def deck_tables(sheet: ParSheet) -> Iterator[Table]:
    """Give the edge by decks; what the rulebook allows is marked, and so is this sheet's shoe."""
    for wagers in _abreast(sheet):
        yield Table(
            caption="House edge in percent by decks",
            columns=(
                Column("Decks", is_number=False),
                Column("Allowed", is_number=False),
                *(Column(wager.wager.name) for wager in wagers),
            ),
            rows=[
                Row(
                    (
                        f"▸\u2009{decks}" if decks == sheet.decks else str(decks),
                        "yes" if decks in sheet.allowed_decks else "no",
                        *(percent(w.edge_by_decks[decks]) for w in wagers),
                    ),
                    is_marked=decks == sheet.decks,
                )
                for decks in wagers[0].edge_by_decks
            ],
            is_dense=True,
        )


def exposure_table(sheet: ParSheet) -> Table:
    """Show what each wager comes to in the round that costs most."""
    exposure = sheet.exposure
    return Table(
        caption="The costliest round, one unit on every wager",
        columns=(
            Column("Wager", is_number=False),
            Column("Pays", is_number=False),
            Column("Net, units"),
        ),
        rows=[
            Row((wager.name, line.pays, units(net, signed=True)))
            for wager, line, net in zip(exposure.wagers, exposure.lines, exposure.nets, strict=True)
        ],
        total=Row(("Total", "", units(exposure.net, signed=True))),
    )


def stake_table(sheet: ParSheet) -> Table:
    """Give the step of every wager."""
    return Table(
        caption="Steps of stakes",
        columns=_named("Wager", "Step, minor units"),
        rows=[Row((w.wager.name, whole(w.wager.step))) for w in sheet.wagers],
    )
