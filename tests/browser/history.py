"""What the house has stored, for whoever looks at a screen."""

import msgspec

from punto.protocol import PlayedRound
from tests.browser.screen import Screen


def history_of(screen: Screen) -> list[PlayedRound]:
    """Read the rounds of a player over the connection of his own page, the newest first."""
    answer = screen.page.context.request.get("/api/history?limit=200")
    return msgspec.json.decode(answer.body(), type=list[PlayedRound])
