"""A house and a browser for what is no test: benchmarks and campaigns."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from punto.cli import web_client
from tests.browser.driven_house import DrivenHouse
from tests.browser.screen import PATIENCE_MS


@contextmanager
def opened(config: str) -> Iterator[tuple[DrivenHouse, Browser]]:
    """Open a house whose time is driven, and a browser."""
    client = web_client.built_client()
    known = map(shutil.which, ("chromium-headless-shell", "chromium"))
    program = os.environ.get("CHROMIUM") or next(filter(None, known), None)
    assert program, "install Chromium, or name it in CHROMIUM"
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as place,
        DrivenHouse(Path(place), config, client) as house,
        sync_playwright() as playwright,
    ):
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=program, args=options)
        house.attendant()
        yield house, browser
        browser.close()
