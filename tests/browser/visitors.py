"""People who come to the house with a browser, each with a profile of his own."""

import json
from typing import Literal, TypedDict, Unpack

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from tests.browser.screen import PATIENCE_MS, Screen

EXPECTED = (
    *("WebSocket connection to", "net::ERR_"),
    *("401 (Unauthorized)", "403 (Forbidden)", "404 (Not Found)"),
    *("409 (Conflict)", "422 (Unprocessable"),
    "Service Worker registration blocked",
)
"""What a browser writes by itself when the house is not there, or says no."""


DESK = ViewportSize(width=1280, height=800)
KEPT = "punto.settings"
"""Where the client keeps what a reader has chosen."""


class Options(TypedDict, total=False):
    """What a visitor's device is like."""

    viewport: ViewportSize
    locale: str
    has_touch: bool
    device_scale_factor: float
    color_scheme: Literal["light", "dark"]
    reduced_motion: Literal["reduce"]
    forced_colors: Literal["active"]
    service_workers: Literal["allow", "block"]


class Visitors:
    """The visitors of one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self.errors: list[str] = []
        """What a script failed at, and what a page complained of."""
        self._contexts: list[BrowserContext] = []

    def come(
        self,
        path: str | None = None,
        *,
        pace: str = "fast",
        squeeze: bool = False,
        pointed: bool = True,
        **options: Unpack[Options],
    ) -> Screen:
        """Bring a visitor to a page; the lobby is the empty path, and None is a blank page."""
        defaults: Options = {"viewport": DESK, "locale": "en-GB", "service_workers": "block"}
        context = self._browser.new_context(base_url=self.address, **(defaults | options))
        context.set_default_timeout(PATIENCE_MS)
        chosen = json.dumps(json.dumps({"pace": pace, "squeeze": squeeze, "pointed": pointed}))
        context.add_init_script(f"localStorage['{KEPT}'] ??= {chosen}")
        self._contexts.append(context)
        page = context.new_page()
        self._listen(page)
        if path is not None:
            page.goto(f"/{path}")
        return Screen(page)

    def _listen(self, page: Page) -> None:
        def complained(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"} and not any(
                k in message.text for k in EXPECTED
            ):
                self.errors.append(f"{message.type}: {message.text} ({message.location})")

        page.on("console", complained)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def leave(self) -> None:
        """Close every browser window of the test."""
        for context in self._contexts:
            context.close()
