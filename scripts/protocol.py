"""Writes the messages of the protocol as TypeScript, from their JSON Schema."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from punto.protocol import PROTOCOL, schema

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol" / "messages.ts"
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def main() -> None:
    """Write the file, or with --check say whether it is up to date."""
    text = "".join(_lines())
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text else 1)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")


def _lines() -> Iterator[str]:
    yield f"// Made by scripts/protocol from punto.protocol {PROTOCOL}. Not to be edited.\n"
    yield f"\nexport const PROTOCOL = {PROTOCOL};\n"
    for name, part in schema()["$defs"].items():
        if "description" in part:
            yield f"\n/** {part['description']} */\n"
        else:
            yield "\n"
        if "properties" in part:
            yield f"export interface {name} {{\n"
            required = set(part.get("required", ()))
            for key, kind in part["properties"].items():
                # What the house leaves out when it is usual, it may also send.
                yield f"  {key}{'' if key in required else '?'}: {_type(kind)};\n"
            yield "}\n"
        else:
            yield f"export type {name} =\n  | " + "\n  | ".join(map(_type, part["anyOf"])) + ";\n"


def _type(kind: dict[str, Any]) -> str:  # noqa: PLR0911 – one answer for each kind
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "enum" in kind:
        return " | ".join(f'"{value}"' for value in kind["enum"])
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
