"""What is added to the shoe that comes next, and how far its shuffle has got.

Players promise while the shoe before is played. When it is over the set is closed, and those in it
show what they had promised; a beacon may be waited for. Then the shoe is mixed, once and for all.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from punto.fair import BeaconRound, Contribution

MOST_CONTRIBUTIONS: Final = 64
"""The most for one shoe: all of them are shown to all who watch, and one honest one is enough."""

SITS_OUT: Final = 3
"""For so many shoes whoever has withheld is not heard: he has made all others wait."""


class BeaconCall(msgspec.Struct, frozen=True):
    """The round of a beacon that a shoe will be mixed with, named before it exists."""

    chain: str
    round: int
    at_ms: int
    """When the round is due."""
    until_ms: int
    """Until when it is waited for; then the shoe is mixed without it, on record."""


class Contributor(msgspec.Struct, frozen=True):
    """An account, and what it has promised and shown."""

    account: str
    given: Contribution


class Shuffle(msgspec.Struct, frozen=True, kw_only=True):
    """A shuffle that has begun: nobody can join or leave any more."""

    number: int
    began_ms: int
    until_ms: int
    """Until when contributions can be shown."""
    call: BeaconCall | None = None
    heard: BeaconRound | None = None


class Contributing(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it, for the shoe that comes next."""

    contributors: tuple[Contributor, ...] = ()
    shuffle: Shuffle | None = None
    sits_out: tuple[tuple[str, int], ...] = ()
    """Accounts that have withheld, each with the last shoe for which it is not heard."""

    def of(self, account: str) -> Contribution | None:
        """Find what an account has promised."""
        return next((each.given for each in self.contributors if each.account == account), None)

    @property
    def given(self) -> tuple[Contribution, ...]:
        """All contributions, in the order in which they are hashed."""
        return tuple(sorted((each.given for each in self.contributors), key=_by_commitment))

    def out_until(self, account: str) -> int:
        """Tell the last shoe for which an account is not heard; 0 where it is."""
        return max((shoe for name, shoe in self.sits_out if name == account), default=0)

    def waits_until(self, now_ms: int) -> int | None:
        """Tell until when a shuffle waits; None where nothing holds it up any more.

        A clock that was set back holds nothing up.
        """
        shuffle = self.shuffle
        if shuffle is None or now_ms < shuffle.began_ms:
            return None
        if now_ms < shuffle.until_ms and any(each.is_withheld for each in self.given):
            return shuffle.until_ms
        call = shuffle.call
        if call is not None and shuffle.heard is None and now_ms < call.until_ms:
            return call.until_ms
        return None

    def promised(self, account: str, given: Contribution) -> "Contributing":
        """Add a promise, or replace the one before."""
        others = (each for each in self.contributors if each.account != account)
        return replace(self, contributors=(*others, Contributor(account, given)))

    def shown(self, account: str, random: str, word: str) -> "Contributing":
        """Add what a player has shown of his promise."""
        contributors = tuple(
            replace(each, given=replace(each.given, random=random, word=word))
            if each.account == account
            else each
            for each in self.contributors
        )
        return replace(self, contributors=contributors)

    def mixed(self, number: int) -> "Contributing":
        """The shoe is mixed: begin anew for the next one, without those who have withheld."""
        still = tuple(each for each in self.sits_out if each[1] > number)
        withheld = (each.account for each in self.contributors if each.given.is_withheld)
        return Contributing(sits_out=(*still, *((name, number + SITS_OUT) for name in withheld)))

    def abandoned(self) -> "Contributing":
        """Another shoe takes the place of the one that was contributed to."""
        return Contributing(sits_out=self.sits_out)


def _by_commitment(given: Contribution) -> str:
    return given.commitment
