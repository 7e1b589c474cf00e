"""What can be asked about the shoe that comes next: to bring it, and to add to it."""

import msgspec

from punto.fair import BeaconRound
from punto.table.contributing import BeaconCall


class BringShoe(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Put the promised shoe on the table, or begin its shuffle where others add to it."""

    outside: str = ""
    """Entropy of whoever deals at his own table, in hexadecimal."""
    call: BeaconCall | None = None
    """The round of a beacon that a shared shoe is to be mixed with."""


class Contribute(msgspec.Struct, frozen=True, tag=True):
    """Promise what one adds to the shoe that comes next, by its hash."""

    bettor: str
    shoe: int
    commitment: str


class ShowContribution(msgspec.Struct, frozen=True, tag=True):
    """Show what one had promised, once the shuffle has begun."""

    bettor: str
    shoe: int
    random: str
    word: str = ""


class HearBeacon(msgspec.Struct, frozen=True, tag=True):
    """Take what the beacon has said, for the shuffle that waits for it."""

    heard: BeaconRound
