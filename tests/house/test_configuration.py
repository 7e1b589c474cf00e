"""How tables are set: the last change wins, and a file changes what was changed in it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from punto.audit.report import audit
from punto.errors import Unverified
from punto.house import ChangeSettings, Done, ReadFile, Request
from punto.house.chain import SETTINGS, Link
from punto.house.configuration import Configuration, Keys, SettingChange
from punto.house.record import SettingsRecord, decode_settings, encode
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer
from tests.store.tamperer import tampering

KEY = HouseKey(bytes(range(32)))
HOUSE = Actor("house", Role.HOUSE)
MARY = Actor("mary", Role.MANAGER)
FILE: dict[str, Keys] = {
    "tiger": {"minimum": 100, "maximum": 900, "chips": (5, 25)},
    "mbs": {"minimum": 1},
}
SIGNED = {"who": "mary", "why": "a quiet night"}


def read(tables: dict[str, Keys], **more: Any) -> ReadFile:  # noqa: ANN401 – its other fields
    return ReadFile(tables=tables, who="mary", why="it was changed", **more)


def raised(before: int, after: int, key: str = "minimum") -> ChangeSettings:
    return ChangeSettings(changes=(SettingChange("tiger", key, before, after),), **SIGNED)  # type: ignore[arg-type]


class Asked:
    """A house whose settings are changed, one request after the other."""

    def __init__(self, url: str) -> None:
        self.writer = Writer(Database(url), KEY)
        self._count = 0

    def done(self, what: ChangeSettings | ReadFile, actor: Actor = MARY) -> Done:
        answer = self._ask(what, actor)
        assert isinstance(answer, Done), answer
        return answer

    def refused(self, what: ChangeSettings | ReadFile, id_: str | None = None) -> str:
        answer = self._ask(what, MARY, id_)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def _ask(self, what: ChangeSettings | ReadFile, actor: Actor, id_: str | None = None) -> Any:  # noqa: ANN401 – an answer
        self._count += 1
        name = f"r{self._count}" if id_ is None else id_
        return self.writer.ask(Request(actor, what, "" if actor is HOUSE else name))

    def holds(self, table: str = "tiger") -> dict[str, object]:
        return dict(self.writer.house.configuration.in_force[table])


@pytest.fixture
def asked(sqlite_url: str) -> Asked:
    opened = Asked(sqlite_url)
    opened.done(read(FILE), HOUSE)
    return opened


def test_a_file_changes_only_what_was_changed_in_it(asked: Asked, sqlite_url: str) -> None:
    asked.done(raised(100, 300))
    file: dict[str, Keys] = {**FILE, "tiger": {"minimum": 100, "maximum": 800, "decks": 6}}
    done = asked.done(read(file))
    changes = decode_settings(done.link.body or b"").changes
    assert [(each.key, each.before, each.after) for each in changes] == [
        ("chips", (5, 25), None),
        ("decks", None, 6),
        ("maximum", 900, 800),
    ]
    assert asked.holds() == {"minimum": 300, "maximum": 800, "decks": 6}
    asked.done(read({**file, "tiger": {**file["tiger"], "minimum": 300}}))
    assert asked.holds()["minimum"] == 300
    asked.writer.close()
    again = Asked(sqlite_url)
    assert again.holds() == {"minimum": 300, "maximum": 800, "decks": 6}
    again.writer.close()
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings == ()


def test_tables_come_and_go_with_the_file(asked: Asked) -> None:
    asked.done(raised(100, 300))
    asked.done(read({"mbs": {"minimum": 1}}))
    assert sorted(asked.writer.house.configuration.in_force) == ["mbs"]
    asked.done(read(FILE))
    assert asked.holds() == {"minimum": 100, "maximum": 900, "chips": (5, 25)}
    asked.writer.close()


def test_a_manager_makes_a_table_and_the_file_does_not_take_it_away(
    asked: Asked, sqlite_url: str
) -> None:
    lion: Keys = {"rulebook": "mbs-tiger", "minimum": 7}
    changes = tuple(SettingChange("lion", key, None, value) for key, value in lion.items())
    made = ChangeSettings(changes=changes, makes=True, **SIGNED)  # type: ignore[arg-type]
    asked.done(made)
    assert asked.refused(made) == "table-open"
    asked.done(read({"mbs": {"minimum": 1}}))
    assert sorted(asked.writer.house.configuration.in_force) == ["lion", "mbs"]
    assert asked.holds("lion") == lion
    known = asked.writer.house.configuration
    assert (dict(known.in_file("mbs")), dict(known.in_file("lion"))) == ({"minimum": 1}, {})
    # Once the file has it, that is the last change.
    asked.done(read({"mbs": {"minimum": 1}, "lion": {"minimum": 8}}))
    assert asked.holds("lion") == {"minimum": 8}
    asked.done(read({"mbs": {"minimum": 1}}))
    assert sorted(asked.writer.house.configuration.in_force) == ["mbs"]
    asked.writer.close()
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings == ()


def test_what_cannot_be_is_refused(asked: Asked) -> None:
    unsigned = replace(raised(100, 300), why=" ")
    nowhere = ChangeSettings(changes=(SettingChange("lion", "minimum", 1, 2),), **SIGNED)  # type: ignore[arg-type]
    before = asked.writer.house.configuration
    assert asked.refused(raised(100, 300), id_="") == "id-wanted"
    assert asked.refused(unsigned) == "who-and-why-wanted"
    assert asked.refused(replace(raised(100, 300), defects=("no",))) == "settings-defective"
    assert asked.refused(nowhere) == "no-such-table"
    assert asked.refused(raised(200, 300)) == "set-meanwhile"
    assert asked.refused(raised(100, 100)) == "nothing-to-do"
    assert asked.refused(read(FILE)) == "nothing-to-do"
    assert asked.refused(read({}, defects=("no",))) == "settings-defective"
    assert asked.writer.house.configuration == before
    asked.writer.close()


def test_nothing_is_taken_away_twice() -> None:
    configuration = Configuration().after((), {"tiger": {"minimum": 1}})
    gone = SettingChange("tiger", "decks", None, None)
    assert configuration.after((gone,), None) == configuration


# --- what the audit finds -----------------------------------------------------------------------


def in_role(role: str) -> Callable[[SettingsRecord], SettingsRecord]:
    return lambda record: replace(record, role=role)


def with_changes(*changes: SettingChange) -> Callable[[SettingsRecord], SettingsRecord]:
    return lambda record: replace(record, changes=changes)


WRONG: dict[str, tuple[int, Callable[[SettingsRecord], SettingsRecord], str]] = {
    "a dealer": (2, in_role("dealer"), "dealer mary had no right to change settings of tables"),
    "another before": (
        2,
        with_changes(SettingChange("tiger", "minimum", 7, 300)),
        "tiger: minimum was 100, and not 7",
    ),
    "more than the file says": (
        3,
        with_changes(SettingChange("tiger", "minimum", 300, 5)),
        "what is applied is not what the file says otherwise",
    ),
    "a table that there is not": (
        2,
        with_changes(SettingChange("lion", "minimum", 1, 2)),
        "lion: there is no such table",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_audit_finds_settings_that_were_not_changed_so(
    asked: Asked, sqlite_url: str, name: str
) -> None:
    place, forge, words = WRONG[name]
    asked.done(raised(100, 300))
    asked.done(read({**FILE, "tiger": {**FILE["tiger"], "maximum": 800}}))
    asked.writer.close()

    def forged(link: Link) -> bytes:
        record = decode_settings(link.body or b"")
        return encode(forge(record) if link.position == place else record)

    with tampering(sqlite_url) as tamperer:
        tamperer.forge(SETTINGS, forged)
    with Database(sqlite_url).reading() as connection:
        found = [each.what for each in audit(connection).findings if SETTINGS in each.place]
    assert any(words in each for each in found), found


def test_a_house_does_not_open_with_settings_that_cannot_be_read(
    asked: Asked, sqlite_url: str
) -> None:
    asked.writer.close()
    with tampering(sqlite_url) as tamperer:
        tamperer.forge(SETTINGS, lambda _: b"{}")
    with pytest.raises(Unverified, match="settings: an entry cannot be read"):
        Writer(Database(sqlite_url), KEY)
    with Database(sqlite_url).reading() as connection:
        found = [each.what for each in audit(connection).findings if SETTINGS in each.place]
    assert any(each.startswith("cannot be read") for each in found), found
