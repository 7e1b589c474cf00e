"""The exception tree. All of it is the caller's mistake, said in one line.

::

    PuntoError
    └── WrongInput (also a ValueError)
        ├── UnknownRulebook      no rulebook of that name
        ├── UnreadableRulebook   not TOML, or not of the shape of a rulebook
        ├── DefectiveRulebook    of the right shape, but it cannot be played
        ├── WrongCard            not a card, not in this deck, or too many copies
        ├── WrongWager           unknown to this rulebook, or given twice
        ├── WrongAmount          a stake or odds that cannot be
        ├── StrategyStopped      it raised, or staked what the table does not take
        ├── MissingExtra         what it needs comes with an extra (also an ImportError)
        ├── WrongKey             the key of another house
        ├── Unverified           a journal, ticket, backup or checkpoint that does not hold
        └── DatabaseUnusable     no database there, one of another version, or one in use

What a player does at a table is answered with a refusal, which is a value, not with one of these.
"""

__all__ = [
    "DatabaseUnusable",
    "DefectiveRulebook",
    "MissingExtra",
    "PuntoError",
    "StrategyStopped",
    "UnknownRulebook",
    "UnreadableRulebook",
    "Unverified",
    "WrongAmount",
    "WrongCard",
    "WrongInput",
    "WrongKey",
    "WrongWager",
]


class PuntoError(Exception):
    """The root of every exception that punto raises on purpose."""


class WrongInput(PuntoError, ValueError):
    """The caller gave something that cannot be used; the command line exits with 2."""


class MissingExtra(WrongInput, ImportError):
    """A package that only an extra of punto brings is not installed."""


class UnknownRulebook(WrongInput):
    """No rulebook of that name or version is in the library."""


class UnreadableRulebook(WrongInput):
    """The text is not TOML, or a key of it is not what a rulebook has there."""


class DefectiveRulebook(WrongInput):
    """The text has the shape of a rulebook, but the rulebook cannot be played."""


class WrongCard(WrongInput):
    """The notation names no card, or a card that this shoe cannot hold."""


class WrongWager(WrongInput):
    """The rulebook has no such wager, or the same wager was given twice."""


class WrongAmount(WrongInput):
    """The stake or the odds cannot be counted in whole minor units."""


class StrategyStopped(WrongInput):
    """A strategy raised, or staked what the table does not take; the message names the round."""


class WrongKey(WrongInput):
    """What is stored was sealed or signed with another key."""


class Unverified(WrongInput):
    """Stored data does not hold together; the message names the exact place."""


class DatabaseUnusable(WrongInput):
    """The database cannot be opened as it is."""
