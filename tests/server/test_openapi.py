"""Every question that the OpenAPI describes, asked with values that programs stumble over."""

import asyncio
import http.client
import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final
from urllib.parse import quote, urlsplit

import pytest

from punto.testing.frame_grammar import NUMBERS, TEXTS
from tests.server.here import Here, open_house

ODD: Final = (
    *("0", "-1", "1", "9007199254740993", "9223372036854775808", "1e309", "NaN", "null", "", " "),
    *(
        "../..",
        "a" * 300,
        "é",
        "\u202e",
        "%",
        "'; --",
        "<script>",
        "{}",
        "tiger-1",
        "rws",
        "\ud7ff",
    ),
)
"""What stands in addresses."""

BODIES: Final = (
    *(
        "",
        "null",
        "[]",
        "{}",
        '"a"',
        "1",
        "{",
        "[" * 2_000,
        '{"a":' * 900,
        "\ufeff{}",
        '{"a":1,"a":2}',
    ),
)
ROUNDS: Final = 12
"""So often each question is asked with a body made from its schema."""


def described(here: Here) -> dict[str, Any]:
    asking = http.client.HTTPConnection(urlsplit(here.address).netloc, timeout=60)
    asking.request("GET", "/api/docs/openapi.json")
    found: dict[str, Any] = json.loads(asking.getresponse().read())
    asking.close()
    return found


def questions(schema: dict[str, Any]) -> Iterator[tuple[str, str, list[dict[str, Any]], list[str]]]:
    """Give each question: its method, path, parameters, and the keys of its body."""
    for path, methods in schema["paths"].items():
        for method, question in methods.items():
            yield method.upper(), path, question.get("parameters", []), _keys(schema, question)


def _keys(schema: dict[str, Any], question: dict[str, Any]) -> list[str]:
    content = question.get("requestBody", {}).get("content", {})
    for kind in content.values():
        name = kind["schema"].get("$ref", "").rpartition("/")[2]
        return list(schema["components"]["schemas"].get(name, {}).get("properties", {}))
    return []


def asked(here: Here, schema: dict[str, Any]) -> list[tuple[str, int, bytes]]:
    """Ask all of it over one connection, and give what came back; no status comes as a surprise."""
    odd, values = cycle(ODD), cycle((*NUMBERS, *TEXTS))
    found = []
    asking = http.client.HTTPConnection(urlsplit(here.address).netloc, timeout=60)
    for method, path, parameters, keys in questions(schema):
        ways = [*BODIES, *(_body(keys, values) for _ in range(ROUNDS))] if keys else [""] * ROUNDS
        for way in ways:
            address = path
            for each in parameters:
                if each["in"] == "path":
                    address = address.replace(f"{{{each['name']}}}", quote(next(odd), safe=""))
            query = "&".join(
                f"{each['name']}={quote(next(odd))}" for each in parameters if each["in"] == "query"
            )
            headers = {"Content-Type": "application/json"}
            asking.request(method, f"{address}?{query}", way.encode(), headers)
            answer = asking.getresponse()
            known = schema["paths"][path][method.lower()]["responses"]
            assert str(answer.status) in known, (method, address, way[:80], answer.status)
            found.append((f"{method} {address}?{query} {way[:80]}", answer.status, answer.read()))
    asking.close()
    return found


def _body(keys: list[str], values: "cycle[str]") -> str:
    return "{" + ",".join(f'"{key}":{next(values)}' for key in keys) + "}"


def test_no_question_that_is_described_fails_whatever_stands_in_it(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            schema = await asyncio.to_thread(described, here)
            found = await asyncio.to_thread(asked, here, schema)
            assert len(found) > 300
            for question, status, body in found:
                assert status < 500, question
                assert b"Traceback" not in body, question
                if status >= 400:
                    said = json.loads(body)
                    assert said["status_code"] == status, question

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
