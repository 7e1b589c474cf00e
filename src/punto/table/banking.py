"""What the events of a table mean for the ledger: a stake is held, a round ends in one batch."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol, TypeAlias, assert_never, cast, get_args

import msgspec
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
    FELT,
    Batch,
    Bet,
    Entry,
    Kind,
    Ledger,
    Movement,
    OpenAccount,
    Outcome,
    Purpose,
    Round,
    Settled,
    Transfer,
    float_moved,
    foreseen,
    net_due,
    place,
    settle,
    settle_again,
    void_round,
    withdraw,
)
from punto.table.cash import is_cash, with_ended, with_placed, with_withdrawn
from punto.table.event import EarlierRoundVoided
from punto.table.record import FloatMoved, Recorded, TableOpened

CASH: Final = "cage"
"""The account of money that comes in from outside, or leaves."""

Stakes: TypeAlias = Map[tuple[str, str], tuple[str, ...]]
"""By bettor and wager, the transfers that hold what is staked, the first one first."""


class Bank(Protocol):
    """What a table is for the ledger: its id, the account that it is played against, its stakes."""

    @property
    def id(self) -> str: ...

    @property
    def house(self) -> str: ...

    @property
    def stakes(self) -> Stakes: ...

    @property
    def played(self) -> Round | None: ...


class RoundMoney(msgspec.Struct, frozen=True):
    """What has moved for the last round of a table: it may still be asked for."""

    round: str = ""
    entries: Map[str, Movement] = Map()


def money_after(
    money: RoundMoney, entries: Sequence[Entry], known: Map[str, Movement] | None = None
) -> RoundMoney:
    """Keep what has moved for a round until there are stakes on the next one.

    `known` is what has moved for this round with the entries in it, for whoever has that already.
    """
    new: dict[str, Movement] = {}
    rounds: list[str] = []
    is_staked = False
    for each in entries:
        if type(each) is OpenAccount:
            continue
        new[each.id] = each
        if type(each) is Transfer:
            rounds.append(each.reference.round)
            is_staked = is_staked or each.purpose is Purpose.WAGER
    first, last = (rounds[0], rounds[-1]) if rounds else (money.round, money.round)
    if last != money.round and not is_staked:
        return money  # the correction of an earlier round
    if first != money.round:
        return RoundMoney(last, Map(new))
    return RoundMoney(last, money.entries.update(new) if known is None else known)


def stake_id(request: str, place_in_entry: int) -> str:
    """Name the transfer that holds a stake; one request may place several."""
    # No name begins with an underscore, so this is the id of no request.
    return _mark_of(place_in_entry) + request


@cache
def _mark_of(place_in_entry: int) -> str:
    """Write two digits once for all: they take longer than the rest of a name."""
    return f"_{place_in_entry:02}"


def request_of_stake(stake: str) -> str:
    """Tell from the name of a transfer which request placed the stake; "" where it is none."""
    return stake[3:] if stake.startswith("_") else ""


def round_id(table: str, number: int) -> str:
    """Name a round over all tables."""
    return f"{table}-{number}"


# Of some twenty events of a hand, five are about money. The others are passed over first, at the
# price of one look, because all of these functions walk over every event of the house.
_ABOUT_MONEY: Final = frozenset(
    {
        TableOpened,
        BettingOpened,
        WagerPlaced,
        WagerWithdrawn,
        WagersPaid,
        RoundSettledAgain,
        RoundVoided,
        EarlierRoundVoided,
        FloatMoved,
    }
)


_STAKING: Final = frozenset({WagerPlaced, WagerWithdrawn})
"""After these, the same round is played as before."""


def _about_money(events: Iterable[Recorded]) -> list[tuple[int, Recorded]]:
    """Pick the events that are about money, each with its place in the entry."""
    return [(at, event) for at, event in enumerate(events) if type(event) in _ABOUT_MONEY]


def round_after(played: Round | None, bank: Bank, events: Iterable[Recorded]) -> Round | None:
    """Tell which round is played for money after these events: None before any, or in training."""
    for _, event in _about_money(events):
        played = _followed(played, bank, event)
    return played


def _followed(played: Round | None, bank: Bank, event: Recorded) -> Round | None:
    if type(event) is BettingOpened and not event.training:
        id_ = round_id(bank.id, event.round)
        return Round(id=id_, table=bank.id, rulebook=event.rulebook, house=bank.house)
    if type(event) is RoundSettledAgain and played is not None:
        return replace(played, settled_again=played.settled_again + 1)
    is_anew = type(event) is TableOpened and not event.goes_on
    return None if is_anew or type(event) is BettingOpened else played


def stakes_after(stakes: Stakes, request: str, events: Iterable[Recorded]) -> Stakes:
    """Keep up which transfers hold which wager, until the next round opens."""
    for at, event in _about_money(events):
        stakes = _held(stakes, stake_id(request, at), event)
    return stakes


def _held(stakes: Stakes, stake: str, event: Recorded) -> Stakes:
    if type(event) is WagerPlaced:
        bet = (event.bettor, event.wager)
        return stakes.set(bet, (*stakes.get(bet, ()), stake))
    if type(event) is WagerWithdrawn:
        return stakes.delete((event.bettor, event.wager))
    is_anew = type(event) is TableOpened and not event.goes_on
    return Map() if is_anew or type(event) is BettingOpened else stakes


class Banked(NamedTuple):
    """What the events of one journal entry move, and which transfers hold which stakes then."""

    batch: Batch
    stakes: Stakes
    played: Round | None


def banked(ledger: Ledger, bank: Bank, request: str, events: Sequence[Recorded]) -> Banked:
    """Give all that the events of one journal entry move; nothing is an empty batch.

    `bank` is the table before the entry. A round of training moves nothing.
    """
    stakes, played = bank.stakes, bank.played
    entries: tuple[Entry, ...] = ()
    for at, event in enumerate(events):
        if type(event) not in _ABOUT_MONEY:
            continue
        stake = stake_id(request, at)
        if type(event) is TableOpened:
            entries += _house_opened(ledger, event.house)
        elif type(event) is EarlierRoundVoided:
            entries += _voided_earlier(foreseen(ledger, entries), bank, event)
        elif type(event) is FloatMoved:
            entries += _float_moved(foreseen(ledger, entries), bank, event, stake)
        elif played is not None:
            entries += _moved_in_round(ledger, entries, played, stakes, stake, event)
        stakes = _held(stakes, stake, event)
        if type(event) not in _STAKING:
            played = _followed(played, bank, event)
    return Banked(Batch(entries), stakes, played)


def _float_moved(ledger: Ledger, bank: Bank, event: FloatMoved, request: str) -> tuple[Entry, ...]:
    purpose = Purpose(event.move.value)
    return float_moved(ledger, bank.id, event.amount, purpose, cash=CASH, request=request)


def _house_opened(ledger: Ledger, house: str) -> tuple[Entry, ...]:
    """Open the account of the house that a table is played against, the first time."""
    return () if house in ledger.accounts else (OpenAccount(house, Kind.HOUSE),)


def _voided_earlier(ledger: Ledger, bank: Bank, event: EarlierRoundVoided) -> tuple[Entry, ...]:
    played, bets = earlier_bets(bank, event)
    nets = {bet: 0 for bet in bets if is_cash(bet.player)}
    return with_ended(
        ledger, played, event, nets, lambda now: void_round(now, played, bets).entries
    )


Moving: TypeAlias = WagerPlaced | WagerWithdrawn | WagersPaid | RoundSettledAgain | RoundVoided
"""The events of a round that move money."""

_MOVING: Final = frozenset(get_args(Moving))


def _moved_in_round(
    ledger: Ledger,
    so_far: tuple[Entry, ...],
    played: Round,
    stakes: Stakes,
    stake: str,
    event: Recorded,
) -> tuple[Entry, ...]:
    """Give what one event of a round moves; `so_far` is what the entry has moved before it."""
    if type(event) not in _MOVING:
        return ()
    moving = cast("Moving", event)
    if type(moving) is WagerPlaced or type(moving) is WagerWithdrawn:
        has_chips = moving.bettor.startswith(FELT)
    else:
        has_chips = any(is_cash(bettor) for bettor, _ in stakes)
    if has_chips:
        return _moved_with_chips(foreseen(ledger, so_far), played, stakes, stake, moving)
    return _moved(ledger, so_far, played, stakes, stake, moving).entries


def _moved_with_chips(
    ledger: Ledger, played: Round, stakes: Stakes, stake: str, event: Moving
) -> tuple[Entry, ...]:
    """Give the same with the chips that come to the felt or go from it."""

    def moving(now: Ledger) -> tuple[Entry, ...]:
        return _moved(now, (), played, stakes, stake, event).entries

    match event:
        case WagerPlaced():
            return with_placed(ledger, played, event, stake, moving)
        case WagerWithdrawn():
            return with_withdrawn(ledger, played, event, stake, moving)
        case _:
            return with_ended(ledger, played, event, _nets(ledger, stakes, event), moving)


def _nets(ledger: Ledger, stakes: Stakes, event: Recorded) -> dict[Bet, int]:
    """Tell what the bets with chips are to come to, where they have been paid before."""
    if isinstance(event, RoundSettledAgain):
        settled = [each for each in _settled(stakes, event.bets) if is_cash(each.bet.player)]
        return {each.bet: net_due(ledger, each) for each in settled}
    return {bet: 0 for bet in _bets(stakes) if is_cash(bet.player)}


def _moved(
    ledger: Ledger,
    so_far: tuple[Entry, ...],
    played: Round,
    stakes: Stakes,
    stake: str,
    event: Moving,
) -> Batch:
    if type(event) is WagerPlaced:
        bettor, wager, amount = event.bettor, event.wager, event.amount
        account = ledger.accounts.get(bettor)
        visit = account.visit if account is not None else 0
        return place(played, stake=stake, player=bettor, wager=wager, amount=amount, visit=visit)
    if type(event) is WagersPaid:
        return settle(played, _settled(stakes, event.bets))
    match event:
        case WagerWithdrawn(bettor, wager):
            return withdraw(_bet(stakes, bettor, wager))
        case RoundSettledAgain(bets=bets):
            return settle_again(foreseen(ledger, so_far), played, _settled(stakes, bets))
        case RoundVoided():
            return void_round(foreseen(ledger, so_far), played, _bets(stakes))
        case _:
            assert_never(event)


def earlier_bets(bank: Bank, event: EarlierRoundVoided) -> tuple[Round, list[Bet]]:
    """Give a round that others have followed as the ledger knows it."""
    played = Round(
        id=round_id(bank.id, event.round),
        table=bank.id,
        house=bank.house,
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
