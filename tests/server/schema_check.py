"""Whether JSON is what a schema says: as much of JSON Schema as the protocol's own uses."""

import re
from typing import Any, Final

from punto.protocol import schema

DEFINITIONS: Final[dict[str, Any]] = schema()["$defs"]
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_NOTES: Final = {"title", "description", "default", "discriminator"}
_CHOICES: Final = {"$ref", "anyOf", "type", "enum"}
_OBJECTS: Final = {"properties", "required", "additionalProperties"}
_ARRAYS: Final = {"items", "prefixItems", "minItems", "maxItems"}
_BOUNDS: Final = {"pattern", "minimum", "maximum", "maxLength"}
_KNOWN: Final = _NOTES | _CHOICES | _OBJECTS | _ARRAYS | _BOUNDS


def defects(value: object, name: str) -> list[str]:
    """List what is wrong with a value that should be one of the schema's definitions."""
    return list(_defects(value, {"$ref": f"#/$defs/{name}"}, "$"))


def _defects(
    value: Any,  # noqa: ANN401 – any JSON
    kind: dict[str, Any],
    place: str,
) -> list[str]:
    assert set(kind) <= _KNOWN, f"the check does not know all of {sorted(kind)}"
    if "$ref" in kind:
        return _defects(value, DEFINITIONS[kind["$ref"].rpartition("/")[2]], place)
    if "anyOf" in kind:
        return _any_of(value, _meant(value, kind), place)
    if "enum" in kind and value not in kind["enum"]:
        return [f"{place}: {value!r} is none of {kind['enum']}"]
    if "type" in kind and not _is_a(value, kind["type"]):
        return [f"{place}: {value!r} is no {kind['type']}"]
    if isinstance(value, dict | list):
        return (_in_object if isinstance(value, dict) else _in_array)(value, kind, place)
    return _bounds(value, kind, place)


def _is_a(value: object, name: str) -> bool:
    return isinstance(value, _KINDS[name]) and (name == "boolean" or not isinstance(value, bool))


def _meant(value: object, kind: dict[str, Any]) -> list[dict[str, Any]]:
    """Take a value at its word, where it has one: a message is held against its own kind only."""
    tags = kind.get("discriminator", {"propertyName": "", "mapping": {}})
    said = value.get(tags["propertyName"]) if isinstance(value, dict) else None
    found = tags["mapping"].get(said) if isinstance(said, str) else None
    return [{"$ref": found}] if found else list(kind["anyOf"])


def _any_of(value: object, kinds: list[dict[str, Any]], place: str) -> list[str]:
    found: list[list[str]] = []
    for kind in kinds:
        found.append(_defects(value, kind, place))
        if not found[-1]:
            return []
    return min(found, key=len)


def _in_object(value: Any, kind: dict[str, Any], place: str) -> list[str]:  # noqa: ANN401
    known, more = kind.get("properties", {}), kind.get("additionalProperties", True)
    found = [f"{place}: {key} is missing" for key in kind.get("required", ()) if key not in value]
    for key, inner in value.items():
        if key in known:
            found += _defects(inner, known[key], f"{place}.{key}")
        elif more is False or (known and more is True):
            found.append(f"{place}: {key} is not in the schema")
        elif isinstance(more, dict):
            found += _defects(inner, more, f"{place}.{key}")
    return found


def _in_array(value: Any, kind: dict[str, Any], place: str) -> list[str]:  # noqa: ANN401
    first = kind.get("prefixItems", [])
    rest = kind.get("items", {})
    if first and len(value) != len(first):
        return [f"{place}: {len(value)} in the place of {len(first)}"]
    kinds = [*first, *(rest or {} for _ in value[len(first) :])]
    return [
        defect
        for at, (inner, wanted) in enumerate(zip(value, kinds, strict=True))
        for defect in _defects(inner, wanted, f"{place}[{at}]")
    ]


def _bounds(value: Any, kind: dict[str, Any], place: str) -> list[str]:  # noqa: ANN401 – any JSON
    holds = (
        kind.get("minimum", value) <= value if "minimum" in kind else True,
        value <= kind.get("maximum", value) if "maximum" in kind else True,
        len(value) <= kind["maxLength"] if "maxLength" in kind else True,
        re.search(kind["pattern"], value) is not None if "pattern" in kind else True,
    )
    return [] if all(holds) else [f"{place}: {value!r} is outside {kind}"]
