"""Settings by the environment: `PUNTO_SERVER_PORT` is `port` of `[server]`, before the file."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.inspect import VarTupleType, type_info
from msgspec.structs import fields

from punto.errors import WrongInput
from punto.server.config_section import Section

_PREFIX: Final = "PUNTO"


class Variable(NamedTuple):
    """A variable, and the key that it sets."""

    name: str
    keys: tuple[str, ...]
    kind: Any
    """The type of the value, as msgspec reads it."""


def variables(kind: type[Section], above: tuple[str, ...] = ()) -> Iterator[Variable]:
    """Name every variable: each key has one, except those that come as often as you like."""
    for field in fields(kind):
        keys = (*above, field.name)
        if isinstance(field.type, type) and issubclass(field.type, Section):
            yield from variables(field.type, keys)
        elif not _is_repeated(field.type):
            yield Variable("_".join((_PREFIX, *keys)).upper(), keys, field.type)


def _is_repeated(kind: Any) -> bool:  # noqa: ANN401 – any type
    """Whether a key is a list of tables, as the tables of a house are."""
    known = type_info(kind)
    return isinstance(known, VarTupleType) and isinstance(
        known.item_type, msgspec.inspect.StructType
    )


def overlaid(raw: dict[str, Any], kind: type[Section], environment: Mapping[str, str]) -> Any:  # noqa: ANN401 – as the file
    """Put what the environment says before what a file says; both are checked alike after."""
    for name, keys, type_ in variables(kind):
        if name in environment:
            *above, last = keys
            place = raw
            for key in above:
                place = place.setdefault(key, {})
            place[last] = _value(name, environment[name], type_)
    return raw


def _value(name: str, text: str, kind: Any) -> Any:  # noqa: ANN401 – of any kind
    """Read a value as the file would have it; of a list, what stands between commas."""
    listed = isinstance(type_info(kind), VarTupleType)
    said = [each.strip() for each in text.split(",") if each.strip()] if listed else text
    try:
        return msgspec.to_builtins(msgspec.convert(said, kind, strict=False))
    except msgspec.ValidationError as error:
        raise WrongInput(f"{name}: {str(error).partition(' - at ')[0]}") from None
