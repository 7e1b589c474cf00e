"""How the tables are set, for the office: what is wanted, what the file says, what waits."""

from collections.abc import Iterator
from pathlib import PurePath

from punto.house.configuration import Value
from punto.protocol.settings import OfficeSettings, SettingInfo, SettingValue, TableSettingsInfo
from punto.server.async_writer import is_set
from punto.server.config import TableConfig, is_own, settings_of
from punto.server.open_house import OpenHouse
from punto.server.setting_keys import choices_of, every_key, kind_of, usual


def office_settings(house: OpenHouse) -> OfficeSettings:
    """Show how every table of the lobby is set."""
    in_force = house.writer.configuration.in_force
    configs = house.tables.configs.items()
    # A table that left the file is closed until the next start, and has nothing to be set.
    tables = [_table(house, config) for name, config in configs if name in in_force]
    # Its name alone: where it lies is nobody's business over a network.
    file = house.settings.file
    return OfficeSettings(file=None if file is None else PurePath(file).name, tables=tables)


def _table(house: OpenHouse, config: TableConfig) -> TableSettingsInfo:
    broadcast = None if is_own(config) else house.tables.broadcasts.get(config.id)
    house_table = broadcast.view.house_table if broadcast is not None else None
    is_open = house_table.is_open if house_table is not None else config.open
    is_so = (
        house_table is None or not house_table.is_open or is_set(house_table, settings_of(config))
    )
    return TableSettingsInfo(
        id=config.id,
        name=config.name,
        is_open=is_open,
        is_pending=is_open is not config.open or not is_so,
        settings=list(_settings(house, config)),
    )


def _settings(house: OpenHouse, config: TableConfig) -> Iterator[SettingInfo]:
    known = house.writer.configuration
    held, read = known.in_force[config.id], known.in_file(config.id)
    for key in every_key(held):
        yield SettingInfo(
            key=key,
            kind=kind_of(key),
            value=_shown(held.get(key)),
            usual=_shown(usual(key)),
            in_file=_shown(read.get(key)),
            choices=choices_of(key),
        )


def _shown(value: Value) -> SettingValue:
    return list(value) if isinstance(value, tuple) else value
