"""The transfers of a round. A stake is held until the result is known, then all end at once.

Every id is made from the ids of the round and its stakes, so that a batch asked for again is the
same batch, and the ledger answers that it exists.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from punto.ledger.account import Kind, receivable_of
from punto.ledger.debt import Visitor, given, next_visit, visit_of
from punto.ledger.ledger import Ledger, written
from punto.ledger.transfer import (
    Batch,
    Entry,
    OpenAccount,
    Post,
    Purpose,
    Reference,
    Release,
    Transfer,
    Void,
    derived_id,
    post_id,
    void_id,
)

_TAKING: Final = (Purpose.CORRECTION, Purpose.RECEIVABLE)
"""How winnings come back: from the credits, and the rest as a debt."""


class Outcome(Enum):
    """What becomes of a bet."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round, the account that plays against it, and the rulebook that settles it."""

    id: str
    table: str
    rulebook: str
    house: str = "house"
    settled_again: int = 0
    """How often a reconstruction has changed what was paid."""

    def reference(self, wager: str, visit: int = 0) -> Reference:
        """Refer to one wager of the round, and to the visit that it belongs to."""
        return Reference(
            table=self.table, round=self.id, wager=wager, rulebook=self.rulebook, visit=visit
        )


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """One player's wager: the stake placed first, and every increase of it."""

    player: str
    wager: str
    stakes: tuple[str, ...]
    """The ids of the held transfers, the first one first: it names the bet."""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """A bet and what became of it; winnings are what comes on top of the stake."""

    bet: Bet
    outcome: Outcome
    winnings: int = 0

    def __post_init__(self) -> None:
        """Only what has won is paid, and what has won is paid something."""
        assert (self.winnings > 0) is (self.outcome is Outcome.WIN), "winnings are for a win"


# --- before the result --------------------------------------------------------------------------


def place(
    played: Round, *, stake: str, player: str, wager: str, amount: int, visit: int = 0
) -> Batch:
    """Hold a stake, or an increase of one, under an id that the client made."""
    return Batch(
        (
            Transfer(
                id=stake,
                debit=player,
                credit=played.house,
                amount=amount,
                purpose=Purpose.WAGER,
                reference=played.reference(wager, visit),
            ),
        )
    )


def withdraw(bet: Bet) -> Batch:
    """Let a whole bet go while betting is open; the meters never see it."""
    return Batch(_released(bet, Release.WITHDRAWN))


# --- the result ---------------------------------------------------------------------------------


def settle(played: Round, settled: Iterable[Settled]) -> Batch:
    """End every bet of a round together."""
    return Batch(tuple(entry for each in settled for entry in _ended(played, each)))


def _ended(played: Round, settled: Settled) -> tuple[Entry, ...]:
    bet = settled.bet
    match settled.outcome:
        case Outcome.LOSE:
            return tuple(Post(stake) for stake in bet.stakes)
        case Outcome.PUSH:
            return _released(bet, Release.PUSHED)
        case Outcome.VOID:
            return _released(bet, Release.ROUND_VOID)
        case Outcome.WIN:
            return (*_released(bet, Release.WON), _payout(played, bet, settled.winnings))
        case _:
            assert_never(settled.outcome)


def _released(bet: Bet, why: Release) -> tuple[Entry, ...]:
    return tuple(Void(stake, why) for stake in bet.stakes)


def _payout(played: Round, bet: Bet, winnings: int) -> Transfer:
    return Transfer(
        id=_payout_id(played, bet),
        debit=played.house,
        credit=bet.player,
        amount=winnings,
        purpose=Purpose.PAYOUT,
        reference=played.reference(bet.wager),
    )


def _payout_id(played: Round, bet: Bet) -> str:
    return derived_id(Purpose.PAYOUT, played.id, bet.stakes[0])


# --- a void -------------------------------------------------------------------------------------


def void_round(ledger: Ledger, played: Round, bets: Iterable[Bet]) -> Batch:
    """Undo a round, finished or not, as one batch. What became of each bet is in the ledger.

    A round that was settled again is brought back to nothing, from what it has come to by then.
    Held stakes are let go and lost ones given back first, so that winnings are taken from all
    that a player has; only what is missing then is put down as owed.
    """
    bets = tuple(bets)
    if played.settled_again:
        return _brought_to(ledger, played, dict.fromkeys(bets, 0))
    entries = [entry for bet in bets for entry in _given_back(ledger, played, bet)]
    after = foreseen(ledger, entries)
    for bet in bets:
        taken = _taken_back(after, played, bet, entries)
        after = foreseen(after, taken)
        entries.extend(taken)
    return Batch((*_visits_after(ledger, entries), *entries))


def _visits_after(ledger: Ledger, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Begin a visit where something is given to a terminal on which nothing is left.

    Its visitor has gone. What is his does not make the visit go on, or whoever comes next would
    pay what he owes.
    """
    left = {player for (player, _), amount in given(entries).items() if amount > 0}
    for player in sorted(left):
        yield from next_visit(ledger, player)


def foreseen(ledger: Ledger, entries: Iterable[Entry]) -> Ledger:
    """Look ahead to the ledger with these entries; in a retry they are in it already."""
    for entry in entries:
        if entry.id not in ledger.entries:
            ledger = written(ledger, entry)
    return ledger


def _given_back(ledger: Ledger, played: Round, bet: Bet) -> Iterator[Entry]:
    """Free what is held and return what is lost; pushed and won stakes are back already."""
    for stake in bet.stakes:
        release = Void(stake, Release.ROUND_VOID)
        if ledger.is_open(stake) or ledger.entries.get(void_id(stake)) == release:
            yield release
        elif ledger.is_posted(stake):
            yield _returned(ledger, played, bet, stake)


def _returned(ledger: Ledger, played: Round, bet: Bet, stake: str) -> Transfer:
    return Transfer(
        id=derived_id(Purpose.CORRECTION, played.id, stake),
        debit=played.house,
        credit=bet.player,
        amount=ledger.transfer(stake).amount,
        purpose=Purpose.CORRECTION,
        reference=_reference(ledger, played, bet),
    )


def _reference(ledger: Ledger, played: Round, bet: Bet) -> Reference:
    """Refer to a bet and the visit that it belongs to: another may have begun since."""
    visit = ledger.transfer(bet.stakes[0]).reference.visit
    return played.reference(bet.wager, visit)


def _taken_back(
    ledger: Ledger, played: Round, bet: Bet, so_far: Iterable[Entry]
) -> tuple[Entry, ...]:
    """Take the winnings of a bet back, as far as they are there."""
    if _payout_id(played, bet) not in ledger.entries:
        return ()
    # What was taken before is not worked out again: by now the player may have more, or less.
    ids = (derived_id(purpose, played.id, bet.stakes[0]) for purpose in _TAKING)
    if before := tuple(ledger.entries[key] for key in ids if key in ledger.entries):
        return before
    winnings = ledger.transfer(_payout_id(played, bet)).amount
    return _taken(ledger, played, bet, winnings, so_far)


def _taken(
    ledger: Ledger, played: Round, bet: Bet, amount: int, so_far: Iterable[Entry]
) -> tuple[Entry, ...]:
    """Take so much from a player, and put down as owed what is not there."""
    reference = _reference(ledger, played, bet)
    there = min(amount, _within_reach(ledger, (bet.player, reference.visit), so_far))
    debt = receivable_of(bet.player, reference.visit)
    return (
        *_taking(played, bet, reference, Purpose.CORRECTION, bet.player, there),
        *_receivable(ledger, debt, bet.player, amount - there),
        *_taking(played, bet, reference, Purpose.RECEIVABLE, debt, amount - there),
    )


def _within_reach(ledger: Ledger, visitor: Visitor, so_far: Iterable[Entry]) -> int:
    """Tell what can be taken from: all that is there, while the visit goes on.

    Where by now another customer is at the terminal, only what the same batch has given back.
    """
    player, visit = visitor
    if visit == visit_of(ledger, player):
        return ledger.accounts[player].available
    return given(so_far)[visitor]


def _taking(
    played: Round, bet: Bet, reference: Reference, purpose: Purpose, debit: str, amount: int
) -> tuple[Transfer, ...]:
    taken = Transfer(
        id=_correction_id(purpose, played, bet),
        debit=debit,
        credit=played.house,
        amount=amount,
        purpose=purpose,
        reference=reference,
    )
    return (taken,) if amount else ()


def _correction_id(purpose: Purpose, played: Round, bet: Bet) -> str:
    """Name what a void or a settling again moves; no round has an underscore in its own name."""
    mark = f"_{played.settled_again}" if played.settled_again else ""
    return derived_id(purpose, f"{played.id}{mark}", bet.stakes[0])


def _receivable(ledger: Ledger, account: str, player: str, missing: int) -> tuple[OpenAccount, ...]:
    if not missing or account in ledger.accounts:
        return ()
    return (OpenAccount(account, Kind.RECEIVABLE, player),)


# --- settling again -----------------------------------------------------------------------------


def settle_again(ledger: Ledger, played: Round, settled: Iterable[Settled]) -> Batch:
    """Bring every bet of a paid round to what it comes to after a reconstruction.

    `played` is the round as it was paid before. Only differences move: what is to be given goes
    first, so that the rest is taken from all that a player has then.
    """
    return _brought_to(ledger, played, {each.bet: net_due(ledger, each) for each in settled})


def net_due(ledger: Ledger, settled: Settled) -> int:
    """Tell what a bet is to bring its player, by what became of it."""
    lost = settled.outcome is Outcome.LOSE
    return -_staked(ledger, settled.bet) if lost else settled.winnings


def _staked(ledger: Ledger, bet: Bet) -> int:
    return sum(ledger.transfer(stake).amount for stake in bet.stakes)


def _brought_to(ledger: Ledger, played: Round, nets: Mapping[Bet, int]) -> Batch:
    moves = {bet: net - net_of(ledger, played, bet) for bet, net in nets.items()}
    again = replace(played, settled_again=played.settled_again + 1)
    entries: list[Entry] = [
        _giving(ledger, again, bet, amount) for bet, amount in moves.items() if amount > 0
    ]
    after = foreseen(ledger, entries)
    for bet, amount in moves.items():
        taken = _taken(after, again, bet, -amount, entries) if amount < 0 else ()
        after = foreseen(after, taken)
        entries.extend(taken)
    return Batch((*_visits_after(ledger, entries), *entries))


def net_of(ledger: Ledger, played: Round, bet: Bet) -> int:
    """Add up what a bet of a paid round has brought its player by now."""
    lost = sum(ledger.transfer(stake).amount for stake in bet.stakes if ledger.is_posted(stake))
    moved = [ledger.entries.get(_payout_id(played, bet))]
    for number in range(1, played.settled_again + 1):
        before = replace(played, settled_again=number)
        moved += [ledger.entries.get(_correction_id(each, before, bet)) for each in _TAKING]
    return sum(_gained(each, bet) for each in moved if isinstance(each, Transfer)) - lost


def ids_of(played: Round, bet: Bet) -> Iterator[str]:
    """Name all that can have been written for a bet, so that it can be looked up."""
    for stake in bet.stakes:
        yield from (stake, post_id(stake), void_id(stake))
        yield derived_id(Purpose.CORRECTION, played.id, stake)
    yield _payout_id(played, bet)
    for number in range(played.settled_again + 1):
        before = replace(played, settled_again=number)
        yield from (_correction_id(each, before, bet) for each in _TAKING)


def _gained(transfer: Transfer, bet: Bet) -> int:
    return transfer.amount if transfer.credit == bet.player else -transfer.amount


def _giving(ledger: Ledger, played: Round, bet: Bet, amount: int) -> Transfer:
    return Transfer(
        id=_correction_id(Purpose.CORRECTION, played, bet),
        debit=played.house,
        credit=bet.player,
        amount=amount,
        purpose=Purpose.CORRECTION,
        reference=_reference(ledger, played, bet),
    )
