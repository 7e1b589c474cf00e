"""How the house runs, in numbers for Prometheus: gathered when somebody asks, and not before."""

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from punto.protocol import PROTOCOL
from punto.server.connection import Connection
from punto.server.consoles import ConsoleConnection
from punto.server.house_node import HouseNode
from punto.server.open_house import OpenHouse
from punto.store.counters import COMMIT_SECONDS
from punto.store.journal_size import JournalSize

_STATES: Final = ("open", "closed", "waiting", "missing")
_VISITORS: Final = ("spectator", "guest", "player", "terminal", "console")


def registry_of(house: OpenHouse, journal: JournalSize | None) -> CollectorRegistry:
    """Give all that is known of a house now; the size of the journal is read by whoever asks."""
    registry = CollectorRegistry()
    registry.register(_HouseCollector(house, journal))
    ProcessCollector(registry=registry)
    return registry


class _HouseCollector(Collector):
    """Reads the counters of one house."""

    def __init__(self, house: OpenHouse, journal: JournalSize | None) -> None:
        self._house = house
        self._journal = journal

    def describe(self) -> Iterable[Metric]:
        """Name nothing beforehand: a registry is made for every look."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Give every family once."""
        yield from self._traffic()
        yield from self._store()
        yield from self._floor()
        if self._journal is not None:
            yield _gauge("punto_journal_entries", "Entries in all chains.", self._journal.entries)
            words = "What the database takes on its disk."
            yield _gauge("punto_database_bytes", words, self._journal.database_bytes)
        if self._house.node is not None:
            yield from self._node(self._house.node)
        build = InfoMetricFamily("punto_build", "What is running.")
        build.add_metric((), self._build())
        yield build

    def _build(self) -> dict[str, str]:
        return {
            "version": self._house.version,
            "protocol": str(PROTOCOL),
            "python": platform.python_version(),
            "database": self._house.writer.database.engine.dialect.name,
        }

    def _node(self, node: HouseNode) -> Iterator[Metric]:
        info = InfoMetricFamily("punto_node", "This process among those on the same books.")
        info.add_metric((), {"name": node.name})
        yield info
        yield _gauge("punto_node_epoch", "Which life of the node this is.", node.epoch)
        words = "Shared tables that this node drives."
        yield _gauge("punto_node_driven_tables", words, len(node.driven))
        words = "Tables that this node has, players' own among them."
        yield _gauge("punto_node_tables", words, len(node.writer.node.leased))
        living = len(node.writer.node.living)
        yield _gauge("punto_nodes", "Nodes that live, as this one sees it.", living)

    def _traffic(self) -> Iterator[Metric]:
        house, counters = self._house, self._house.counters
        answers = CounterMetricFamily(
            "punto_http_requests", "Answers over HTTP.", labels=("method", "status")
        )
        for (method, status), count in tuple(counters.http.items()):
            answers.add_metric((method, str(status)), count)
        yield answers
        yield _counter("punto_requests", "Asked over sockets.", "kind", counters.requests)
        yield _counter("punto_refusals", "Refused, by code.", "code", counters.refusals)
        frames = {"heard": counters.frames_heard, "sent": counters.frames_sent}
        yield _counter("punto_frames", "Frames over sockets.", "direction", frames)
        yield CounterMetricFamily("punto_bad_frames", "Malformed frames.", house.bad_frames)
        yield _counter(
            "punto_limits", "Limits reached, by setting.", "limit", house.limit_hits.counts
        )
        yield _gauge(
            "punto_connections",
            "Connections that are open.",
            len(house.connection_limits.connections),
        )
        sockets = dict.fromkeys(_VISITORS, 0) | Counter(map(_visitor, house.connections))
        yield _gauges("punto_sockets", "Sockets that are open.", "who", sockets)

    def _store(self) -> Iterator[Metric]:
        writer, counters = self._house.writer, self._house.writer.counters
        words = "Wagers that were placed, as stored."
        yield CounterMetricFamily("punto_bets", words, self._house.publisher.bets)
        words = "Requests that were stored together."
        # A size is sorted by its binary digits: 1, up to 3, up to 7 and so on.
        sizes = [counters.groups[0] + counters.groups[1], *counters.groups[2:]]
        bounds = [float(2**digits - 1) for digits in range(1, len(sizes))]
        yield _histogram("punto_group_size", words, bounds, sizes, counters.grouped)
        words = "Seconds that a commit took."
        seconds = counters.commit_seconds
        yield _histogram("punto_commit_seconds", words, COMMIT_SECONDS, counters.commits, seconds)
        yield _gauge("punto_queue_requests", "Requests that wait for the writer.", writer.waiting)
        words = "Seconds that the oldest of them has waited for its answer."
        now_ms = self._house.time.now_ms()
        waited = max(0, now_ms - writer.asked[0][1]) / 1_000 if writer.asked else 0
        yield _gauge("punto_queue_seconds", words, waited)
        words = "Whether play is stopped, because nothing can be stored."
        yield _gauge("punto_stopped", words, int(writer.trouble is not None))
        yield CounterMetricFamily("punto_pauses", "How often it was.", counters.pauses)
        words = "Seconds that it was."
        yield CounterMetricFamily("punto_stopped_seconds", words, counters.seconds_stopped)

    def _floor(self) -> Iterator[Metric]:
        house = self._house
        states = dict.fromkeys(_STATES, 0) | Counter(map(self._state, house.tables.configs))
        yield _gauges("punto_tables", "Tables of the lobby.", "state", states)
        waiting = len(house.tables.waiting.longest_first())
        yield _gauge("punto_undecided_rulings", "Rounds that wait for a supervisor.", waiting)
        words = "Parts of the books that cannot be used."
        yield _gauge("punto_damaged", words, len(house.damaged))
        parts = {part: int(part in house.self_check.differing) for part in house.self_check.digests}
        words = "Whether a part of the house is another than when it was opened."
        yield _gauges("punto_self_check_failed", words, "part", parts)

    def _state(self, table: str) -> str:
        tables = self._house.tables
        if table in tables.missing():
            return "missing"
        if tables.waiting.at(table) is not None:
            return "waiting"
        shown = tables.broadcasts.get(table)
        is_open = (
            shown.view.house_table.is_open if shown is not None else tables.configs[table].open
        )
        return "open" if is_open else "closed"


def _visitor(connection: Connection) -> str:
    if isinstance(connection, ConsoleConnection):
        return "console"
    return "spectator" if connection.session is None else connection.session.who


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value)


def _gauges(name: str, words: str, label: str, values: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family


def _counter(name: str, words: str, label: str, values: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, words, labels=(label,))
    for key, value in tuple(values.items()):
        family.add_metric((key,), value)
    return family


def _histogram(
    name: str, words: str, bounds: Iterable[float], counts: Iterable[int], total: float
) -> Metric:
    """Give counts of each bound as Prometheus wants them, each with all that is below."""
    labels = [*map(str, bounds), "+Inf"]
    buckets = list(zip(labels, accumulate(counts), strict=True))
    return HistogramMetricFamily(name, words, buckets, total)
