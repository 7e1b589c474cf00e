"""The link between a page and the house, in our hands: it can be cut, or stutter."""

from collections.abc import Callable

import msgspec
from playwright.sync_api import Page, WebSocketRoute


class Wire:
    """Stands between a page and the house from the page's next connection on."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, object]] = []
        """What the page has said."""
        self.twice = False
        """Say everything twice, as a link does that was not sure."""
        self.is_cut = False
        """Nobody gets through."""
        self.cut_after: Callable[[dict[str, object]], bool] = lambda _: False
        """Let a message through, and then no answer and nothing else."""
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._connected)

    def _connected(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            page.close()
            return
        house = page.connect_to_server()
        self._open.append(page)

        def said(frame: str | bytes) -> None:
            message = msgspec.json.decode(frame, type=dict[str, object])
            self.sent.append(message)
            for _ in range(2 if self.twice else 1):
                house.send(frame)
            if self.cut_after(message):
                self.cut()

        def told(frame: str | bytes) -> None:
            if not self.is_cut:
                page.send(frame)

        page.on_message(said)
        house.on_message(told)

    def cut(self) -> None:
        """Lose the link; the house does not know why."""
        self.is_cut = True
        for page in self._open:
            page.close()
        self._open = []

    def mend(self) -> None:
        """Let the page through when it tries next."""
        self.is_cut = False
        self.cut_after = lambda _: False

    def count(self, kind: str) -> int:
        """Count the messages of a kind that the page has said."""
        return sum(message["type"] == kind for message in self.sent)
