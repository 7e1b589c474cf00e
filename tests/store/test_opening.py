"""Books that do not hold are not opened, and why is said in one line."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from punto.errors import DatabaseUnusable, Unverified, WrongInput
from punto.house import BuyIn, OpenAccount
from punto.house.chain import CAGE, CHECKPOINTS, COMMITS
from punto.ledger import Kind
from punto.store import Database, Writer, schema, url_of
from punto.store.checkpoint import read_checkpoint
from punto.store.opening import opened, require_chains
from punto.testing.actors import request_of
from tests.store.played_house import KEY
from tests.store.tamperer import Tamperer

Damage = Callable[[Tamperer], object]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sell some credits in a house that has been opened twice: two checkpoints are signed."""
    place = tmp_path_factory.mktemp("sound")
    for name in ("ann", "bob"):
        writer = Writer(Database(url_of(place)), KEY)
        for what in (OpenAccount("cage", Kind.CASH), OpenAccount(name), BuyIn(name, 700)):
            writer.ask(request_of("cage", what, f"{name}-{type(what).__name__}"))
        writer.close()
    return place


@pytest.fixture
def place(sound: Path, tmp_path: Path) -> Path:
    """Have the same books, to be damaged."""
    shutil.copytree(sound, tmp_path, dirs_exist_ok=True)
    return tmp_path


def _without_last(chain: str) -> Damage:
    return lambda night: night.put(chain, night.links(chain)[:-1])


def _with_one_more(chain: str) -> Damage:
    def add(night: Tamperer) -> None:
        links = night.links(chain)
        night.put(chain, [*links, links[-1]._replace(position=len(links) + 1)])

    return add


def _without_head(chain: str) -> Damage:
    heads = schema.heads
    return lambda night: night.connection.execute(delete(heads).where(heads.c.chain == chain))


def _signed_by_another(night: Tamperer) -> None:
    night.rewrite(
        CHECKPOINTS, lambda link: (link.body or b"").replace(b'"signature":"', b'"signature":"00')
    )


def _other_head(night: Tamperer) -> None:
    heads = schema.heads
    change = update(heads).where(heads.c.chain == CHECKPOINTS).values(hash=bytes(32))
    night.connection.execute(change)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "the last entry is gone": (_without_last(CAGE), "cage, entry .*: not the entry that"),
    "one entry more": (_with_one_more(CAGE), "cage, entry .*: comes after the head"),
    "the last commit is gone": (_without_last(COMMITS), "commits/1, entry .*: not the entry"),
    "the last checkpoint is gone": (_without_last(CHECKPOINTS), "checkpoints, entry "),
    "a checkpoint of another": (_signed_by_another, "checkpoints, entry .*: not signed by"),
    "another head": (_other_head, "checkpoints, entry "),
}


@pytest.mark.parametrize(("damage", "words"), DAMAGES.values(), ids=DAMAGES)
def test_damaged_books_are_not_opened(place: Path, damage: Damage, words: str) -> None:
    database = Database(url_of(place))
    with database.engine.begin() as connection:
        opened(connection, KEY)
        damage(Tamperer(connection))
        with pytest.raises(Unverified, match=words):
            opened(connection, KEY)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_without_head(CAGE), "cage: there are entries and no head"),
        (_without_last(CAGE), "cage, entry .*: ends here; its head is entry"),
    ],
)
def test_every_entry_is_looked_at_where_that_is_wanted(
    place: Path, damage: Damage, words: str
) -> None:
    with Database(url_of(place)).engine.begin() as connection:
        require_chains(connection)
        damage(Tamperer(connection))
        with pytest.raises(Unverified, match=words):
            require_chains(connection)


def test_a_database_that_is_none_of_ours_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="there is no database"):
        Database(url_of(tmp_path)).require_schema()
    (tmp_path / "punto.db").touch()
    with pytest.raises(DatabaseUnusable, match="there is no house in"):
        Database(url_of(tmp_path)).require_schema()
    (tmp_path / "punto.db").write_bytes(b"no database at all, but a text of some length" * 30)
    with pytest.raises(DatabaseUnusable, match="cannot be used: file is not a database"):
        Database(url_of(tmp_path)).require_schema()


def test_what_is_no_checkpoint_is_one_line() -> None:
    with pytest.raises(WrongInput, match="the file is no checkpoint"):
        read_checkpoint(b"\xff", "the file")
    forged = b'{"house":"%s","at_ms":1,"heads":{},"signature":"00"}' % KEY.public.encode()
    with pytest.raises(Unverified, match="the file is not signed by the house that it names"):
        read_checkpoint(forged, "the file")
