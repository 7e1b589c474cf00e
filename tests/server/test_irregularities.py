"""Every irregularity, at every moment at which it can be noticed, on all five rulebooks.

In a running house: there is a ruling as the document says, or a decision that somebody can make,
and play goes on afterwards. What is expected is read from the documents, not from the code.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest

from punto.client import Player
from punto.coup import Phase
from punto.coup.event import RoundVoided
from punto.house import Act, Done
from punto.house.record import decode_table
from punto.protocol.tell import Snapshot
from punto.refusal import Refusal
from punto.server.broadcast import TableBroadcast
from punto.table import Decision, Found, Table
from punto.table.command import Decide, ReportIrregularity
from punto.table.event import IrregularityRuled
from punto.table.irregularity import OF_THE_SHOE
from tests.rules.citing import cites
from tests.server.here import SUPERVISOR, Here, assert_books_hold, open_house
from tests.server.seating import sit_down

# The columns are moments: while bets are taken, after the first card, after the fourth, after a
# third card, once the round is paid, and once the next has commenced. "?" is a supervisor's.
MBS: Final = """
foreign-card              | void 5.1.1   | void 5.1.1   | void 5.1.1   | void 5.1.1   | stand 5.1.2  | stand 5.1.2
extra-or-missing-cards    | ?            | ?            | ?            | ?            | ?            | ?
incorrect-number-of-cards | stand 5.2    | void 5.2     | void 5.2     | void 5.2     | void 5.2     | stand 5.2
…put back                 | stand 5.2    | go-on 5.2    | go-on 5.2    | go-on 5.2    | go-on 5.2    | stand 5.2
order-unknown             | stand        | void 5.3     | void 5.3     | void 5.3     | stand        | stand
…put back                 | stand        | go-on 5.3    | go-on 5.3    | go-on 5.3    | stand        | stand
shoe-order-altered        | void 5.4     | void 5.4     | void 5.4     | void 5.4     | stand        | stand
…put back                 | go-on 5.4    | go-on 5.4    | go-on 5.4    | go-on 5.4    | stand        | stand
insufficient-cards        | stand        | void 5.5     | void 5.5     | void 5.5     | stand        | stand
malfunction               | ?            | ?            | ?            | ?            | ?            | ?
wager-placed-late         | refuse-wager 5.6 | refuse-wager 5.6 | refuse-wager 5.6 | refuse-wager 5.6 | refuse-wager 5.6 | refuse-wager 5.6
wager-increased-late      | refuse-increase 5.6 | refuse-increase 5.6 | refuse-increase 5.6 | refuse-increase 5.6 | refuse-increase 5.6 | refuse-increase 5.6
wager-withdrawn-late      | settle-as-placed 5.7 | settle-as-placed 5.7 | settle-as-placed 5.7 | settle-as-placed 5.7 | settle-as-placed 5.7 | settle-as-placed 5.7
connection-lost           | ?            | ?            | ?            | ?            | ?            | ?
"""  # noqa: E501 – a table is read across
_UNSAID: Final = "extra-or-missing-cards    " + "| ?            " * 5 + "| ?"
_SAID: Final = "extra-or-missing-cards " + "| void 5.1.1 " * 4 + "| stand 5.1.2 " * 2
TIGER: Final = MBS.replace(_UNSAID, _SAID)
"""As the other two, but for 5.1, which speaks of extra and missing cards too."""
RWS: Final = """
foreign-card              | void 5.1.1   | void 5.1.1   | void 5.1.1   | void 5.1.1   | stand 5.1.1  | stand 5.1.1
extra-or-missing-cards    | ?            | ?            | ?            | ?            | ?            | ?
incorrect-number-of-cards | stand 5.1.2  | void 5.1.2   | void 5.1.2   | void 5.1.2   | void 5.1.2   | stand 5.1.2
…put back                 | stand 5.1.2  | go-on 5.1.2  | go-on 5.1.2  | go-on 5.1.2  | go-on 5.1.2  | stand 5.1.2
order-unknown             | ?            | ?            | ?            | ?            | ?            | ?
…put back                 | ?            | ?            | ?            | ?            | ?            | ?
shoe-order-altered        | ?            | ?            | ?            | ?            | ?            | ?
…put back                 | ?            | ?            | ?            | ?            | ?            | ?
insufficient-cards        | stand        | void 5.1.3   | void 5.1.3   | void 5.1.3   | stand        | stand
malfunction               | ?            | ?            | ?            | ?            | ?            | ?
wager-placed-late         | refuse-wager 3.2 | refuse-wager 3.2 | refuse-wager 3.2 | refuse-wager 3.2 | refuse-wager 3.2 | refuse-wager 3.2
wager-increased-late      | refuse-increase 3.2 | refuse-increase 3.2 | refuse-increase 3.2 | refuse-increase 3.2 | refuse-increase 3.2 | refuse-increase 3.2
wager-withdrawn-late      | ?            | ?            | ?            | ?            | ?            | ?
connection-lost           | ?            | ?            | ?            | ?            | ?            | ?
"""  # noqa: E501 – a table is read across
# A hand of the online game is dealt and paid at once: it is noticed after it, or after the next.
ZERO: Final = """
foreign-card              | ?                  | ?
extra-or-missing-cards    | ?                  | ?
incorrect-number-of-cards | ?                  | ?
…put back                 | ?                  | ?
order-unknown             | ?                  | ?
…put back                 | ?                  | ?
shoe-order-altered        | ?                  | ?
…put back                 | ?                  | ?
insufficient-cards        | ?                  | ?
malfunction               | void GENERAL RULES | void GENERAL RULES
wager-placed-late         | ?                  | ?
wager-increased-late      | ?                  | ?
wager-withdrawn-late      | ?                  | ?
connection-lost           | complete DISCONNECTION POLICY | complete DISCONNECTION POLICY
"""
TABLES: Final = {"mbs": MBS, "rws": RWS, "tiger": TIGER, "elements": MBS}
MOMENTS: Final[dict[str, Callable[[Table], bool]]] = {
    "betting": lambda table: _phase(table) is Phase.BETTING,
    "first card": lambda table: _cards(table) == 1,
    "fourth card": lambda table: _cards(table) == 4,
    "third card": lambda table: _cards(table) > 4,
    "paid": lambda table: _phase(table) is Phase.SETTLED,
    "next": lambda table: _phase(table) is Phase.BETTING,
}


class Case(NamedTuple):
    """What is found, whether it can be put back, and what the document says at one moment."""

    found: Found
    put_back: bool
    moment: str
    expected: str


def cases(matrix: str, moments: list[str]) -> Iterator[Case]:
    found = None
    for line in matrix.strip().splitlines():
        name, *cells = [cell.strip() for cell in line.split("|")]
        put_back = name == "…put back"
        found = found if put_back else Found(name)
        assert found is not None, "what is put back stands below what is not"
        for moment, expected in zip(moments, cells, strict=True):
            yield Case(found, put_back, moment, expected)


def test_the_matrices_name_everything_that_can_be_found() -> None:
    for matrix in (*TABLES.values(), ZERO):
        columns = len(matrix.strip().splitlines()[0].split("|")) - 1
        assert {case.found for case in cases(matrix, ["paid"] * columns)} == set(Found)


def _phase(table: Table) -> Phase | None:
    return table.coup.phase if table.coup is not None else None


def _cards(table: Table) -> int:
    return len(table.coup.cards) if table.coup is not None and table.in_play else 0


def _table(here: Here, name: str) -> Table:
    return here.house.tables.broadcasts[name].view.house_table.table


class Staff:
    """Somebody who reports what was found at a table of a running house, and decides."""

    def __init__(self, here: Here, name: str) -> None:
        self._here = here
        self._name = name

    async def report(self, case: Case, about: int | None) -> IrregularityRuled:
        command = ReportIrregularity(
            found=case.found, who="dan", why="seen", round=about, reconstructed=case.put_back
        )
        answer = await self._here.house.writer.ask(SUPERVISOR, Act(self._name, (command,)))
        assert isinstance(answer, Done), (case, answer)
        events = decode_table(answer.link.body or b"").events
        (ruled,) = [event for event in events if isinstance(event, IrregularityRuled)]
        is_void = any(isinstance(event, RoundVoided) for event in events)
        assert is_void == (ruled.decision is Decision.VOID), case
        return ruled

    async def decide(self, *, void: bool) -> None:
        command = Decide(void=void, who="sue", why="seen on camera")
        answer = await self._here.house.writer.ask(SUPERVISOR, Act(self._name, (command,)))
        assert isinstance(answer, Done), answer

    async def settle(self, case: Case, about: int | None, *, void: bool) -> None:
        """Report what was found, want the ruling of the document, and decide what it leaves."""
        ruled = await self.report(case, about)
        decision, _, clause = case.expected.partition(" ")
        if decision != "?":
            assert (ruled.decision.value, ruled.clause or "") == (decision, clause), case
            return
        assert (ruled.decision.value, ruled.clause) == ("supervisor", None), case
        hub = self._here.house.tables.broadcasts[self._name]
        assert _is_told(hub, case.found)
        # Once the next round has commenced, a result stands.
        await self.decide(void=void and ruled.round == hub.view.house_table.table.rounds)
        assert hub.snapshot().waiting is None


def _is_told(hub: TableBroadcast, found: Found) -> bool:
    """Whether whoever comes now is told why the table waits."""
    snapshot: Snapshot = hub.snapshot()
    return snapshot.waiting is not None and snapshot.waiting.found == found.value


async def bet(player: Player, table: str) -> None:
    """Bet, or not if there is too little left: the round is dealt all the same."""
    if player.balance.available >= 1_000:
        await player.bet(table, "player", 100)


_OF_THREE: Final = ("5.1.1", "5.1.2", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7")


@cites(mbs=_OF_THREE, tiger=_OF_THREE, elements=_OF_THREE, rws=("5.1.1", "5.1.2", "5.1.3"))
@pytest.mark.parametrize("name", TABLES)
def test_at_every_moment_of_a_shared_table(sqlite_url: str, name: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            async with await sit_down(here, name) as player:
                await player.watch(name)
                for number, case in enumerate(cases(TABLES[name], list(MOMENTS))):
                    await reported(here, player, name, case, void=number % 2 == 0)
            assert _table(here, name).undecided is None

    asyncio.run(scenario())
    found = assert_books_hold(sqlite_url)
    assert found.undecided == ()


async def reported(here: Here, player: Player, name: str, case: Case, *, void: bool) -> None:
    """Come to the moment in a new round, report, decide, and see the next round open."""
    present = await begun(here, player, name)
    while not await _came_to(here, name, case.moment):
        present = await begun(here, player, name)  # not every round has third cards
    about = present if case.moment == "next" else None
    rounds = _table(here, name).rounds
    await Staff(here, name).settle(case, about, void=void)
    await here.time.pass_until(lambda: _table(here, name).rounds > rounds)


async def begun(here: Here, player: Player, name: str) -> int:
    """Begin a round with a bet."""
    await here.until(name, Phase.BETTING)
    await player.betting(name)
    await bet(player, name)
    return _table(here, name).rounds


async def _came_to(here: Here, name: str, moment: str) -> bool:
    """Let time pass until a moment of the present round; whether it came."""
    present, is_there = _table(here, name).rounds, MOMENTS[moment]
    if moment == "next":
        await here.time.pass_until(lambda: _table(here, name).rounds > present)
        return True

    def over() -> bool:
        table = _table(here, name)
        return is_there(table) or table.rounds > present or not table.in_play

    await here.time.pass_until(over)
    return is_there(_table(here, name))


@pytest.mark.parametrize("name", TABLES)
def test_between_rounds_a_bad_shoe_is_on_record_and_play_goes_on(
    sqlite_url: str, name: str
) -> None:
    """Before the first round of a shoe, and after one that is void: nothing else can be meant."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            await here.time.pass_until(lambda: _table(here, name).shoe is not None)
            await reported_between_rounds(here, name)
            async with await sit_down(here, name) as player:
                await player.watch(name)
                await begun(here, player, name)
                await _came_to(here, name, "first card")
                foreign = Case(Found.FOREIGN_CARD, False, "first card", "void 5.1.1")  # noqa: FBT003
                await Staff(here, name).settle(foreign, None, void=True)
                await reported_between_rounds(here, name)
                await begun(here, player, name)
                await here.until(name, Phase.SETTLED)

    asyncio.run(scenario())
    assert assert_books_hold(sqlite_url).undecided == ()


async def reported_between_rounds(here: Here, name: str) -> None:
    """Report everything that can be found; what no document covers is decided."""
    staff = Staff(here, name)
    for found in Found:
        if found not in OF_THE_SHOE:
            asked = Act(name, (ReportIrregularity(found=found, who="dan", why="seen"),))
            refused = await here.house.writer.ask(SUPERVISOR, asked)
            assert isinstance(refused, Refusal), found
            assert refused.code == "no-round"
            continue
        ruled = await staff.report(Case(found, False, "", ""), None)  # noqa: FBT003 – see above
        is_covered = found is Found.FOREIGN_CARD or name == "tiger"
        assert ruled.decision is (Decision.STAND if is_covered else Decision.SUPERVISOR)
        if not is_covered:
            await staff.decide(void=False)
        assert _table(here, name).undecided is None


@cites(zero="GENERAL RULES")
def test_after_every_hand_of_the_online_game(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await sit_down(here, "zero") as player:
            await player.watch("zero")
            actual = f"zero-{player.session.name}"
            for number, case in enumerate(cases(ZERO, ["paid", "next"])):
                await hand(player)
                first = _table(here, actual).rounds
                if case.moment == "next":
                    await hand(player)
                about = first if case.moment == "next" else None
                await Staff(here, actual).settle(case, about, void=number % 2 == 0)
            await hand(player)
            assert _table(here, actual).undecided is None

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def hand(player: Player) -> None:
    await player.bet("zero", "player", 100)
    await player.deal("zero")
