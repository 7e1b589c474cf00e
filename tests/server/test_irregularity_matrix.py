"""Every irregularity of documents 000, 003 and 004, at each moment at which it can be noticed.

A dealer reports it from the console, and what the document says goes through to the books, the
roads, the history and the journal. No table is left standing still by any of them.
"""

import asyncio
from typing import Any, Final

import pytest

from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.protocol import console
from punto.store import reading
from punto.table import due
from punto.table.due import Due
from punto.table.event import IrregularityRuled
from tests.server.dealt_table import STAKE, STEPS, TABLE, DealtTable, dealt_table
from tests.server.here import assert_books_hold

MOMENTS: Final = (
    "open",
    "closed",
    "two",
    "four",
    "totals",
    "five",
    "result",
    "collected",
    "paid",
    "next",
)
"""Bets are taken; "No more bets"; two and four cards lie; totals said; five cards; the result said;
losing wagers collected; winning ones paid; and the next round takes bets."""

DECISIONS: Final = {
    "V": "void",
    "G": "go-on",
    "S": "stand",
    "W": "refuse-wager",
    "I": "refuse-increase",
    "P": "settle-as-placed",
    "?": "supervisor",
}

MATRIX: Final = """
found                                   open   closed two    four   totals five   result collected paid  next
foreign-card                            V5.1.1 V5.1.1 V5.1.1 V5.1.1 V5.1.1 V5.1.1 V5.1.1 V5.1.1 S5.1.2 V5.1.1
extra-or-missing-cards                  ?      ?      ?      ?      ?      ?      ?      ?      ?      ?
incorrect-number-of-cards               -      -      V5.2   V5.2   V5.2   V5.2   V5.2   V5.2   V5.2   S5.2
incorrect-number-of-cards/mended        -      -      G5.2   G5.2   G5.2   G5.2   G5.2   G5.2   G5.2   S5.2
order-unknown                           -      -      V5.3   V5.3   V5.3   V5.3   V5.3   V5.3   S      S
order-unknown/later                     -      -      -      -      ?      ?      ?      ?      S      S
order-unknown/mended                    -      -      G5.3   G5.3   G5.3   G5.3   G5.3   G5.3   S      S
shoe-order-altered                      V5.4   V5.4   V5.4   V5.4   V5.4   V5.4   V5.4   V5.4   S      V5.4
shoe-order-altered/mended               G5.4   G5.4   G5.4   G5.4   G5.4   G5.4   G5.4   G5.4   S      G5.4
insufficient-cards                      -      -      V5.5   V5.5   V5.5   V5.5   V5.5   V5.5   S      S
wager-placed-late                       -      W5.6   W5.6   W5.6   W5.6   W5.6   W5.6   W5.6   W5.6   -
wager-increased-late                    -      I5.6   I5.6   I5.6   I5.6   I5.6   I5.6   I5.6   I5.6   -
wager-withdrawn-late                    -      P5.7   P5.7   P5.7   P5.7   P5.7   P5.7   P5.7   P5.7   -
malfunction                             ?      ?      ?      ?      ?      ?      ?      ?      ?      ?
connection-lost                         ?      ?      ?      ?      ?      ?      ?      ?      ?      ?
"""  # noqa: E501 – a table
"""By the clauses of document 000, which are those of 004 too. V void, G go on, S the result stands,
W the wager is refused, I the increase is, P it is settled as placed, ? a supervisor decides."""

OF_TIGER: Final = {
    "extra-or-missing-cards": "V5.1.1 " * 8 + "S5.1.2 V5.1.1",
}
"""Document 003 names extra and missing cards in 5.1."""

MOST_ROUNDS: Final = 15
"""After so many rounds of one shoe another is brought."""

Cell = tuple[str, str, str]
"""What was found and how, when it was noticed, and what is to come of it."""


def cells(rulebook: str) -> list[Cell]:
    """Read the table above for one document."""
    rows = [line.split() for line in MATRIX.strip().splitlines()[1:]]
    of_tiger = OF_TIGER if rulebook == "mbs-tiger" else {}
    return [
        (found, moment, wanted)
        for found, *row in rows
        for moment, wanted in zip(MOMENTS, of_tiger.get(found, " ".join(row)).split(), strict=True)
        if wanted != "-"
    ]


def passes(cell: Cell) -> bool:
    """Whether the round goes on as if nothing had been reported: many such can be in one."""
    _, moment, wanted = cell
    return wanted[0] in "GWIP" and moment not in {"paid", "next"}


class Scene:
    """One cell after the other, at one table."""

    def __init__(self, at: DealtTable) -> None:
        self._at = at
        self._cells = 0

    async def pass_by(self, passing: list[Cell]) -> None:
        """Report in one round, at each moment, all that changes nothing of it."""
        at = self._at
        balance, results = at.balance, at.results
        at.script()
        for moment, kind in STEPS[:-2]:
            await at.do(kind)
            if moment == "open":
                await at.player.bet(TABLE, "player", STAKE)
            for cell in passing:
                if cell[1] == moment:
                    await self._ruled(cell)
        await at.finish()
        assert (at.balance, at.results) == (balance + STAKE, results + 1)
        assert (await at.last()).net == STAKE

    async def play(self, cell: Cell) -> None:
        """Bring a cell about, and compare all that came of it."""
        at, moment = self._at, cell[1]
        await self._fresh_shoe()
        balance, results = at.balance, at.results
        await at.play_to(moment)
        rounds = at.table.rounds
        decision = await self._ruled(cell)
        voids = decision == "void"
        if decision == "supervisor":
            voids = await self._decided(cell)
        await self._went(cell, voids=voids, rounds=rounds, balance=balance, results=results)

    async def _ruled(self, cell: Cell) -> str:
        """Ask for the ruling, report, and find the same in the journal."""
        found, moment, wanted = cell
        decision, clause = DECISIONS[wanted[0]], wanted[1:] or None
        report = self._irregularity(found, moment)
        ruling = await self._at.dealer.ask(console.AskRuling, irregularity=report)
        assert (ruling.get("decision"), ruling.get("clause")) == (decision, clause), (cell, ruling)
        why = f"seen {moment}"
        ruled = await self._reported(report, why)
        assert (ruled.decision.value, ruled.clause, ruled.why) == (decision, clause, why), cell
        return decision

    async def _fresh_shoe(self) -> None:
        """Take the shoe off the table before a card could be out too often, as a report may say."""
        at = self._at
        if at.scripted < MOST_ROUNDS:
            return
        await at.play_to("paid")
        report = console.Irregularity(found="foreign-card", new_shoe=True)
        ruled, shoe = await self._reported(report, "a blue back"), at.table.shoe
        assert (ruled.decision.value, ruled.clause, ruled.new_shoe) == ("stand", "5.1.2", True)
        assert shoe is None
        await at.shoe()

    def _irregularity(self, found: str, moment: str) -> console.Irregularity:
        name, _, how = found.partition("/")
        cards: list[str] = []
        if how == "mended" and moment == "paid" and name == "incorrect-number-of-cards":
            first, second, third, fourth, fifth, sixth = self._at.cards
            cards = [second, first, fourth, third, fifth, sixth]
        fields: dict[str, Any] = {"found": name, "cards": cards}
        return console.Irregularity(
            **fields, reconstructed=how == "mended", in_initial_deal=how != "later"
        )

    async def _reported(self, report: console.Irregularity, why: str) -> IrregularityRuled:
        """Report, and read the ruling from the journal."""
        at = self._at
        answer = await at.dealer.ask(console.ReportIrregularity, irregularity=report, why=why)
        assert answer["type"] == "Accepted", answer
        with at.here.writer.database.reading() as connection:
            link = reading.link_at(connection, table_chain(TABLE), answer["version"])
        assert link is not None
        ruled = decode_table(link.body or b"").events[0]
        assert isinstance(ruled, IrregularityRuled)
        return ruled

    async def _decided(self, cell: Cell) -> bool:
        """Let the supervisor decide, void and stands in turn; nothing goes on before that."""
        at = self._at
        assert due(at.table) is Due.DECISION, cell
        self._cells += 1
        void = self._cells % 2 == 0
        refused = await at.dealer.ask(console.OpenBets)
        assert refused["code"] == "supervisor-wanted", cell
        await at.supervisor.done(console.DecideRound, void=void, why="seen on camera")
        return void

    async def _went(
        self, cell: Cell, *, voids: bool, rounds: int, balance: int, results: int
    ) -> None:
        """Finish the round, and compare books, roads and history."""
        at, (found, moment, _) = self._at, cell
        await at.finish()
        mended_to_a_tie = found == "incorrect-number-of-cards/mended" and moment == "paid"
        first = 0 if mended_to_a_tie or (voids and moment != "next") else STAKE
        assert at.balance == balance + first, cell
        stands = not voids or moment == "next"
        assert at.results == results + stands + (moment == "next" and not voids), cell
        played = await at.last()
        number, is_void = rounds - (moment == "next"), voids and moment != "next"
        assert played.round.endswith(f"-{number}"), (cell, played.round)
        assert (played.void, played.net) == (is_void, first), cell


@pytest.mark.parametrize("rulebook", ["mbs-no-commission", "mbs-tiger", "mbs-elements"])
def test_what_the_document_says_goes_through_to_the_books(sqlite_url: str, rulebook: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url, rulebook) as at:
            scene = Scene(at)
            of_document = cells(rulebook)
            await scene.pass_by([cell for cell in of_document if passes(cell)])
            for cell in of_document:
                if not passes(cell):
                    await scene.play(cell)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
