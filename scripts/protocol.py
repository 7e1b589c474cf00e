"""Writes the messages of the protocol as TypeScript, from their JSON Schema.

Each module of punto.protocol that holds messages becomes a file of the same name; the words that
fields can have are types of their own.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from punto.protocol import (
    PROTOCOL,
    ask,
    console,
    event,
    info,
    lab,
    office,
    protection,
    roster,
    schema,
    settings,
    shift,
    tell,
    words,
)

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol" / "messages"
_HEAD = f"// Made by scripts/protocol from punto.protocol {PROTOCOL}. Not to be edited.\n"
_MODULES = {
    "ask": ask,
    "event": event,
    "tell": tell,
    "info": info,
    "lab": lab,
    "console": console,
    "office": office,
    "roster": roster,
    "settings": settings,
    "protection": protection,
    "shift": shift,
}
"""In the order in which a part is looked for: what one module takes from another is the other's."""
_WORDS = {
    name: get_args(alias) for name, alias in vars(words).items() if get_origin(alias) is Literal
}
_NAMES = {frozenset(values): name for name, values in _WORDS.items()}
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def main() -> None:
    """Write the files, or with --check say whether they are up to date."""
    made = files()
    if "--check" in sys.argv:
        kept = {path.name: path.read_text(encoding="utf-8") for path in TARGET.glob("*.ts")}
        sys.exit(0 if kept == made else 1)
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (TARGET / name).write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """Give every file by its name."""
    parts = schema()["$defs"]
    homes = {name: _home(name) for name in parts} | dict.fromkeys(_WORDS, "words")
    bodies = {"words": "".join(_words())} | {
        home: "".join(text for name in parts if homes[name] == home for text in _part(name, parts))
        for home in _MODULES
    }
    made = {home: _HEAD + _imports(home, body, homes) + body for home, body in bodies.items()}
    index = f"\nexport const PROTOCOL = {PROTOCOL};\n\n" + "".join(
        f'export * from "./{home}";\n' for home in bodies
    )
    return {f"{home}.ts": text for home, text in made.items()} | {"index.ts": _HEAD + index}


def _home(name: str) -> str:
    """Find the file of a part; a value of the game itself is told with the game."""
    return next((home for home, module in _MODULES.items() if hasattr(module, name)), "info")


def _imports(home: str, body: str, homes: dict[str, str]) -> str:
    used = set(re.findall(r"\b[A-Z]\w+\b", re.sub(r"/\*\*.*?\*/", "", body, flags=re.DOTALL)))
    wanted: dict[str, list[str]] = {}
    for name in sorted(used & homes.keys()):
        if homes[name] != home:
            wanted.setdefault(homes[name], []).append(name)
    lines = (
        f'import type {{ {", ".join(names)} }} from "./{other}";\n'
        for other, names in sorted(wanted.items())
    )
    return "\n" + "".join(lines) if wanted else ""


def _words() -> Iterator[str]:
    for name, values in _WORDS.items():
        yield f"\nexport type {name} = {_either(values)};\n"


def _either(values: Iterable[str]) -> str:
    return " | ".join(f'"{value}"' for value in values)


def _part(name: str, parts: dict[str, Any]) -> Iterator[str]:
    part = parts[name]
    if "description" in part:
        words_of_it = " ".join(part["description"].split())
        yield f"\n/** {words_of_it} */\n"
    else:
        yield "\n"
    if "properties" not in part:
        yield f"export type {name} =\n  | " + "\n  | ".join(map(_type, part["anyOf"])) + ";\n"
        return
    yield f"export interface {name} {{\n"
    required = set(part.get("required", ()))
    for key, kind in part["properties"].items():
        # What the house leaves out when it is usual, it may also send.
        yield f"  {key}{'' if key in required else '?'}: {_type(kind)};\n"
    yield "}\n"


def _type(kind: dict[str, Any]) -> str:  # noqa: PLR0911 – one answer for each kind
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "enum" in kind:
        values = kind["enum"]
        return _NAMES.get(frozenset(values)) or _either(values)
    if "anyOf" in kind:
        return " | ".join(map(_type, kind["anyOf"]))
    if kind.get("type") == "array":
        if "prefixItems" in kind:
            return f"[{', '.join(map(_type, kind['prefixItems']))}]"
        inner = _type(kind["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties", {})
        return (
            f"Record<string, {_type(values) if isinstance(values, dict) and values else 'unknown'}>"
        )
    return _PLAIN[kind["type"]]


if __name__ == "__main__":
    main()
