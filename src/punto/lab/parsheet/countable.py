"""The chapter on countability, where it was asked for."""

from punto.cards import Rank
from punto.lab.bettor import Bettor
from punto.lab.countability import Countability, WagerCountability
from punto.lab.document import Column, Paragraph, Row, Section, Table
from punto.lab.parsheet import method
from punto.lab.wording import decimal, percent, whole


def countability_chapter(found: Countability | None) -> Section:
    """Set out what knowing the cards is worth; or say how to ask for it."""
    if found is None:
        return Section("Countability", (Paragraph(method.NO_COUNTABILITY),))
    rounds = ", ".join(f"{decimal(n, 2)} at {cut}" for cut, n in found.rounds_per_shoe.items())
    text = f"{whole(found.shoes)} shoes of seed {found.seed}. Rounds a shoe by cut: {rounds}."
    words = (Paragraph(method.COUNTABILITY), Paragraph(text))
    return Section("Countability", (*words, _edge_table(found), _cut_table(found), *_tags(found)))


def _edge_table(found: Countability) -> Table:
    deepest = min(found.rounds_per_shoe)
    titles = ("Rounds with an edge, %", "Its mean, %", "Units a shoe", "Standard error")
    count = ("Count bets, %", "Mean edge, %", "Units a shoe", "Captured, %")
    return Table(
        caption=f"Perfect knowledge, and a running count; {deepest} cards behind the cut card",
        columns=(Column("Wager", is_number=False), *map(Column, (*titles, *count))),
        rows=[_edge_row(wager) for wager in found.wagers.values()],
        is_dense=True,
    )


def _edge_row(wager: WagerCountability) -> Row:
    depth = wager.depths[0]
    cells = (*_cells(depth.perfect), decimal(depth.perfect.stderr, 4))
    if depth.counted is None:
        return Row((wager.wager.name, *cells, "no count", "", "", ""))
    return Row((wager.wager.name, *cells, *_cells(depth.counted), percent(depth.captured, 1)))


def _cells(bettor: Bettor) -> tuple[str, str, str]:
    return percent(bettor.share, 3), percent(bettor.mean_edge, 3), decimal(bettor.units_per_shoe, 4)


def _cut_table(found: Countability) -> Table:
    cuts = [str(cut) for cut in found.rounds_per_shoe]
    return Table(
        caption="Units a shoe by cards behind the cut card: perfect knowledge, then the count",
        columns=(Column("Wager", is_number=False), *(Column(cut) for cut in (*cuts, *cuts))),
        rows=[_cut_row(wager) for wager in found.wagers.values()],
        is_dense=True,
    )


def _cut_row(wager: WagerCountability) -> Row:
    perfect = [decimal(depth.perfect.units_per_shoe, 4) for depth in wager.depths]
    counted = [
        "" if depth.counted is None else decimal(depth.counted.units_per_shoe, 4)
        for depth in wager.depths
    ]
    return Row((wager.wager.name, *perfect, *counted))


def _tags(found: Countability) -> tuple[Table, ...]:
    """Show the counts, if any wager has one."""
    counts = {wager.wager.name: wager.count for wager in found.wagers.values() if wager.count}
    if not counts:
        return ()
    ranks: tuple[Rank, ...] = found.game.rulebook.deck.ranks
    return (
        Table(
            caption="Tags by rank, and the true count from which on to bet",
            columns=(
                Column("Wager", is_number=False),
                *(Column(rank.symbol) for rank in ranks),
                Column("Trigger"),
            ),
            rows=[
                Row(
                    (
                        name,
                        *(decimal(count.tags[rank], 0, signed=True) for rank in ranks),
                        decimal(count.trigger, 1),
                    )
                )
                for name, count in counts.items()
            ],
            is_dense=True,
        ),
    )
