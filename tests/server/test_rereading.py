"""SIGHUP: what was changed in the file is taken over, and what cannot be is named."""

import asyncio
import logging
from pathlib import Path

import pytest

from punto.server.rereading import Rereading
from punto.testing.serving import quick_house
from tests.server.here import Here, assert_books_hold, open_house


def test_the_file_is_read_again_and_what_waits_for_a_start_is_named(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "punto.server")
    file = tmp_path / "house.toml"
    file.write_text(quick_house(), encoding="utf-8")

    async def scenario(here: Here) -> None:
        rereading = Rereading(here.house, file)
        await rereading.reread()
        assert said(caplog) == ["SIGHUP: the file was read; settings of tables that are others: 0"]
        changed = quick_house().replace(
            'rulebook = "mbs-tiger"', 'rulebook = "mbs-tiger"\ncut = 20'
        )
        changed = changed.replace('name = "Punto"', 'name = "Other"').replace('"demo-1"', '"4711"')
        file.write_text(f"{changed}\n[server]\nport = 99\n", encoding="utf-8")
        await rereading.reread()
        waits = "is another in the file: it is read when the house is next opened"
        assert said(caplog) == [
            "tiger: cut is 20, and was None",
            f"name {waits}",
            f"terminals {waits}",
            f"server.port {waits}",
            "SIGHUP: the file was read; settings of tables that are others: 1",
        ]
        await here.time.pass_until(
            lambda: here.house.tables.broadcasts["tiger"].view.house_table.table.settings.cut == 20
        )
        file.write_text(quick_house().replace("window_ms = 600", "window_ms = 0"))
        await rereading.reread()
        (refused,) = said(caplog)
        assert refused.startswith("SIGHUP: the file is not taken over: ")
        assert "window_ms" in refused

    async def opened() -> None:
        async with open_house(sqlite_url, file=file) as here:
            caplog.clear()
            await scenario(here)

    asyncio.run(opened())
    assert "4711" not in caplog.text
    assert_books_hold(sqlite_url)


def test_what_the_environment_says_need_not_stand_in_the_file_when_it_is_read_again(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "punto.server")
    file, usual = tmp_path / "house.toml", quick_house().replace('currency = "credits"\n', "")
    file.write_text(usual, encoding="utf-8")

    async def opened() -> None:
        environment = {"PUNTO_CURRENCY": "credits"}
        async with open_house(sqlite_url, file=file, environment=environment) as here:
            rereading = Rereading(here.house, file)
            changed = usual.replace('rulebook = "mbs-tiger"', 'rulebook = "mbs-tiger"\ncut = 20')
            file.write_text(changed, encoding="utf-8")
            caplog.clear()
            await rereading.reread()

    asyncio.run(opened())
    assert said(caplog)[:2] == [
        "tiger: cut is 20, and was None",
        "SIGHUP: the file was read; settings of tables that are others: 1",
    ]


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = list(caplog.messages)
    caplog.clear()
    return found
