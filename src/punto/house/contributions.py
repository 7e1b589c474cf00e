"""What players add to a shared shoe: promised, closed, shown and mixed, or refused and why."""

import re
from typing import Final, assert_never

from punto.fair import Contribution, contributor_name, is_kept, outside_of
from punto.house.code import Code
from punto.house.shoe_request import Contribute, HearBeacon, ShowContribution
from punto.refusal import Refusal
from punto.table.contributing import MOST_CONTRIBUTIONS, BeaconCall, Shuffle
from punto.table.house_table import HouseTable
from punto.table.record import (
    BeaconHeard,
    ContributionPromised,
    ContributionShown,
    ShoeMixed,
    ShuffleBegun,
)

_HASH: Final = re.compile("[0-9a-f]{64}", re.ASCII)
_SIGNATURE: Final = re.compile("(?:[0-9a-f]{2}){1,128}", re.ASCII)
LONGEST_WORD: Final = 40
"""The most letters of a player's own word: all who watch are shown it."""


def contributed(
    house_table: HouseTable, asked: Contribute | ShowContribution | HearBeacon, now_ms: int
) -> ContributionPromised | ContributionShown | BeaconHeard | Refusal:
    """Take what somebody adds to the shoe that comes next."""
    match asked:
        case Contribute():
            return _promised(house_table, asked)
        case ShowContribution():
            return _shown(house_table, asked, now_ms)
        case HearBeacon():
            return _heard(house_table, asked, now_ms)
        case _:
            assert_never(asked)


def _promised(house_table: HouseTable, asked: Contribute) -> ContributionPromised | Refusal:
    """Take what a player promises for the shoe that comes next; a later promise replaces it."""
    refusal = _not_promised_now(house_table, asked)
    if refusal is not None:
        return refusal
    contributing = house_table.contributing
    if any(each.commitment == asked.commitment for each in contributing.given):
        return Refusal(Code.CONTRIBUTED_ALREADY, "this is promised already")
    if contributing.out_until(asked.bettor) >= asked.shoe:
        again = contributing.out_until(asked.bettor) + 1
        words = f"what you had promised was not shown in time: add to shoe {again} again"
        return Refusal(Code.SITTING_OUT, words)
    is_new = contributing.of(asked.bettor) is None
    if is_new and len(contributing.contributors) >= MOST_CONTRIBUTIONS:
        words = f"{MOST_CONTRIBUTIONS} players add to this shoe: there is no room for more"
        return Refusal(Code.CONTRIBUTIONS_FULL, words)
    who = contributor_name(house_table.id, asked.bettor)
    return ContributionPromised(asked.shoe, asked.bettor, who, asked.commitment)


def _not_promised_now(house_table: HouseTable, asked: Contribute) -> Refusal | None:
    if house_table.owner:
        return Refusal(Code.NO_CONTRIBUTIONS, "at your own table you give a seed with each deal")
    if house_table.contributing.shuffle is not None:
        return Refusal(Code.SHUFFLING, "the shuffle has begun: wait for the next shoe")
    promised = house_table.committed
    if promised is None or promised.number != asked.shoe:
        return _another_shoe(promised.number if promised else None)
    if _HASH.fullmatch(asked.commitment) is None:
        words = "a promise is a SHA-256 hash, in 64 hexadecimal digits"
        return Refusal(Code.CONTRIBUTION_MALFORMED, words)
    return None


def _another_shoe(number: int | None) -> Refusal:
    words = f"shoe {number} comes next" if number else "the house has not promised a shoe"
    return Refusal(Code.ANOTHER_SHOE, words)


def _shown(
    house_table: HouseTable, asked: ShowContribution, now_ms: int
) -> ContributionShown | Refusal:
    """Take what a player had promised, if it is that, and in time."""
    shuffle = house_table.contributing.shuffle
    refusal = _not_shown_now(shuffle, asked, now_ms)
    if refusal is not None:
        return refusal
    given = house_table.contributing.of(asked.bettor)
    if given is None:
        return Refusal(Code.NOT_PROMISED, "you have promised nothing for this shoe")
    if not given.is_withheld:
        return Refusal(Code.CONTRIBUTED_ALREADY, "it is shown already")
    shown = Contribution(given.who, given.commitment, asked.random, asked.word)
    if not is_kept(shown, table=house_table.id, shoe=asked.shoe):
        return Refusal(Code.NOT_AS_PROMISED, "this is not what you had promised")
    return ContributionShown(asked.shoe, asked.bettor, asked.random, asked.word)


def _not_shown_now(shuffle: Shuffle | None, asked: ShowContribution, now_ms: int) -> Refusal | None:
    if shuffle is None:
        return Refusal(Code.NOT_SHUFFLING, "no shoe is being shuffled now")
    if shuffle.number != asked.shoe:
        return _another_shoe(shuffle.number)
    if now_ms >= shuffle.until_ms:
        return Refusal(Code.TOO_LATE_TO_SHOW, "the time to show it is over")
    if _HASH.fullmatch(asked.random) is None or not _is_word(asked.word):
        words = f"chance is given in 64 hexadecimal digits, a word in {LONGEST_WORD} letters"
        return Refusal(Code.CONTRIBUTION_MALFORMED, words)
    return None


def _is_word(word: str) -> bool:
    return len(word) <= LONGEST_WORD and word.isprintable()


def _heard(house_table: HouseTable, asked: HearBeacon, now_ms: int) -> BeaconHeard | Refusal:
    """Take what the beacon has said, if the shuffle waits for just that."""
    shuffle, heard = house_table.contributing.shuffle, asked.heard
    if shuffle is None or shuffle.call is None:
        return Refusal(Code.NOT_SHUFFLING, "no shuffle waits for a beacon")
    if now_ms >= shuffle.call.until_ms:
        return Refusal(Code.TOO_LATE_TO_SHOW, "the beacon was waited for long enough")
    if _SIGNATURE.fullmatch(heard.signature) is None:
        return Refusal(Code.CONTRIBUTION_MALFORMED, "a signature is given in hexadecimal")
    if shuffle.heard is not None:
        return Refusal(Code.CONTRIBUTED_ALREADY, "the beacon was heard already")
    if (heard.chain, heard.round) != (shuffle.call.chain, shuffle.call.round):
        return Refusal(Code.ANOTHER_BEACON, f"the shuffle waits for round {shuffle.call.round}")
    return BeaconHeard(shuffle.number, heard)


def wants_shuffle(house_table: HouseTable, call: BeaconCall | None) -> bool:
    """Whether others add to the next shoe: else it is opened at once."""
    is_shared = not house_table.owner
    return is_shared and (bool(house_table.contributing.contributors) or call is not None)


def begin_shuffle(
    house_table: HouseTable, number: int, call: BeaconCall | None, now_ms: int
) -> ShuffleBegun | Refusal:
    """Close the set of promises, and name what is waited for."""
    given = house_table.contributing.given
    until_ms = now_ms + (house_table.table.settings.reveal_ms if given else 0)
    if call is not None and not _is_call(call, until_ms):
        words = "a beacon's round comes after all contributions are shown, and is waited for"
        return Refusal(Code.ANOTHER_BEACON, words)
    promises = tuple((each.who, each.commitment) for each in given)
    return ShuffleBegun(number, promises, now_ms, until_ms, call)


def _is_call(call: BeaconCall, until_ms: int) -> bool:
    is_named = _HASH.fullmatch(call.chain) is not None and call.round > 0
    return is_named and until_ms < call.at_ms < call.until_ms


def mix(house_table: HouseTable, shuffle: Shuffle) -> tuple[ShoeMixed, str]:
    """Say what a shoe is mixed with, and its hash, in hexadecimal."""
    given = house_table.contributing.given
    silent = shuffle.call is not None and shuffle.heard is None
    mixed = ShoeMixed(shuffle.number, given, shuffle.heard, silent)
    outside = outside_of(given, shuffle.heard, table=house_table.id, shoe=shuffle.number)
    return mixed, outside.hex()
