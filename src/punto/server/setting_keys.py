"""A table of the configuration as keys and values, one by one: as they are changed and compared."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from punto.errors import WrongInput
from punto.house.configuration import Keys, Value
from punto.protocol.words import SettingKind
from punto.server.config import TableConfig

_LIMITS: Final = "limits"
_BOUNDS: Final = ("minimum", "maximum")
FIXED: Final = frozenset({"id", "beside"})
"""What a table is known by, and where its file lies: nobody changes it."""


def keys_of(table: TableConfig) -> Keys:
    """Give what a table of the file says, without what it leaves at the usual value."""
    found: Keys = {}
    for key, value in msgspec.to_builtins(table).items():
        if key == _LIMITS:
            limits = ((f"{key}.{wager}", limit) for wager, limit in value.items())
            found |= {f"{name}.{end}": of[end] for name, of in limits for end in _BOUNDS}
        elif key not in FIXED:
            found[key] = tuple(value) if isinstance(value, list) else value
    return {key: value for key, value in found.items() if value != usual(key)}


def table_with(table: str, keys: Mapping[str, Value], beside: str) -> TableConfig:
    """Make a table of keys and values, or say which one cannot be, and what can."""
    return replace(_converted(table, _nested(table, keys)), beside=beside)


def _nested(table: str, keys: Mapping[str, Value]) -> dict[str, Any]:
    """Write keys as the file has them, the limits of wagers by themselves."""
    plain: dict[str, Any] = {"id": table}
    for key, value in keys.items():
        name, _, rest = key.partition(".")
        wager, _, bound = rest.rpartition(".")
        if name == _LIMITS and bound in _BOUNDS:
            plain.setdefault(name, {}).setdefault(wager, {})[bound] = value
        elif key in TableConfig.__struct_fields__ and key not in {*FIXED, _LIMITS}:
            plain[key] = value
        else:
            allowed = ", ".join(sorted({*TableConfig.__struct_fields__} - {*FIXED, _LIMITS}))
            bounds = f"{_LIMITS}.WAGER.minimum and {_LIMITS}.WAGER.maximum"
            raise WrongInput(f"{key}: there is no such setting, but {allowed}, {bounds}")
    return plain


def _converted(table: str, plain: dict[str, Any]) -> TableConfig:
    try:
        return msgspec.convert(plain, TableConfig)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        key = place.rstrip("`")
        _, is_missing, name = reason.partition("missing required field ")
        if is_missing:
            wanted = ".".join(filter(None, (key, name.strip("`"))))
            raise WrongInput(f"{wanted}: this must be said") from None
        allowed = f", but {' or '.join(choices_of(key))}" if key in _CHOICES else ""
        raise WrongInput(f"{key or table}: {reason}{allowed}") from None


def every_key(given: Iterable[str]) -> list[str]:
    """List all that can be set at a table, with the limits of wagers that it has."""
    plain = [key for key in TableConfig.__struct_fields__ if key not in {*FIXED, _LIMITS}]
    return [*plain, *sorted(key for key in given if key.startswith(f"{_LIMITS}."))]


def usual(key: str) -> Value:
    """Give what holds where a table does not say."""
    names, defaults = TableConfig.__struct_fields__, TableConfig.__struct_defaults__
    found = dict(zip(reversed(names), reversed(defaults), strict=False)).get(key)
    return found if isinstance(found, bool | int | str | tuple) else None


_CHOICES: Final = {"driver": get_args(get_args(TableConfig.__annotations__["driver"])[0])}


def kind_of(key: str) -> SettingKind:
    """Tell what a setting is."""
    if key == "chips":
        return "amounts"
    if key in _CHOICES:
        return "choice"
    if key.rpartition(".")[2].endswith(("minimum", "maximum")) or key == "differential":
        return "amount"
    if key in {"name", "rulebook", "layout"}:
        return "text"
    return "switch" if isinstance(usual(key), bool) else "number"


def choices_of(key: str) -> list[str]:
    """List the values that a setting of few values can have."""
    return list(_CHOICES.get(key, ()))
