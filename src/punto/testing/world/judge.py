"""The verdict on a history: what is stored, against itself and against what people were told."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from punto.audit.report import Audit, audit
from punto.client.table import TableView
from punto.coup.event import WagerPlaced
from punto.house.chain import Link, is_of_table, table_chain
from punto.house.folding import fold_house_table
from punto.house.record import decode_table
from punto.protocol import View, ask, encode
from punto.protocol.event import Seen
from punto.protocol.tell import Happened
from punto.protocol.view import stakes_changed
from punto.server.config import is_own
from punto.store import reading
from punto.store.storing import seal_place
from punto.table.house_table import HouseTable
from punto.table.record import Recorded
from punto.testing.journal_auditor import JournalAuditor
from punto.testing.table_audit import TableAudit
from punto.testing.violation import Violation, require
from punto.testing.world.player import Player
from punto.testing.world.premises import KEY
from punto.testing.world.protection_judge import judge_protection
from punto.testing.world.truth import Asked, Truth

if TYPE_CHECKING:
    from punto.testing.world.world import World

Chains = Mapping[str, list[Link]]


class Frames:
    """What was shown of the shared tables: to everybody the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], Happened] = {}

    def add(self, shown: Happened) -> None:
        """Note a frame."""
        before = self._known.setdefault((shown.table, shown.after, shown.version), shown)
        require(before == shown, f"{shown.table} {shown.version} is shown in two ways")

    def of(self, table: str) -> list[Happened]:
        """Give the frames of one table."""
        return [frame for (name, _, _), frame in self._known.items() if name == table]


def judge(world: "World", connection: Connection) -> Audit:
    """Raise a violation where something does not hold; give what the audit has counted."""
    found = audit(connection)
    for finding in found.findings:
        raise Violation(f"the audit: {finding.place}: {finding.what}")
    journal = JournalAuditor(connection)
    for wrong in journal.wrong():
        raise Violation(f"the journal: {wrong.where}: {wrong.what} ({wrong.rule})")
    chains = {chain: list(reading.links(connection, chain)) for chain in reading.chains(connection)}
    judge_play(journal, _judge_tables(connection, chains))
    judge_requests(world.truth, chains)
    judge_protection(connection)
    _judge_views(world, chains)
    _judge_balances(world, connection)
    return found


def _judge_tables(connection: Connection, chains: Chains) -> list[Mapping[str, int]]:
    """Read every table; give what each bettor has won there, by the events alone."""
    sealed = reading.sealed_secrets(connection)
    secrets = {place: KEY.unseal(each, seal_place(*place)) for place, each in sealed.items()}
    tables = [TableAudit(chain) for chain in filter(is_of_table, chains)]
    for table in tables:
        table.read(chains[table_chain(table.table)], secrets)
    return [table.won for table in tables]


def judge_play(journal: JournalAuditor, tables: Iterable[Mapping[str, int]]) -> None:
    """Want the ledger to have moved for play exactly what the tables say was won and lost."""
    won: Counter[str] = Counter()
    for table in tables:
        won.update(table)
    for name in sorted({*won, *journal.won}):
        ours, theirs = won[name], journal.won[name]
        require(ours == theirs, f"{name} has won {ours} at tables and {theirs} in the ledger")


# --- requests -----------------------------------------------------------------------------------


def judge_requests(truth: Truth, chains: Chains) -> None:
    """Want everything that was acknowledged once, and nothing that was only ever refused."""
    places: dict[str, list[Link]] = defaultdict(list)
    for links in chains.values():
        for link in links:
            if link.request:
                places[link.request].append(link)
    for key, found in places.items():
        require(len(found) == 1, f"{key} is in the journal {len(found)} times")
    for asked in truth.asked.values():
        stored = places[asked.key][0] if asked.key in places else None
        if asked.is_done:
            _judge_done(asked, stored)
        elif asked.refusals and not asked.is_misused:
            require(stored is None, f"{asked.key} was refused ({asked.refusals[0]}), and is stored")


def _judge_done(asked: Asked, link: Link | None) -> None:
    if asked.version is None:
        return
    require(link is not None, f"{asked.key} was acknowledged, and is lost")
    assert link is not None, "it is there"
    at = f"{link.chain} {link.position}"
    require(link.position == asked.version, f"{asked.key} is at {at}, not at {asked.version}")
    said = asked.said
    if isinstance(said, ask.Chip) and not asked.is_misused:
        placed = [e for e in decode_table(link.body or b"").events if isinstance(e, WagerPlaced)]
        account = asked.key.partition("_")[0]
        is_so = any((e.bettor, e.wager) == (account, said.wager) for e in placed)
        require(is_so, f"{asked.key} was acknowledged, and {at} has another bet")
        # A chip is that much more, however the house puts it on the table.
        staked = sum(e.amount for e in placed if e.wager == said.wager)
        require(staked >= said.amount, f"{asked.key}: {staked} is staked of {said.amount}")


# --- what was shown -----------------------------------------------------------------------------


def _judge_views(world: "World", chains: Chains) -> None:
    for table in world.config.tables:
        if not is_own(table):
            folded = _Folded(table.id, chains.get(table_chain(table.id), []))
            for frame in world.frames.of(table.id):
                folded.judge(frame)
            for player in world.players:
                if table.id in player.views:
                    folded.judge_view(player, world.last_versions.get(table.id))
    for player in world.players:
        for name, view in player.views.items():
            if is_own(player.tables[name]):
                chain = chains.get(table_chain(f"{name}-{player.account}"), [])
                last = chain[-1].position if chain else None
                require(view.version in (last, None), f"{player.name} has not seen {name} {last}")


class _Folded:
    """One table, folded from its first entry: what must have been shown of it."""

    def __init__(self, table: str, links: Iterable[Link]) -> None:
        self._table = table
        self._events: dict[int, Sequence[Recorded]] = {}
        self._after: dict[int, tuple[HouseTable, int]] = {}
        house_table: HouseTable | None = None
        for link in links:
            house_table = fold_house_table(house_table, link)
            self._events[link.position] = decode_table(link.body or b"").events
            self._after[link.position] = house_table, link.at_ms

    def judge(self, frame: Happened) -> None:
        require(frame.version in self._after, f"{self._table} {frame.version} was never stored")
        house_table, at_ms = self._after[frame.version]
        told = (frame.events, frame.at_ms, frame.closes_at_ms)
        true = (self._shown(frame), at_ms, house_table.table.closes_at_ms)
        same = encode(told) == encode(true)
        require(
            same, f"{self._table} {frame.version}: {encode(told)!r} is shown of {encode(true)!r}"
        )

    def _shown(self, frame: Happened) -> list[Seen]:
        """Say what a frame must show: what anyone may see, and the stakes at last if they changed.

        Whoever came while totals were held back is told them once more with what comes next.
        """
        begun = self._after[max(frame.after, 1)][0]
        view, shown = View(begun), list[Seen]()
        for number in range(frame.after + 1, frame.version + 1):
            shown += view.seen(self._events[number], self._after[number][0])
        shown += view.totals()
        again = stakes_changed(begun.table)
        is_told_again = frame.events[:1] == [again] and shown[:1] != [again]
        return [again, *shown] if is_told_again else shown

    def judge_view(self, player: Player, last: int | None) -> None:
        view = player.views[self._table]
        if view.version is None or last is None:
            return
        require(view.version == last, f"{player.name} saw {self._table} {view.version} of {last}")
        true = TableView(self._table)
        true.begin(View(self._after[last][0]).snapshot(last))
        # What lay there is shown until the next round to those who saw it, and to nobody else.
        lies = ("on_wager",) if true.phase in ("betting", "dealing", "result") else ()
        for name in ("phase", "round", "hands", "totals", "winner", *lies, "taken", "roads"):
            seen, is_so = getattr(view, name), getattr(true, name)
            if name == "phase" and is_so == "collected":  # nobody is told of it by an event
                is_so = "result"
            require(
                encode(seen) == encode(is_so),
                f"{player.name} sees {name} {seen} at {self._table} {last}, where it is {is_so}",
            )


def _judge_balances(world: "World", connection: Connection) -> None:
    accounts = reading.accounts(connection)
    for player in world.players:
        if player.account and player.balance is not None:
            account = accounts[player.account]
            shown = (player.balance.available, player.balance.held)
            true = (account.available, account.held)
            require(shown == true, f"{player.name} is shown {shown}, and has {true}")
