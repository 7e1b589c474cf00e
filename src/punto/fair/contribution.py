"""What players add to a shoe: promised by a hash before anybody shows any, shown afterwards.

The house binds itself to its secret first. So nobody, the house included, knows what the others
have when he promises his own; and what was promised cannot be changed when it is shown.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec

from punto.fair.encoding import encoded

RANDOM_BYTES: Final = 32
"""As many as a secret of the house has: fewer could be tried out from the promise."""

_PROMISE: Final = b"punto contribution 1"
_OUTSIDE: Final = b"punto shoe outside 1"
_NAME: Final = b"punto contributor 1"
_NAME_DIGITS: Final = 12


class Contribution(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one player has promised for a shoe, and shown or withheld."""

    who: str
    """A name that says nothing, the same for all shoes of a table: `contributor_name`."""
    commitment: str
    random: str = ""
    """In hexadecimal, as chance gave it to his own device; empty where it was withheld."""
    word: str = ""
    """A word of his own, if he gave one."""

    @property
    def is_withheld(self) -> bool:
        """Whether it was promised and not shown."""
        return not self.random


class BeaconRound(msgspec.Struct, frozen=True):
    """What a public source of chance has said: drand's form."""

    chain: str
    """The hash by which the source is known, in hexadecimal."""
    round: int
    signature: str
    """In hexadecimal. Whether it is the source's is for whoever knows its public key."""

    @property
    def randomness(self) -> bytes:
        """The value of the round: the hash of its signature."""
        return sha256(bytes.fromhex(self.signature)).digest()


def contribution_commitment(random: bytes, word: str, *, table: str, shoe: int) -> str:
    """Hash what a player will show, with the table and the shoe that it is for."""
    fields = (_PROMISE, table.encode(), str(shoe).encode(), random, word.encode())
    return sha256(encoded(fields)).hexdigest()


def is_kept(contribution: Contribution, *, table: str, shoe: int) -> bool:
    """Whether what was shown is what was promised."""
    random = bytes.fromhex(contribution.random)
    made = contribution_commitment(random, contribution.word, table=table, shoe=shoe)
    return len(random) == RANDOM_BYTES and made == contribution.commitment


def contributor_name(table: str, account: str) -> str:
    """Name a player so that nobody reads an account from it, and he knows himself again."""
    return sha256(encoded((_NAME, table.encode(), account.encode()))).hexdigest()[:_NAME_DIGITS]


def outside_of(
    contributions: Iterable[Contribution], beacon: BeaconRound | None, *, table: str, shoe: int
) -> bytes:
    """Hash all that players and a beacon have added, in an order that nobody chooses."""
    ordered = sorted(contributions, key=lambda each: each.commitment)
    fields = [_OUTSIDE, table.encode(), str(shoe).encode(), str(len(ordered)).encode()]
    for each in ordered:
        fields += [bytes.fromhex(each.commitment), bytes.fromhex(each.random), each.word.encode()]
    if beacon is None:
        fields += [b"", b"", b""]
    else:
        round_ = str(beacon.round).encode()
        fields += [bytes.fromhex(beacon.chain), round_, beacon.randomness]
    return sha256(encoded(fields)).digest()
