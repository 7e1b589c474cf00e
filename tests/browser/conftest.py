"""One browser and one house for each file of tests, and a fresh visitor for each test."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from punto.cli import web_client
from tests.browser.driven_house import DrivenHouse, unhurried_house
from tests.browser.screen import PATIENCE_MS
from tests.browser.visitors import Visitors

# What is expected on a page has a patience of its own, five seconds if nothing is said.
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def client() -> Path:
    """Build the web client if it is not up to date."""
    return web_client.built_client()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser. It ends with the file: while it runs, no other event loop can."""
    known = map(shutil.which, ("chromium-headless-shell", "chromium"))
    program = os.environ.get("CHROMIUM") or next(filter(None, known), None)
    assert program, "install Chromium, or name it in CHROMIUM"
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        started = playwright.chromium.launch(executable_path=program, args=options)
        yield started
        started.close()


@pytest.fixture(scope="module")
def config() -> str:
    """Say how the house of a file is set up; a file with other needs has a fixture of its own."""
    return unhurried_house()


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory, config: str, client: Path
) -> Iterator[DrivenHouse]:
    with DrivenHouse(tmp_path_factory.mktemp("house"), config, client) as served:
        yield served


@pytest.fixture
def visitors(browser: Browser, house: DrivenHouse) -> Iterator[Visitors]:
    """Let people come in, each with a browser that knows nothing; none may see a script fail."""
    here = Visitors(browser, house.address)
    yield here
    here.leave()
    assert here.errors == []
