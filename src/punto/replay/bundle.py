"""A bundle for a dispute: a round with its entries and proofs, signed, to be checked anywhere.

The signature is over the content with sorted keys and without spaces, so that any program that
reads JSON can write the same bytes again.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from punto.errors import PuntoError, WrongInput
from punto.house.canonical import canonical
from punto.house.chain import COMMITS, Head, Link, break_at
from punto.house.record import decode_table
from punto.replay.chronicle import Chronicle
from punto.replay.dealing import Dealing
from punto.replay.round_money import Balance
from punto.replay.story import Story, story_of
from punto.store import reading
from punto.store.key import HouseKey, is_signed
from punto.table import Settings
from punto.table.record import ShoeCommitted, ShoeRevealed, TableOpened

FORMAT: Final = "punto bundle 2"
FORMATS: Final = ("punto bundle 1", FORMAT)
"""Those that can be checked; the first one is of older books, and gives the heads of all chains."""


class BundledEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the journal, with the hash of the one before."""

    chain: str
    position: int
    at_ms: int
    request: str | None
    body: str
    digest: str
    before: str
    hash: str

    @property
    def link(self) -> Link:
        """The entry as the journal has it."""
        digest, mark = bytes.fromhex(self.digest), bytes.fromhex(self.hash)
        fields = (self.chain, self.position, self.at_ms, self.request)
        return Link(*fields, self.body.encode(), digest, mark)


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is signed."""

    format: str
    house: str
    """The public key of the house."""
    at_ms: int
    story: Story
    table: str
    number: int
    settings: Settings
    dealing: Dealing | None
    balances: tuple[Balance, ...]
    entries: tuple[BundledEntry, ...]
    context: tuple[BundledEntry, ...]
    batches: tuple[BundledEntry, ...]
    heads: dict[str, tuple[int, str]]
    """Where the chains of these entries ended when the bundle was made, and that of commits, which
    binds all others."""


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bundle as it is handed out."""

    content: Content
    signature: str


def bundled(connection: Connection, found: Chronicle, key: HouseKey, at_ms: int) -> bytes:
    """Sign a round with all that proves it."""
    content = Content(
        format=FORMAT,
        house=key.public,
        at_ms=at_ms,
        story=story_of(found),
        table=found.table,
        number=found.number,
        settings=found.settings,
        dealing=found.dealing,
        balances=found.balances,
        entries=_entries(connection, found.entries),
        context=_entries(connection, found.context),
        batches=_entries(connection, found.batches),
        heads=_heads(connection, found),
    )
    plain = msgspec.to_builtins(content, str_keys=True)
    signature = key.sign(_signed_part(FORMAT, plain))
    text = canonical({"content": plain, "signature": signature})
    return msgspec.json.format(text, indent=2) + b"\n"


def _heads(connection: Connection, found: Chronicle) -> dict[str, tuple[int, str]]:
    links = (*found.entries, *found.context, *found.batches)
    heads = reading.heads(connection, {COMMITS, *(link.chain for link in links)})
    return {chain: (head.position, head.hash.hex()) for chain, head in sorted(heads.items())}


def _signed_part(form: str, plain: Any) -> bytes:  # noqa: ANN401 – JSON is whatever it is
    return f"{form}\n".encode() + canonical(plain)


def _entries(connection: Connection, links: Iterable[Link]) -> tuple[BundledEntry, ...]:
    return tuple(_entry(link, _before(connection, link)) for link in links)


def _before(connection: Connection, link: Link) -> bytes:
    before = reading.link_at(connection, link.chain, link.position - 1)
    return before.hash if before is not None else bytes(32)


def _entry(link: Link, before: bytes) -> BundledEntry:
    assert link.body is not None, "an entry that tells something has its body"
    return BundledEntry(
        chain=link.chain,
        position=link.position,
        at_ms=link.at_ms,
        request=link.request,
        body=link.body.decode(),
        digest=link.digest.hex(),
        before=before.hex(),
        hash=link.hash.hex(),
    )


# --- checking -----------------------------------------------------------------------------------


def read_bundle(text: bytes, place: str) -> Bundle:
    """Read a bundle; whether it is true is another question."""
    try:
        return msgspec.json.decode(text, type=Bundle)
    except (msgspec.MsgspecError, UnicodeDecodeError, PuntoError) as error:
        raise WrongInput(f"{place} is no bundle: {error}") from None


def faults(text: bytes, place: str) -> tuple[Bundle, tuple[str, ...]]:
    """Check a bundle by itself: signature, hashes, and the story told again from the entries."""
    bundle = read_bundle(text, place)
    plain: Mapping[str, Any] = msgspec.json.decode(text)
    return bundle, tuple(_faults(bundle, plain["content"]))


def _faults(bundle: Bundle, plain: Any) -> Iterator[str]:  # noqa: ANN401 – JSON is whatever it is
    content = bundle.content
    if content.format not in FORMATS:
        yield f"{content.format!r} is not {FORMAT!r}"
    if not is_signed(_signed_part(content.format, plain), bundle.signature, content.house):
        yield "the signature is not that of the house that it names"
    entries = (*content.context, *content.entries, *content.batches)
    wrong = [found for entry in entries if (found := _broken(entry, content)) is not None]
    wrong += _apart(entries)
    yield from wrong
    if not wrong:
        yield from _retold(content)


def _broken(entry: BundledEntry, content: Content) -> str | None:
    """Check the hash of an entry, and that it is the last one where a chain ended with it."""
    try:
        link, before = entry.link, bytes.fromhex(entry.before)
    except ValueError as error:
        return f"{entry.chain}, entry {entry.position}: {error}"
    found = break_at(link, Head(entry.position - 1, before))
    if found is not None:
        return str(found)
    end = content.heads.get(entry.chain, (0, ""))
    if end[0] < entry.position or (end[0] == entry.position and end[1] != entry.hash):
        return f"{entry.chain}, entry {entry.position}: not of the chain whose head is given"
    return None


def _apart(entries: Iterable[BundledEntry]) -> Iterator[str]:
    """Name neighbours of one chain that do not know each other."""
    known = {(entry.chain, entry.position): entry for entry in entries}
    for (chain, position), entry in known.items():
        before = known.get((chain, position - 1))
        if before is not None and before.hash != entry.before:
            yield f"{chain}, entry {position}: does not follow from entry {position - 1}"


def _retold(content: Content) -> Iterator[str]:
    """Tell the story again; what the house itself doubts is a fault too."""
    try:
        if not _same(story_of(_chronicle(content)), content.story):
            yield "the story is not what the entries say"
        yield from _out_of_context(content)
    except (AssertionError, LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
        yield f"the entries cannot be told: {type(error).__name__} {error}"
    yield from content.story.doubts


def _same(told: Story, signed: Story) -> bool:
    return msgspec.structs.replace(told, doubts=signed.doubts) == signed


def _chronicle(content: Content) -> Chronicle:
    return Chronicle(
        table=content.table,
        number=content.number,
        settings=content.settings,
        dealing=content.dealing,
        entries=tuple(entry.link for entry in content.entries),
        context=(),
        batches=(),
        balances=content.balances,
        breaks=(),
    )


def _out_of_context(content: Content) -> Iterator[str]:
    """Compare settings, promise and reveal with the entries that they come from."""
    dealing = content.dealing
    for entry in content.context:
        for event in decode_table(entry.body.encode()).events:
            match event:
                case TableOpened(settings) if canonical(settings) != canonical(content.settings):
                    yield f"entry {entry.position} opens the table with other settings"
                case ShoeCommitted(number, commitment) if dealing and number == dealing.number:
                    if commitment != dealing.commitment:
                        yield f"entry {entry.position} commits to another shoe"
                case ShoeRevealed(number) if dealing and number == dealing.number:
                    if event != dealing.revealed:
                        yield f"entry {entry.position} reveals another secret"
                case _:
                    pass
