"""How the tables are to be: by the file and by managers, whoever came last; kept in the journal."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from punto.errors import PuntoError, WrongInput
from punto.house import Answer, ChangeSettings, Done, ReadFile
from punto.house.configuration import Configuration, Keys, SettingChange, Value
from punto.people import Actor
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.config import (
    HouseConfig,
    TableConfig,
    default_config,
    defects_in,
    is_own,
    read_config,
    table_defects,
)
from punto.server.setting_keys import keys_of, table_with
from punto.server.tables import Tables


class TableSettings:
    """What holds for every table of the lobby, and how that is changed."""

    def __init__(self, config: HouseConfig, writer: AsyncWriter, file: Path | None) -> None:
        self._writer = writer
        self._file = file
        self._turn = asyncio.Lock()
        """One change after the other: each is judged by what the one before has left."""
        self._read = _tables_of(config)
        known = writer.configuration
        after = known.after(tuple(known.changes_of(self._read)), self._read)
        for defect in _defects(after):
            raise WrongInput(f"{self.place}: {defect}; the office has set what the file does not")
        found = _configs(after)
        self.configs = {name: found[name] for name in self._read}
        """The tables of the lobby, as they are wanted, in the order of the file."""

    @property
    def place(self) -> str:
        """Where the settings of the house are read from."""
        return str(self._file) if self._file is not None else "house.toml"

    async def open(self) -> None:
        """Put on record what the file says otherwise than when it was last read."""
        if self._writer.configuration.is_read(self._read):
            return
        what = ReadFile(tables=self._read, who="", why="the house opens")
        answer = await self._writer.ask(DRIVER, what)
        if not isinstance(answer, Done):
            raise WrongInput(f"{self.place}: {answer.words}")

    async def read_again(
        self, tables: Tables, actor: Actor, why: str, id_: str, who: str = ""
    ) -> Answer:
        """Take over the keys of the file that were changed since it was last read."""
        async with self._turn:
            read, defects = await asyncio.to_thread(self._reread)
            known = self._writer.configuration
            after = known.after(tuple(known.changes_of(read)), read)
            defects = defects or tuple(self._wrong(after))
            what = ReadFile(tables=read, who=who or actor.id, why=why, defects=defects[:1])
            answer = await self._writer.ask(actor, what, id_, f"read the file: {why}")
            if isinstance(answer, Done):
                await self._take_over(tables)
            return answer

    async def change(
        self,
        tables: Tables,
        actor: Actor,
        changes: Iterable[SettingChange],
        why: str,
        id_: str,
        who: str = "",
    ) -> Answer:
        """Set tables otherwise, if what comes of it can be."""
        async with self._turn:
            changes = tuple(changes)
            said = str([(each.table, each.key, each.after) for each in changes])
            changes = tuple(map(self._beside_the_file, changes))
            known = self._writer.configuration
            is_known = all(each.table in known.in_force for each in changes)
            wrong = tuple(self._wrong(known.after(changes, None))) if is_known else ()
            what = ChangeSettings(changes=changes, who=who or actor.id, why=why, defects=wrong[:1])
            answer = await self._writer.ask(actor, what, id_, f"{said}: {why}")
            if isinstance(answer, Done):
                await self._take_over(tables)
            return answer

    def held(self, table: str, key: str) -> Value:
        """Give what is set; None where nothing is said, and so the usual value holds."""
        keys = self._writer.configuration.in_force.get(table)
        return keys.get(key) if keys is not None else None

    # --- reading and taking over ----------------------------------------------------------------

    def _reread(self) -> tuple[dict[str, Keys], tuple[str, ...]]:
        """Read the file; what is wrong with it is named, and then it says nothing."""
        if self._file is None:
            return _tables_of(default_config()), ()
        try:
            text = self._file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return {}, (f"{self.place} cannot be read: {error}",)
        defects = tuple(defects_in(text, self.place))
        return ({} if defects else _tables_of(read_config(text, self.place))), defects

    def _beside_the_file(self, change: SettingChange) -> SettingChange:
        """Look for a rulebook of one's own where the file of the house lies."""
        after = change.after
        if change.key != "rulebook" or not isinstance(after, str) or not after.endswith(".toml"):
            return change
        return SettingChange(change.table, change.key, change.before, str(self._beside / after))

    @property
    def _beside(self) -> Path:
        return Path(self.place).parent

    def _wrong(self, after: Configuration) -> Iterator[str]:
        """Name what tables cannot be, or cannot become while the house is open."""
        defects = list(_defects(after))
        yield from defects
        for table, config in () if defects else _configs(after).items():
            before = self.configs.get(table)
            if before is not None and is_own(before) is not is_own(config):
                words = "whether a table is shared or each player's own is settled at a start"
                yield f"{table}: rulebook: {words}"

    async def _take_over(self, tables: Tables) -> None:
        """Let the tables know; one that the file has no more is closed until the next start."""
        wanted = _configs(self._writer.configuration)
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


def _configs(configuration: Configuration) -> dict[str, TableConfig]:
    return {name: table_with(name, keys) for name, keys in configuration.in_force.items()}


def _defects(configuration: Configuration) -> Iterator[str]:
    """Name what keeps a table from being so, by its key."""
    for name, keys in sorted(configuration.in_force.items()):
        try:
            found = list(table_defects(table_with(name, keys)))
        except PuntoError as error:
            found = [str(error)]
        yield from (f"{name}: {defect}" for defect in found)
