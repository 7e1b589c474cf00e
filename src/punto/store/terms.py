"""The terms of a house: what its books are kept in. They are bound to the books, once for all.

Amounts in a journal are bare numbers. Under another currency, or with other digits, every one of
them would mean something else; and credits that were given away must never become money.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert

from punto.errors import WrongInput, WrongKey
from punto.ledger.transfer import MAX_AMOUNT
from punto.store import reading, schema
from punto.store.key import HouseKey

_SALES: Final = "sale maximum"
_ODDS: Final = "longest odds"
_DAY: Final = "gaming day hour"
_GAME: Final = "game ms"
USUAL_HOUR: Final = 6


class Terms(NamedTuple):
    """What the configuration of a house says about its money."""

    currency: str
    minor_digits: int
    play_money: bool
    sale_maximum: int = MAX_AMOUNT
    """The most credits that are sold at once; this may be another one at every start."""
    gaming_day_hour: int = USUAL_HOUR
    """When the day of the house turns, in UTC; this too."""
    game_ms: int = 0
    """The least time from one online game to the next; this too."""

    @property
    def bound(self) -> dict[str, str]:
        """Name what may never change, in words."""
        return {
            "currency": self.currency,
            "minor digits": str(self.minor_digits),
            "money": "play money" if self.play_money else "real money",
        }


BOUND: Final = tuple(Terms("", 0, play_money=True).bound)
"""The names under which the terms are kept."""


def require_key(connection: Connection, key: HouseKey) -> None:
    """Bind the database to the key of its house, once."""
    known = reading.house_value(connection, "public key")
    if known is None:
        row = {"name": "public key", "value": key.public}
        connection.execute(insert(schema.house), [row])
    elif known != key.public:
        hint = "put the right one in its place, or keep another house elsewhere (--data)"
        raise WrongKey(f"the key is not the one that this database was made with: {hint}")


def require_terms(connection: Connection, terms: Terms) -> None:
    """Bind the books to their terms the first time, and refuse others ever after."""
    for name, wanted in terms.bound.items():
        known = reading.house_value(connection, name)
        if known is None:
            connection.execute(insert(schema.house), [{"name": name, "value": wanted}])
        elif known != wanted:
            hint = "keep another house elsewhere (--data)"
            words = f"these books are kept with {name} {known!r}, and not {wanted!r}: {hint}"
            raise WrongInput(words)
    _keep(connection, _SALES, terms.sale_maximum)
    _keep(connection, _DAY, terms.gaming_day_hour)
    _keep(connection, _GAME, terms.game_ms)


def _keep(connection: Connection, name: str, value: int) -> None:
    connection.execute(delete(schema.house).where(schema.house.c.name == name))
    connection.execute(insert(schema.house), [{"name": name, "value": str(value)}])


class Bounds(NamedTuple):
    """What requests are held against, as the house was last opened with it."""

    sale_maximum: int
    """The most that is sold at once."""
    day_turns: int
    """The hour at which the day turns."""
    game_ms: int
    """The least time between online games."""


def bounds(connection: Connection) -> Bounds:
    """Read them."""
    sale, hour, game = (reading.house_value(connection, key) for key in (_SALES, _DAY, _GAME))
    return Bounds(int(sale or MAX_AMOUNT), int(hour or USUAL_HOUR), int(game or 0))


def minor_digits(connection: Connection) -> int:
    """Read how many digits the currency has behind the point; none before a house was opened."""
    return int(reading.house_value(connection, "minor digits") or 0)


def bound_terms(connection: Connection) -> dict[str, str]:
    """Read what the books are bound to, for a backup."""
    known = ((name, reading.house_value(connection, name)) for name in BOUND)
    return {name: value for name, value in known if value is not None}


def longest_odds(connection: Connection) -> int:
    """Read the longest odds of any table that was ever opened."""
    return int(reading.house_value(connection, _ODDS) or 0)


def keep_longest_odds(connection: Connection, odds: int) -> None:
    """Remember the longest odds, once a table with longer ones is opened."""
    _keep(connection, _ODDS, odds)
