"""Settings by the environment: `PUNTO_SERVER_PORT` is `port` of `[server]`, before the file."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.inspect import VarTupleType, type_info
from msgspec.structs import fields

from punto.errors import WrongInput
from punto.server.config_section import Section

_PREFIX: Final = "PUNTO"
_OF_ORCHESTRATORS: Final = f"{_PREFIX}_SERVICE_"
"""What is set for every service that is called so, and is near to names of ours."""
_NEAR: Final = 0.8
"""How much of a name is right when it is one of ours, misspelt."""


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
    _require_spelt(list(variables(kind)), environment)
    for name, keys, type_ in variables(kind):
        if name in environment:
            *above, last = keys
            place = raw
            for key in above:
                place = place.setdefault(key, {})
            if isinstance(place, dict):  # what is no section is named when the file is checked
                place[last] = _value(name, environment[name], type_)
    return raw


def _require_spelt(ours: list[Variable], environment: Mapping[str, str]) -> None:
    """Refuse what is near to a variable of ours, or lies in a section of ours, and sets nothing."""
    known = {each.name.removeprefix(f"{_PREFIX}_"): each.name for each in ours}
    sections = tuple({f"{each.keys[0]}_".upper() for each in ours if len(each.keys) > 1})
    for name in sorted(environment.keys() - set(known.values())):
        if not name.startswith(f"{_PREFIX}_") or name.startswith(_OF_ORCHESTRATORS):
            continue
        said = name.removeprefix(f"{_PREFIX}_")
        near = get_close_matches(said, known, n=1, cutoff=_NEAR)
        if near or said.startswith(sections):
            hint = f", did you mean {known[near[0]]}?" if near else ""
            raise WrongInput(f"{name}: there is no such variable{hint}")


def _value(name: str, text: str, kind: Any) -> Any:  # noqa: ANN401 – of any kind
    """Read a value as the file would have it; of a list, what stands between commas."""
    listed = isinstance(type_info(kind), VarTupleType)
    said = [each.strip() for each in text.split(",") if each.strip()] if listed else text
    try:
        return msgspec.to_builtins(msgspec.convert(said, kind, strict=False))
    except msgspec.ValidationError as error:
        raise WrongInput(f"{name}: {str(error).partition(' - at ')[0]}") from None
