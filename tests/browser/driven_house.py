"""A house whose time stands still while somebody looks and clicks, and moves when the test says.

Only the time of the house is driven. A browser keeps its own, so between two moves its countdown
runs on; a window is so long that no test comes near its end by that.
"""

from collections.abc import Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from urllib.request import urlopen

import msgspec

from punto.protocol import LobbyTile
from punto.testing.serving import ServedHouse, quick_house
from tests.browser.screen import PATIENCE_MS

WINDOW_MS: Final = 600_000
CARD_MS: Final = 1_000
RESULT_MS: Final = 10_000
MOST_MOVES: Final = 30
"""A round has six cards, and its result is looked at for as long as ten."""
LOOK_SECONDS: Final = 0.02


def unhurried_house() -> str:
    """Give the usual configuration with the times above."""
    return quick_house(WINDOW_MS, CARD_MS, RESULT_MS)


def dealt_house(tables: Mapping[str, str]) -> str:
    """Give the same, and more tables that are dealt by hand, by their ids, with their rulebooks."""
    more = (
        f'[[tables]]\nid = "{name}"\nname = "{name.title()}"\nrulebook = "{rulebook}"\n'
        'driver = "dealer"\nminimum = 1_00\nmaximum = 1_000_00\n'
        for name, rulebook in tables.items()
    )
    return "\n".join((unhurried_house(), *more))


class DrivenHouse(ServedHouse):
    """A house with shared tables at which nothing happens by itself."""

    def __init__(self, place: Path, config: str, client: Path) -> None:
        super().__init__(place, config, client=client, driven=True)

    def tile(self, table: str) -> LobbyTile:
        """Ask the house how a table stands."""
        with urlopen(f"{self.address}api/tables") as answer:  # noqa: S310 – our own house
            tiles = msgspec.json.decode(answer.read(), type=list[LobbyTile])
        return next(tile for tile in tiles if tile.id == table)

    def open_bets(self, table: str) -> None:
        """Let time pass until bets are taken at a table, for whoever is on his way to it."""
        come_by = monotonic() + PATIENCE_MS / 1000
        while not self.tile(table).watching:
            assert monotonic() < come_by, f"nobody comes to {table}"
            sleep(LOOK_SECONDS)
        self._pass_until(table, "betting")

    def close_bets(self, table: str) -> None:
        """Let the window of a table pass: the first card is dealt, and no other."""
        self.open_bets(table)
        closes_ms, now_ms = self.tile(table).closes_at_ms, self.now_ms
        assert closes_ms is not None, "bets are taken until then"
        assert now_ms is not None, "its clock is driven"
        self.advance(closes_ms - now_ms)

    def deal(self, table: str) -> None:
        """Let a round be played to its end, from wherever the table stands."""
        self.close_bets(table)
        self.finish(table)

    def finish(self, table: str) -> None:
        """Let the rest of the cards be dealt; the result is shown until time moves on."""
        self._pass_until(table, "settled")

    def _pass_until(self, table: str, phase: str) -> None:
        for _ in range(MOST_MOVES):
            if self.tile(table).phase == phase:
                return
            self.advance(CARD_MS)
        raise AssertionError(f"{table} is {self.tile(table).phase}, and never {phase}")
