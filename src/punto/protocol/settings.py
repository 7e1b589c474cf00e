"""How tables are set, as the office is shown it and changes it."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import Whole
from punto.protocol.words import SettingKind

SettingValue: TypeAlias = bool | Whole | str | list[Whole] | None
"""What a setting of a table is set to; none where the usual value holds."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One setting of a table, before and after."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    before: SettingValue
    after: SettingValue


class SettingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A setting of a table, as it is wanted."""

    key: str
    kind: SettingKind
    value: SettingValue
    usual: SettingValue
    """What holds where nothing is set."""
    in_file: SettingValue
    """What the file said when it was last read."""
    choices: list[str]
    """What can be chosen, where it is a choice."""


class TableSettingsInfo(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is set."""

    id: str
    name: str
    is_open: bool
    is_pending: bool
    """Whether something waits until the round in play is over."""
    settings: list[SettingInfo]


class OfficeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How all tables are set, and where that is read from."""

    file: str | None
    """Its name; None where the house was opened without one."""
    tables: list[TableSettingsInfo]
