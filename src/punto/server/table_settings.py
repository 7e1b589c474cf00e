"""How the tables are to be: by the file and by managers, whoever came last; kept in the journal."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from punto.errors import PuntoError, WrongInput
from punto.house import Answer, ChangeSettings, Done, ReadFile
from punto.house.authority import RIGHTS, Action
from punto.house.configuration import Configuration, Keys, SettingChange, Value
from punto.people import Actor
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.config import (
    MOST_TABLES,
    HouseConfig,
    TableConfig,
    TerminalConfig,
    clashes,
    default_config,
    defects_in,
    is_file,
    is_own,
    read_config,
    table_defects,
)
from punto.server.setting_keys import keys_of, table_with
from punto.server.tables import Tables


class Wanted(NamedTuple):
    """Settings that are to be others."""

    changes: tuple[SettingChange, ...]
    makes: bool = False
    """Whether they make a table that there is not yet."""


async def _nobody_told() -> None:
    """Tell nobody."""


class TableSettings:
    """What holds for every table of the lobby, and how that is changed."""

    def __init__(
        self,
        config: HouseConfig,
        writer: AsyncWriter,
        file: Path | None,
        environment: Mapping[str, str],
    ) -> None:
        self._writer = writer
        self.file = file
        self.environment = environment
        """What comes before the file, whenever that is read."""
        self._config = config
        self.was_read: Callable[[], Awaitable[None]] = _nobody_told
        """Told whenever the file was read."""
        self._turn = asyncio.Lock()
        """One change after the other: each is judged by what the one before has left."""
        self._beside = config.tables[0].beside
        """Where rulebooks of one's own are looked for."""
        self._read = _tables_of(config)
        known = self._taken_over = writer.configuration
        after = known.after(tuple(known.changes_of(self._read)), self._read)
        for defect in self._defects(after):
            raise WrongInput(f"{self.place}: {defect}; the office has set what the file does not")
        found = self._configs(after)
        made = sorted(found.keys() - self._read.keys())
        self.configs = {name: found[name] for name in (*self._read, *made)}
        """The tables of the lobby, as they are wanted: those of the file first, in its order."""

    @property
    def place(self) -> str:
        """Where the settings of the house are read from."""
        return str(self.file) if self.file is not None else "house.toml"

    async def open(self) -> None:
        """Put on record what the file says otherwise than when it was last read."""
        if self._writer.configuration.is_read(self._read):
            return
        what = ReadFile(tables=self._read, who="", why="the house opens")
        answer = await self._writer.ask(DRIVER, what)
        # Another node may have read the same file a moment sooner.
        if not isinstance(answer, Done) and not self._writer.configuration.is_read(self._read):
            raise WrongInput(f"{self.place}: {answer.words}")

    async def read_again(
        self, tables: Tables, actor: Actor, why: str, id_: str, who: str = ""
    ) -> Answer:
        """Take over the keys of the file that were changed since it was last read."""
        async with self._turn:
            may = _may_set(actor)
            read, defects = await asyncio.to_thread(self._reread) if may else ({}, ())
            what = ReadFile(tables=read, who=who or actor.id, why=why, defects=defects[:1])
            answer = await self._writer.ask(actor, what, id_, f"read the file: {why}")
            if may and not defects:
                await self.was_read()
            if isinstance(answer, Done):
                await self._take_over(tables)
            return answer

    async def change(
        self,
        tables: Tables,
        actor: Actor,
        wanted: Wanted,
        why: str,
        id_: str,
        who: str = "",
    ) -> Answer:
        """Set tables otherwise, or make one, if what comes of it can be."""
        async with self._turn:
            changes, makes = wanted
            said = str([(each.table, each.key, each.after) for each in changes])
            wrong = await asyncio.to_thread(self._judged, wanted) if _may_set(actor) else ()
            what = ChangeSettings(
                changes=changes, who=who or actor.id, why=why, makes=makes, defects=wrong[:1]
            )
            answer = await self._writer.ask(actor, what, id_, f"{said}: {why}")
            if isinstance(answer, Done):
                await self._take_over(tables)
            return answer

    async def follow(self, tables: Tables) -> None:
        """Take over what was set at another node since anything was last taken over."""
        async with self._turn:
            if self._writer.configuration is not self._taken_over:
                await self._take_over(tables)

    def held(self, table: str, key: str) -> Value:
        """Give what is set; None where nothing is said, and so the usual value holds."""
        keys = self._writer.configuration.in_force.get(table)
        return keys.get(key) if keys is not None else None

    # --- reading and taking over ----------------------------------------------------------------

    def _reread(self) -> tuple[dict[str, Keys], tuple[str, ...]]:
        """Read the file; what is wrong with it, or with what comes of it, is named."""
        read, defects = self._tables_in_file()
        known = self._writer.configuration
        after = known.after(tuple(known.changes_of(read)), read)
        return read, defects or tuple(self._wrong(after))

    def _tables_in_file(self) -> tuple[dict[str, Keys], tuple[str, ...]]:
        """Read the file; what is wrong with it is named, and then it says nothing."""
        if self.file is None:
            return _tables_of(default_config()), ()
        try:
            text = self.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return {}, (f"{self.place} cannot be read: {error}",)
        said = text, self.place, self.environment
        defects = tuple(defects_in(*said))
        return ({} if defects else _tables_of(read_config(*said))), defects

    def _judged(self, wanted: Wanted) -> tuple[str, ...]:
        """Name what is wrong with changes; a rulebook of one's own is read for that."""
        known, changes = self._writer.configuration, wanted.changes
        if any((each.table in known.in_force) is wanted.makes for each in changes):
            return ()  # the house refuses it by itself
        misplaced = tuple(_MISPLACED for each in changes if _is_misplaced(each))
        return misplaced or tuple(self._wrong(known.after(changes, None)))

    def _wrong(self, after: Configuration) -> Iterator[str]:
        """Name what tables cannot be, or cannot become while the house is open."""
        defects = list(self._defects(after))
        yield from defects
        configs = {} if defects else self._configs(after)
        names = {each.id for each in self._config.terminals} | {*self._writer.house.terminals}
        terminals = tuple(TerminalConfig(id=name) for name in sorted(names))
        tables = tuple(configs.values())
        yield from clashes(replace(self._config, tables=tables, terminals=terminals))
        if len(configs) > MOST_TABLES:
            yield f"there are {MOST_TABLES} tables: a house has no room for more"
        for table, config in configs.items():
            before = self.configs.get(table)
            if before is not None and is_own(before) is not is_own(config):
                words = "whether a table is shared or each player's own is settled at a start"
                yield f"{table}: rulebook: {words}"

    def _configs(self, configuration: Configuration) -> dict[str, TableConfig]:
        held = configuration.in_force.items()
        return {name: table_with(name, keys, self._beside) for name, keys in held}

    def _defects(self, configuration: Configuration) -> Iterator[str]:
        """Name what keeps a table from being so, by its key."""
        for name, keys in sorted(configuration.in_force.items()):
            try:
                found = list(table_defects(table_with(name, keys, self._beside)))
            except PuntoError as error:
                found = [str(error)]
            yield from (f"{name}: {defect}" for defect in found)

    async def _take_over(self, tables: Tables) -> None:
        """Let the tables know; one that the file has no more is closed until the next start."""
        self._taken_over = self._writer.configuration
        wanted = self._configs(self._taken_over)
        gone = {
            name: replace(config, open=False)
            for name, config in self.configs.items()
            if name not in wanted
        }
        for name, config in {**wanted, **gone}.items():
            if self.configs.get(name) != config:
                self.configs[name] = config
                await tables.set_otherwise(name)


def _tables_of(config: HouseConfig) -> dict[str, Keys]:
    return {table.id: keys_of(table) for table in config.tables}


def _may_set(actor: Actor) -> bool:
    """Whether anything is read for somebody; who may not is refused by the house, on record."""
    return actor.role in RIGHTS[Action.CHANGE_SETTINGS]


_MISPLACED: Final = "rulebook: a file is given by its name alone, and lies beside that of the house"


def _is_misplaced(change: SettingChange) -> bool:
    """Whether a change looks for a rulebook elsewhere: only the file of the house may."""
    name = change.after
    if change.key != "rulebook" or not isinstance(name, str):
        return False
    return is_file(name) and Path(name).name != name
