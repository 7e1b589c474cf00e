"""Reading a rulebook from TOML: the shape is checked here, the sense in `punto.rules.defects`."""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import inspect

from punto.errors import DefectiveRulebook, UnreadableRulebook
from punto.rules.defects import defects_of
from punto.rules.rulebook import CHOICES, Rulebook
from punto.rules.text import PATTERNS_IN_WORDS
from punto.rules.wager import Wager

MAX_BYTES: Final = 64 * 1024
MAX_LINE: Final = 2_000
"""Several times what the longest document needs; more is a mistake or an attack.

The parser takes quadratic time on a key of many dots, so a line has its own limit.
"""

MAX_OWN: Final = 8
"""So many wagers may be put beside those of a rulebook."""

_Kind = TypeVar("_Kind")


def read_rulebook(text: str, *, source: str) -> Rulebook:
    """Read a rulebook that can be played; `source` is what to call it in an error."""
    rulebook = read_shape(text, source=source)
    defects = defects_of(rulebook)
    if defects:
        more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
        raise DefectiveRulebook(f"{source}: {defects[0]}{more}")
    return rulebook


def read_shape(text: str, *, source: str) -> Rulebook:
    """Read a rulebook that has the right keys and types, though perhaps with defects."""
    return _converted(_content(text, source), Rulebook, source)


class _Wagers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that has wagers and nothing else."""

    wagers: Annotated[tuple[Wager, ...], msgspec.Meta(min_length=1, max_length=MAX_OWN)]


def read_beside(rulebook: Rulebook, text: str, *, source: str) -> Rulebook:
    """Read a rulebook, or `[[wagers]]` alone, which are put before those of another rulebook.

    As with `read_shape` there may be defects: their places are those of the text.
    """
    content = _content(text, source)
    if list(content) != ["wagers"]:
        return _converted(content, Rulebook, source)
    own = _converted(content, _Wagers, source).wagers
    return msgspec.structs.replace(rulebook, wagers=own + rulebook.wagers)


def _content(text: str, source: str) -> dict[str, Any]:
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise UnreadableRulebook(f"{source}: longer than {MAX_BYTES // 1024} KiB")
    if any(len(line) > MAX_LINE for line in text.split("\n")):
        raise UnreadableRulebook(f"{source}: a line is longer than {MAX_LINE} characters")
    try:
        return _parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableRulebook(f"{source}: not TOML: {error}") from None


def _converted(content: dict[str, Any], kind: type[_Kind], source: str) -> _Kind:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise UnreadableRulebook(f"{source}: {_in_words(str(error))}") from None


def _parse_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested too deeply") from None


def _in_words(error: str) -> str:
    """Turn "Expected X - at `$.wagers[0].name`" into "wagers[0].name: expected X"."""
    message, _, path = error.rpartition(" - at ") if " - at `" in error else (error, "", "")
    in_key = path.startswith("`key` in ")
    place = path.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".")
    for pattern, words in PATTERNS_IN_WORDS.items():
        message = message.replace(f"`str` matching regex {pattern!r}", words)
    sentence = message[:1].lower() + message[1:] + _what_was_expected(message, place)
    where = f"a key of {place}" if in_key else place
    return f"{where}: {sentence}" if where else sentence


def _what_was_expected(message: str, place: str) -> str:
    """Add what the decoder leaves out: the choices there are, and the key that was meant."""
    key = re.sub(r"\[[^]]*\]", "", place).rpartition(".")[2]
    if message.startswith("Invalid enum value") and key in CHOICES:
        return f", expected one of {', '.join(CHOICES[key])}"
    unknown = re.search(r"unknown field `(.*)`", message)
    near = get_close_matches(unknown[1], _keys_by_section().get(key, ()), n=1) if unknown else []
    return f", did you mean `{near[0]}`?" if near else ""


@cache
def _keys_by_section() -> dict[str, tuple[str, ...]]:
    """List the keys of every table by the name of the table; the file itself has none."""
    return dict(_sections("", inspect.type_info(Rulebook)))


def _sections(name: str, kind: inspect.Type) -> Iterator[tuple[str, tuple[str, ...]]]:
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            yield from _sections(name, inner)
        case inspect.UnionType(types=types):
            for each in types:
                yield from _sections(name, each)
        case inspect.StructType(fields=fields):
            yield name, tuple(field.encode_name for field in fields)
            for field in fields:
                yield from _sections(field.encode_name, field.type)
        case _:  # a plain value
            pass
