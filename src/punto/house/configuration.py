"""How the tables are set: the file as it was last read, and what was set otherwise since.

A setting is a key of a table in the file, such as `minimum` or `limits.tie.maximum`, and the last
change of it wins, wherever it came from. The house keeps what was read and what was set; what a
value means, and whether it can be, is for whoever opens tables.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from immutables import Map
from msgspec.structs import replace

Value: TypeAlias = bool | int | str | tuple[int, ...] | None
"""None where a key is not given: then its default holds."""

Keys: TypeAlias = dict[str, Value]
"""The keys of one table."""


class SettingChange(msgspec.Struct, frozen=True):
    """One setting of one table, before and after."""

    table: str
    key: str
    before: Value
    after: Value


class Configuration(msgspec.Struct, frozen=True):
    """What holds now, and the file that it is compared with when that is read again."""

    file: Map[str, Map[str, Value]] = Map()
    in_force: Map[str, Map[str, Value]] = Map()

    def is_read(self, tables: Mapping[str, Keys]) -> bool:
        """Whether this is the file as it was last read."""
        return {name: dict(keys) for name, keys in self.file.items()} == dict(tables)

    def in_file(self, table: str) -> Map[str, Value]:
        """Tell what the file says of a table; nothing of one that it does not have."""
        return self.file.get(table, Map())

    def changes_of(self, tables: Mapping[str, Keys]) -> Iterator[SettingChange]:
        """Name what a file changes: only the keys that are others than when it was last read.

        A table that it did not have comes as the file says.
        """
        for name in sorted(tables.keys() & self.file.keys()):
            yield from self._changes_at(name, tables[name])

    def _changes_at(self, table: str, keys: Keys) -> Iterator[SettingChange]:
        read, holds = self.file[table], self.in_force[table]
        for key in sorted({*read, *keys}):
            if read.get(key) != keys.get(key) and holds.get(key) != keys.get(key):
                yield SettingChange(table, key, holds.get(key), keys.get(key))

    def after(
        self, changes: tuple[SettingChange, ...], file: Mapping[str, Keys] | None
    ) -> "Configuration":
        """Apply changes, and those of a file that was read."""
        configuration = self if file is None else self._with_file(file)
        in_force = configuration.in_force
        for change in changes:
            keys = in_force.get(change.table, Map())
            in_force = in_force.set(change.table, _changed(keys, change))
        return replace(configuration, in_force=in_force)

    def _with_file(self, file: Mapping[str, Keys]) -> "Configuration":
        """Have the tables of the file, and those that managers have made."""
        read = Map({name: Map(keys) for name, keys in file.items()})
        made = {name: keys for name, keys in self.in_force.items() if name not in self.file}
        kept = {
            name: self.in_force[name] if name in self.file else keys for name, keys in read.items()
        }
        return Configuration(read, Map({**made, **kept}))


def _changed(keys: Map[str, Value], change: SettingChange) -> Map[str, Value]:
    if change.after is not None:
        return keys.set(change.key, change.after)
    return keys.delete(change.key) if change.key in keys else keys
