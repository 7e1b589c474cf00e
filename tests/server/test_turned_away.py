"""The log of those who are turned away does not grow with how often they come."""

import socket

import pytest

from punto.server.networks import openable, plain_address
from punto.server.rejection_log import MOST_PLACES, QUIET_MS, RejectionLog


def test_the_same_from_one_place_is_a_line_and_then_a_count_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0]
    away = RejectionLog(lambda: now[0])
    for _ in range(1_000):
        away.note("10.0.0.1", "http", "too many")
    away.note("10.0.0.2", "http", "too many")
    away.note("10.0.0.1", "websocket", "too many")
    assert caplog.messages == ["turned away: too many"] * 3
    now[0] += QUIET_MS
    away.note("10.0.0.1", "http", "too many")
    assert caplog.messages[3:] == [
        "turned away 999 times more, from 10.0.0.1: too many",
        "turned away: too many",
    ]


def test_however_many_places_there_are_the_lines_of_a_minute_are_bounded(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0]
    away = RejectionLog(lambda: now[0])
    for number in range(10 * MOST_PLACES):
        away.note(f"place {number}", "http", "no")
    assert len(caplog.messages) == MOST_PLACES + 1
    now[0] -= 1  # a clock that is set back holds nothing up
    away.note("place 0", "http", "no")
    assert f"turned away {9 * MOST_PLACES - 1} times more, from elsewhere: no" in caplog.messages


@pytest.mark.parametrize("host", ["127.0.0.1", "house.example", "::1", "192.0.2.7"])
def test_an_address_that_can_be_opened_is_shown_as_it_is(host: str) -> None:
    assert openable(host) == host


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 – the case
def test_a_house_on_all_addresses_shows_one_that_can_be_opened(host: str) -> None:
    shown = plain_address(openable(host))
    assert shown is not None
    assert not shown.is_unspecified
    if shown.version == 4:  # of IPv6 some machines have nothing at all
        with socket.create_server((str(shown), 0)):
            pass
