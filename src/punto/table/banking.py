"""What the events of a table mean for the ledger: a stake is held, a round ends in one batch."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from immutables import Map
from msgspec.structs import replace

from punto.coup.event import Bet as PlayedBet
from punto.coup.event import (
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagerPlaced,
    WagersPaid,
    WagerWithdrawn,
)
from punto.ledger import (
    Batch,
    Bet,
    Entry,
    Ledger,
    Outcome,
    Round,
    Settled,
    foreseen,
    place,
    settle,
    settle_again,
    visit_of,
    void_round,
    withdraw,
)
from punto.table.event import EarlierRoundVoided
from punto.table.record import Recorded, TableOpened

Stakes: TypeAlias = Map[tuple[str, str], tuple[str, ...]]
"""By bettor and wager, the transfers that hold what is staked, the first one first."""


def stake_id(request: str, place_in_entry: int) -> str:
    """Name the transfer that holds a stake; one request may place several."""
    # No name begins with an underscore, so this is the id of no request.
    return f"_{place_in_entry:02}{request}"


def round_id(table: str, number: int) -> str:
    """Name a round over all tables."""
    return f"{table}-{number}"


def round_after(played: Round | None, table: str, events: Iterable[Recorded]) -> Round | None:
    """Tell which round is played for money after these events: None before any, or in training."""
    for event in events:
        match event:
            case TableOpened() | BettingOpened(training=True):
                played = None
            case BettingOpened(number, rulebook):
                played = Round(id=round_id(table, number), table=table, rulebook=rulebook)
            case RoundSettledAgain() if played is not None:
                played = replace(played, settled_again=played.settled_again + 1)
            case _:
                pass
    return played


def stakes_after(stakes: Stakes, request: str, events: Iterable[Recorded]) -> Stakes:
    """Keep up which transfers hold which wager, until the next round opens."""
    for at, event in enumerate(events):
        match event:
            case BettingOpened() | TableOpened():
                stakes = Map()
            case WagerPlaced(bettor, wager):
                held = stakes.get((bettor, wager), ())
                stakes = stakes.set((bettor, wager), (*held, stake_id(request, at)))
            case WagerWithdrawn(bettor, wager):
                stakes = stakes.delete((bettor, wager))
            case _:
                pass
    return stakes


def batch_of(
    ledger: Ledger,
    table: str,
    stakes: Stakes,
    played: Round | None,
    request: str,
    events: Sequence[Recorded],
) -> Batch:
    """Give all that the events of one journal entry move; nothing is an empty batch.

    `stakes` and `played` are those before the entry. A round of training moves nothing.
    """

    def held(at: int) -> Stakes:
        return stakes_after(stakes, request, events[:at])

    entries: tuple[Entry, ...] = ()
    for at, event in enumerate(events):
        before, played = played, round_after(played, table, (event,))
        if isinstance(event, EarlierRoundVoided):
            voided = void_round(foreseen(ledger, entries), *earlier_bets(table, event))
            entries += voided.entries
        if played is None:
            continue
        match event:
            case WagerPlaced(bettor, wager, amount):
                stake = stake_id(request, at)
                visit = visit_of(ledger, bettor)
                moved = place(
                    played, stake=stake, player=bettor, wager=wager, amount=amount, visit=visit
                )
            case WagerWithdrawn(bettor, wager):
                moved = withdraw(_bet(held(at), bettor, wager))
            case WagersPaid(bets):
                moved = settle(played, _settled(held(at), bets))
            case RoundSettledAgain(bets=bets):
                assert before is not None, "a round that is settled again was paid before"
                ledger_then = foreseen(ledger, entries)
                moved = settle_again(ledger_then, before, _settled(held(at), bets))
            case RoundVoided():
                moved = void_round(foreseen(ledger, entries), played, _bets(held(at)))
            case _:
                continue
        entries += moved.entries
    return Batch(entries)


def earlier_bets(table: str, event: EarlierRoundVoided) -> tuple[Round, list[Bet]]:
    """Give a round that others have followed as the ledger knows it."""
    played = Round(
        id=round_id(table, event.round),
        table=table,
        rulebook=event.rulebook,
        settled_again=event.settled_again,
    )
    return played, [Bet(player=e.bettor, wager=e.wager, stakes=e.transfers) for e in event.bets]


def _bet(stakes: Stakes, bettor: str, wager: str) -> Bet:
    return Bet(player=bettor, wager=wager, stakes=stakes[bettor, wager])


def _bets(stakes: Stakes) -> list[Bet]:
    """List the bets of a round in an order that does not depend on how they are kept."""
    return [_bet(stakes, bettor, wager) for bettor, wager in sorted(stakes)]


def _settled(stakes: Stakes, paid: Iterable[PlayedBet]) -> list[Settled]:
    """Pair every bet with what became of it; what is not paid was collected before."""
    ends = {(each.bettor, each.wager): each for each in paid}
    return [_ended(bet, ends.get((bet.player, bet.wager))) for bet in _bets(stakes)]


def _ended(bet: Bet, paid: PlayedBet | None) -> Settled:
    if paid is None:
        return Settled(bet=bet, outcome=Outcome.LOSE)
    return Settled(bet=bet, outcome=Outcome(paid.outcome), winnings=max(paid.net, 0))
