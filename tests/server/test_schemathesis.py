"""Schemathesis reads the OpenAPI of a house, and asks all that it describes."""

import asyncio
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from punto.client import join
from punto.people import Role
from tests.server.console import enrolled
from tests.server.here import Here, assert_books_hold, open_house

EXAMPLES = 3
"""So many of each question are made of its schema, for each who asks."""

CHECKS = [
    *(not_a_server_error, status_code_conformance),
    *(content_type_conformance, response_schema_conformance),
]

Headers = dict[str, str]


class Found:
    """What came back, by status, and what of it is not as described."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.defects: list[str] = []


def asked(here: Here, headers: Headers) -> Found:
    """Ask all of it; schemathesis says what is not as described."""
    schema = schemathesis.openapi.from_url(f"{here.address}api/docs/openapi.json")
    found = Found()
    for each in schema.get_all_operations():
        assert isinstance(each, Ok), each
        operation = each.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def said(case: schemathesis.Case[Any]) -> None:
            answer = case.call(headers=headers, timeout=120)
            found.answers[answer.status_code] += 1
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as defects:
                found.defects.append(f"{case.operation.label}: {defects}")
            assert "Traceback" not in answer.text, case.operation.label

        said()
    return found


@pytest.mark.parametrize("role", [None, Role.MANAGER])
def test_no_question_that_is_made_of_its_schema_fails_or_is_answered_otherwise_than_described(
    sqlite_url: str, caplog: pytest.LogCaptureFixture, role: Role | None
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            headers: Headers = {}
            if role is not None:
                async with await join(here.address) as player:
                    headers["Authorization"] = f"Bearer {player.session.token}"
                headers["Cookie"] = f"punto-staff={await enrolled(here, 'mary', role)}"
            found = await asyncio.to_thread(asked, here, headers)
            assert found.defects == []
            assert found.answers.total() > 50, "each question at least once"
            assert {200, 400} <= found.answers.keys()

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
    assert_books_hold(sqlite_url)
