"""The audit of the chains: every entry, every hash, every head, and all that checkpoints bind."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from punto.audit.finding import Advance, Finding, at
from punto.house.chain import CHECKPOINTS, Head, Link, breaks
from punto.house.record import decode_checkpoint
from punto.store import reading
from punto.store.checkpoint import Checkpoint, recorded_checkpoint
from punto.store.succession import Succession, keys_of

_HANDED_OUT = "the checkpoint that was handed out"


class ChainsAudited(NamedTuple):
    """What the chains are worth."""

    findings: tuple[Finding, ...]
    sound: dict[str, int]
    """Of each chain, the last entry before anything is wrong: what comes after proves nothing."""
    broken: frozenset[str]
    entries: int

    def is_sound(self, chain: str) -> bool:
        """Whether a chain is sound to its end."""
        return chain not in self.broken


def audit_chains(
    connection: Connection, handed_out: Checkpoint | None, advance: Advance
) -> ChainsAudited:
    """Walk every chain, and compare it with every checkpoint, the journal's own and a given one."""
    bound = Bound()
    findings = [*_strays(connection), *_recorded(connection, bound)]
    if handed_out is not None:
        bound.add(handed_out, _HANDED_OUT)
        findings += _house_of(connection, handed_out)
    heads, entries = reading.heads(connection), 0
    sound: dict[str, int] = {}
    broken: set[str] = set()
    for chain in reading.chains(connection):
        links = _Counted(reading.links(connection, chain), advance)
        found = list(audit_chain(chain, links, heads.get(chain), bound))
        sound[chain] = first_wrong(chain, found) - 1 if found else links.last
        broken |= {chain} if found else set()
        findings += found
        entries += links.count
    findings += [*bound.findings, *bound.missing()]
    return ChainsAudited(tuple(findings), sound, frozenset(broken), entries)


class _Counted:
    """Passes links on, and counts them."""

    def __init__(self, links: Iterable[Link], advance: Advance) -> None:
        self._links = links
        self._advance = advance
        self.count = self.last = 0

    def __iter__(self) -> Iterator[Link]:
        for link in self._links:
            self.count += 1
            self.last = link.position
            self._advance()
            yield link


def audit_chain(
    chain: str, links: Iterable[Link], head: Head | None, bound: "Bound"
) -> Iterator[Finding]:
    """Walk one chain: positions without gaps, hashes that follow, the head where it should be."""
    for found in breaks(chain, bound.watching(links), head or Head(0, b"")):
        if head is None and found.why.startswith("ends here"):
            yield at(chain, found.position, "ends here, and its head is missing")
        else:
            yield at(chain, found.position, found.why)


def first_wrong(chain: str, findings: Iterable[Finding]) -> int:
    """Tell the first entry of a chain that a finding is about."""
    return min(int(each.place.removeprefix(f"{chain}, entry ")) for each in findings)


def _strays(connection: Connection) -> Iterator[Finding]:
    """Entries before the first are in no chain, and would never be walked past."""
    for chain, position in reading.strays(connection):
        yield at(chain, position, "a chain begins with entry 1")


# --- checkpoints --------------------------------------------------------------------------------


class Bound:
    """The entries that checkpoints bind, and the hash that each must have."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        """The bound entries that have another hash. Such a chain was written anew, and may well
        hold in itself: it is looked at all the same, for whatever else is wrong with it."""
        self._wanted: dict[tuple[str, int], list[tuple[str, str]]] = {}

    def add(self, checkpoint: Checkpoint, source: str) -> None:
        """Want the heads of a checkpoint."""
        for chain, (position, mark) in checkpoint.heads.items():
            if position:
                self._wanted.setdefault((chain, position), []).append((mark, source))

    def watching(self, links: Iterable[Link]) -> Iterator[Link]:
        """Pass links on, and compare those that are bound."""
        for link in links:
            for mark, source in self._wanted.pop((link.chain, link.position), ()):
                if link.hash.hex() != mark:
                    what = f"not the entry of {source}"
                    self.findings.append(at(link.chain, link.position, what))
            yield link

    def missing(self) -> Iterator[Finding]:
        """Name the bound entries that no chain had."""
        for (chain, position), wanted in self._wanted.items():
            for _, source in wanted:
                yield at(chain, position, f"missing; {source} binds it")


def _recorded(connection: Connection, bound: Bound) -> Iterator[Finding]:
    """Check the signatures of the journal's own checkpoints, and want what they bind."""
    succession = Succession(keys_of(connection)[0])
    for link in reading.links(connection, CHECKPOINTS):
        source = f"checkpoint {link.position} of the journal"
        try:
            record = decode_checkpoint(link.body or b"")
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            yield at(CHECKPOINTS, link.position, f"cannot be read: {error}")
            continue
        house = succession.house
        fault = succession.fault_of(link, record)
        if fault is not None:
            yield at(CHECKPOINTS, link.position, fault)
        bound.add(recorded_checkpoint(record, link.at_ms, house), source)
    known = reading.house_value(connection, "public key") or ""
    if succession.house != known:
        what = f"is {known}, and the journal ends with {succession.house}"
        yield Finding("the public key of the house", what)


def _house_of(connection: Connection, checkpoint: Checkpoint) -> Iterator[Finding]:
    keys = keys_of(connection)
    if checkpoint.house not in keys:
        what = f"is {keys[-1] or 'none'}, and {_HANDED_OUT} is signed by {checkpoint.house}"
        yield Finding("the public key of the house", what)
