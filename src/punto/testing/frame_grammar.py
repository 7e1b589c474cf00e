"""Frames by a grammar: messages of the protocol as they should be, changed as nobody should.

Every frame follows from its seed alone. A message is written from its type, so that a new one is
taken up by itself; then one to three things of it are changed: a number for one of those that
programs stumble over, a text, a key, or the JSON itself.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import UnionType
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec import inspect

NUMBERS: Final = (
    *("0", "-1", "1", "7", "16", "17", "1000000000000000", "1000000000000001"),
    *("9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808"),
    *("18446744073709551616", "-9223372036854775809", "1" + "0" * 400, "-0", "1.0", "1.5", "1e2"),
    *("1e309", "-1e309", "1e-400", "NaN", "Infinity", "-Infinity", "0x10", "007", "+1", "1_000"),
    *('"1"', '" 1"', '"\u0661"', '"1e3"', "null", "true", "false", "[]", "{}", "[1]", '""'),
)
"""What every field for a number gets."""

TEXTS: Final = (
    *('""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uffff"'),
    *(
        '"../rws"',
        '"rws/"',
        '"RWS"',
        '"zero-gaaaaaaaaaa"',
        '"\\u202erws"',
        '"\uff52\uff57\uff53"',
        '"é"',
    ),
    *('"a\'; --"', '"${7*7}"', '"%00"', '"\\\\"', '"\\x"', '"\\u12"', '"<script>"', "1", "null"),
    *('["rws"]', '{"a":1}', "true", '"' + "a" * 37 + '"', '"' + "é" * 2_000 + '"'),
)
"""What every field for a text gets."""

_NAMES: Final = ("zero", "rws", "mbs", "tiger", "elements", "nowhere")
_WORDS: Final = ("player", "banker", "tie", "tiger", "a", "b-1", "0102", "none")
_DEEP: Final = ("[" * 1_500, "[" * 900 + "]" * 900, '{"a":' * 700, '{"a":' * 400 + "1" + "}" * 400)
_RUBBISH: Final = ("", " ", "\ufeff", "\0", "}", "{}", "null", "//", "{'a':1}", "\u2028", "é" * 900)

Pairs = list[tuple[str, str]]


class Frame(NamedTuple):
    """What is sent: as text, or as bytes that may be no text."""

    content: str | bytes


def _object(pairs: Pairs) -> str:
    """Write pairs as they stand: a key may come twice, and a value be none."""
    return "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}"


def _kinds(union: Any) -> list[inspect.StructType]:  # noqa: ANN401 – a union of messages, or one
    kinds = [inspect.type_info(each) for each in get_args(union) or (union,)]
    return [each for each in kinds if isinstance(each, inspect.StructType)]


class FrameGrammar:
    """Makes frames for one union of messages."""

    def __init__(self, union: UnionType | type, seed: int, tables: Sequence[str] = _NAMES) -> None:
        self._kinds = _kinds(union)
        self._tables = tables
        self._random = Random(seed)  # noqa: S311 – what a test does must be repeatable

    def frame(self) -> Frame:
        """Make the next frame."""
        chance = self._random
        kind = chance.choice(self._kinds)
        pairs = [("type", json.dumps(str(kind.tag))), *map(self.pair, kind.fields)]
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            pairs = chance.choice(_CHANGES)(pairs, chance)
        text = _object(pairs)
        if chance.random() < 0.25:
            return chance.choice(_SPOILS)(text, chance)
        return Frame(text)

    def pair(self, field: inspect.Field) -> tuple[str, str]:
        """Write a field of a message as it should be."""
        return field.encode_name, self._value(field.encode_name, field.type)

    def _value(self, name: str, kind: inspect.Type) -> str:
        chance = self._random
        match kind:
            case inspect.UnionType(types=types):
                return self._value(name, chance.choice(types))
            case inspect.IntType():
                chosen: object = chance.choice((1, 2, 100, 500))
            case inspect.BoolType():
                chosen = chance.choice((True, False))
            case inspect.LiteralType(values=values):
                chosen = chance.choice(values)
            case inspect.StrType():
                chosen = self._text(name)
            case inspect.NoneType():
                chosen = None
            case inspect.StructType(fields=fields):
                return _object([self.pair(field) for field in fields])
            case _:
                chosen = chance.choice(([], {}, [{"a": 1}], [[1]], {"tie": 100}))
        return json.dumps(chosen)

    def _text(self, name: str) -> str:
        if name == "id":
            return f"f{self._random.getrandbits(48):x}"
        if name == "key":  # of a setting
            return self._random.choice(("minimum", "maximum", "seats", "window_ms"))
        return self._random.choice(self._tables if name == "table" else _WORDS)


# --- changes of a message ----------------------------------------------------------------------


def _another_value(pairs: Pairs, chance: Random) -> Pairs:
    """Give one field a value that programs stumble over, fit for its kind or not."""
    place = chance.randrange(len(pairs))
    key, value = pairs[place]
    usual, other = (TEXTS, NUMBERS) if value.startswith('"') else (NUMBERS, TEXTS)
    chosen = chance.choice(usual if chance.random() < 0.8 else other)
    return [*pairs[:place], (key, chosen), *pairs[place + 1 :]]


def _kept(pairs: Pairs, _: Random) -> Pairs:
    """Leave it as it is: sound messages in between reach further, and meet what was said before."""
    return pairs


def _without(pairs: Pairs, chance: Random) -> Pairs:
    place = chance.randrange(len(pairs))
    return [*pairs[:place], *pairs[place + 1 :]] or [("type", '"Ping"')]


def _doubled(pairs: Pairs, chance: Random) -> Pairs:
    key, value = chance.choice(pairs)
    return [*pairs, (key, chance.choice((value, "1", '"a"', "null")))]


def _one_more(pairs: Pairs, chance: Random) -> Pairs:
    key = chance.choice(("x", "", "Type", "type ", "__proto__", "id\\u0000", "\\u0074able"))
    return [*pairs, (key, chance.choice(NUMBERS + TEXTS))]


def _nested(pairs: Pairs, chance: Random) -> Pairs:
    place = chance.randrange(len(pairs))
    deep = chance.choice(_DEEP)
    return [*pairs[:place], (pairs[place][0], deep), *pairs[place + 1 :]]


def _of_another_type(pairs: Pairs, chance: Random) -> Pairs:
    kind = chance.choice(("Chip", "Deal", "Watch", "Accepted", "Pay", "", "__class__"))
    return [("type", json.dumps(kind)), *(pair for pair in pairs if pair[0] != "type")]


_CHANGES: Final[Sequence[Callable[[Pairs, Random], Pairs]]] = (
    *(_kept,) * 5,
    *(_another_value,) * 6,
    *(_without, _doubled, _one_more, _of_another_type, _nested),
)


# --- what spoils the text itself ---------------------------------------------------------------


def _cut(text: str, chance: Random) -> Frame:
    return Frame(text[: chance.randrange(len(text))])


def _stuffed(text: str, chance: Random) -> Frame:
    place = chance.randrange(len(text))
    return Frame(text[:place] + chance.choice(_RUBBISH) + text[place:])


def _flipped(text: str, chance: Random) -> Frame:
    """Change some bits: what comes of it may be no text."""
    content = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(chance.randrange(1, 4)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return Frame(bytes(content))


def _twice(text: str, chance: Random) -> Frame:
    return Frame(text + chance.choice(("", ",", "\n", " ")) + text)


def _padded(text: str, chance: Random) -> Frame:
    return Frame(text + chance.choice((" ", "\n", "\t", "é")) * chance.choice((1, 50, 5_000)))


def _in_a_list(text: str, _: Random) -> Frame:
    return Frame(f"[{text}]")


_SPOILS: Final[Sequence[Callable[[str, Random], Frame]]] = (
    *(_cut, _stuffed, _flipped, _flipped, _twice, _padded, _in_a_list),
)


def numbers_in(
    kinds: UnionType | type, tables: Sequence[str] = _NAMES
) -> Iterator[tuple[str, str, str]]:
    """Give every number that is named above for every field of every message, whole otherwise.

    Each is the name of the message, of the field, and the frame; with the bounds of the field and
    what lies beyond, without the field, and with it twice. A field of a part of the message is
    named with that part, of a list or of what has names of its own by their signs:
    `irregularity.round`, `changes[].after`, `gone{}`.
    """
    grammar = FrameGrammar(kinds, 0, tables)
    for kind in _kinds(kinds):
        tag = [("type", json.dumps(str(kind.tag)))] if kind.tag is not None else []
        pairs = [*tag, *map(grammar.pair, kind.fields)]
        for field, way in _ways(grammar, kind.fields):
            rest = [pair for pair in pairs if pair[0] != way.key]
            yield kind.cls.__name__, field, _object([*rest, *way.pairs])


class _Way(NamedTuple):
    """How a field may be written: once, twice, or not at all."""

    key: str
    pairs: Pairs


def _ways(grammar: FrameGrammar, fields: Sequence[inspect.Field]) -> Iterator[tuple[str, _Way]]:
    """Name every number among some fields, with all that it can be written as."""
    for field in fields:
        name = field.encode_name
        for place, text in _numbers(grammar, field.type):
            yield f"{name}{place}", _Way(name, [(name, text)])
        if _is_number(field.type):
            yield name, _Way(name, [])
            yield name, _Way(name, [(name, "1"), (name, "2")])


def _numbers(grammar: FrameGrammar, kind: inspect.Type) -> Iterator[tuple[str, str]]:
    """Name every number within a value, with the whole value written around it."""
    match kind:
        case inspect.UnionType(types=types):
            for each in types:
                yield from _numbers(grammar, each)
        case inspect.IntType():
            yield from (("", number) for number in (*NUMBERS, *_bounds(kind)))
        case inspect.ListType(item_type=item):
            for place, text in _numbers(grammar, item):
                yield f"[]{place}", f"[{text}]"
        case inspect.DictType(value_type=value):
            for place, text in _numbers(grammar, value):
                yield f"{{}}{place}", _object([("6", text)])
        case inspect.StructType(fields=fields):
            wanted = [grammar.pair(each) for each in fields if each.required]
            for inner, way in _ways(grammar, fields):
                rest = [pair for pair in wanted if pair[0] != way.key]
                yield f".{inner}", _object([*rest, *way.pairs])
        case _:
            return


def _bounds(kind: inspect.IntType) -> Iterator[str]:
    """Give the least and the largest that a number may be, and one beyond each."""
    if kind.ge is not None:
        yield from (str(kind.ge), str(kind.ge - 1))
    if kind.le is not None:
        yield from (str(kind.le), str(kind.le + 1))


def _is_number(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(map(_is_number, kind.types))
    return isinstance(kind, inspect.IntType)


def is_message(frame: Frame, decode: Callable[[str], object]) -> bool:
    """Whether a frame is a message all the same."""
    try:
        text = frame.content if isinstance(frame.content, str) else frame.content.decode()
        decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True
