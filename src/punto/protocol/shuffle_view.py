"""What is shown of a shuffle: who adds to a shoe, under names that say nothing, and what."""

from collections.abc import Iterable, Iterator

from punto.protocol import event as seen
from punto.protocol.event import Seen
from punto.table import record
from punto.table.contributing import BeaconCall
from punto.table.house_table import HouseTable


def shown_shuffle(event: record.OfShuffle, house_table: HouseTable) -> Iterator[Seen]:
    """Show one event; `house_table` is what it has made of the table."""
    match event:
        case record.ContributionPromised():
            yield seen.ContributionsChanged(count=len(house_table.contributing.contributors))
        case record.ShuffleBegun(number, promises, _, until_ms, call):
            yield _begun(number, promises, until_ms, call)
        case record.ShoeMixed():
            yield shown_mix(event)
        case record.ContributionShown() | record.BeaconHeard():
            pass  # all of it is shown together, once nothing can be added any more


def running_shuffle(house_table: HouseTable) -> seen.ShuffleBegun | None:
    """Show the shuffle that goes on."""
    shuffle = house_table.contributing.shuffle
    if shuffle is None:
        return None
    promises = [(each.who, each.commitment) for each in house_table.contributing.given]
    return _begun(shuffle.number, promises, shuffle.until_ms, shuffle.call)


def _begun(
    number: int, promises: Iterable[tuple[str, str]], until_ms: int, call: BeaconCall | None
) -> seen.ShuffleBegun:
    return seen.ShuffleBegun(
        number=number,
        promises=[seen.Promise(who=who, commitment=commitment) for who, commitment in promises],
        until_ms=until_ms,
        beacon=None
        if call is None
        else seen.CalledBeacon(chain=call.chain, round=call.round, at_ms=call.at_ms),
    )


def shown_mix(mixed: record.ShoeMixed) -> seen.ShoeMixed:
    """Show what a shoe is mixed with."""
    contributions = [
        seen.Contribution(
            who=each.who, commitment=each.commitment, random=each.random, word=each.word
        )
        for each in mixed.contributions
    ]
    beacon = mixed.beacon
    heard = (
        None
        if beacon is None
        else seen.HeardBeacon(chain=beacon.chain, round=beacon.round, signature=beacon.signature)
    )
    return seen.ShoeMixed(
        number=mixed.number, contributions=contributions, beacon=heard, silent=mixed.silent
    )
