"""Tables for tests, and a dealer's hand to lead them."""

from collections.abc import Iterable, Sequence

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
)
from punto.refusal import Refusal
from punto.rules import Rulebook, find_rulebook
from punto.table import Found, Limit, Settings, Table, TableCommand, TableEvent, step
from punto.table.command import OpenShoe, ReportIrregularity

TIGER = find_rulebook("mbs-tiger")
NATURAL = ["9s", "2h", "Td", "3c"]
"""A round that the Player wins with four cards."""

THIRD_CARD = ["2s", "4h", "3d", "2c", "Th"]
"""Player 5, Banker 6: the Player draws a ten, the Banker stands and wins."""

WIDE = Limit(minimum=1, maximum=10**9)


def table_of(rulebook: Rulebook = TIGER, **settings: object) -> Table:
    """Open a table with wide limits and eight decks, but for what is said."""
    given = {"rulebook": rulebook, "decks": 8, "limit": WIDE, **settings}
    return Table(settings=Settings(**given))  # type: ignore[arg-type]


def order_of(table: Table, first: str = "") -> tuple[str, ...]:
    """Order a full shoe so that these cards come first, behind those that are burned."""
    deck = table.settings.rulebook.deck
    rest = [str(card) for card in deck.cards * table.settings.decks]
    wanted = first.split()
    for card in wanted:
        rest.remove(card)
    burned, rest = rest[: table.settings.burn], rest[table.settings.burn :]
    return (*burned, *wanted, *rest)


def done(table: Table, *commands: TableCommand) -> Table:
    """Do commands that must all be accepted."""
    return told(table, commands)[0]


def told(table: Table, commands: Iterable[TableCommand]) -> tuple[Table, list[TableEvent]]:
    """Do commands that must all be accepted, and keep what happened."""
    happened: list[TableEvent] = []
    for command in commands:
        outcome = step(table, command)
        assert not isinstance(outcome, Refusal), outcome
        table = outcome[0]
        happened += outcome[1]
    return table, happened


def refused(table: Table, command: TableCommand) -> Refusal:
    """Do a command that must be refused."""
    outcome = step(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome


def with_scanned_shoe(table: Table) -> Table:
    return done(table, OpenShoe(None, "dan"))


def scanned_round(cards: Sequence[str], *wagers: PlaceWager) -> list[TableCommand]:
    """List the commands of a whole round with these cards."""
    return [
        OpenBetting(),
        *wagers,
        CloseBetting(),
        *map(DealCard, cards[:4]),
        AnnounceTotals(),
        *map(DealCard, cards[4:]),
        AnnounceResult(),
        CollectLosing(),
        PayWinning(),
    ]


def report(found: Found, **more: object) -> ReportIrregularity:
    """Report what was found, as a dealer would."""
    given = {"found": found, "who": "dan", "why": "seen on the felt", **more}
    return ReportIrregularity(**given)  # type: ignore[arg-type]
