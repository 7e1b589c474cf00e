"""How a table is set up: what is fixed while it is open."""

import msgspec

from punto.rules import Rulebook


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """What one bettor may stake on one wager."""

    minimum: int
    maximum: int
    step: int = 1


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table. Where a document is silent, the defaults are ours."""

    rulebook: Rulebook
    decks: int
    limit: Limit
    limits: dict[str, Limit] = {}
    """Limits of single wagers, where they differ from the common one."""
    seat_maximum: int | None = None
    table_maximum: int | None = None
    differential: int | None = None
    """The most that all stakes on Player and all on Banker may lie apart."""
    positions: int = 0
    """Playing positions; with none, as on terminals, nobody needs a seat."""
    burn: int = 0
    cut: int = 14
    """Cards behind the cut card."""
    training: bool = False
    """Rounds that never touch money: every one says so when it opens."""
    results_only: bool = False
    """Wagers are physical chips: only results are recorded, for the roads."""

    def limit_of(self, wager: str) -> Limit:
        """The limit of a wager."""
        return self.limits.get(wager, self.limit)
