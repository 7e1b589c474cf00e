"""What the house has stored, for whoever looks at a screen."""

from time import monotonic
from typing import Final

import msgspec

from punto.protocol import PlayedRound
from tests.browser.screen import PATIENCE_MS, Screen

ASK_MS: Final = 600
"""An account may ask a hundred and twenty times a minute."""


def history_of(screen: Screen) -> list[PlayedRound]:
    """Read the rounds of a player over the connection of his own page, the newest first."""
    answer = screen.page.context.request.get("/api/history?limit=200")
    return msgspec.json.decode(answer.body(), type=list[PlayedRound])


def wait_for_history(screen: Screen) -> None:
    """Wait until a round is stored, though the page is told nothing of it."""
    end = monotonic() + PATIENCE_MS / 1000
    while not history_of(screen):
        assert monotonic() < end, "no round is stored"
        screen.page.wait_for_timeout(ASK_MS)
