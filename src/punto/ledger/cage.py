"""The cage: money between the house and the world outside, by the hand of an attendant."""

from punto.ledger.account import receivable_of
from punto.ledger.transfer import Batch, Purpose, Transfer


def buy_in(request: str, *, cash: str, player: str, amount: int) -> Batch:
    """Sell credits for money."""
    return _one(request, cash, player, amount, Purpose.BUY_IN)


def pay_credits(request: str, *, cash: str, player: str, amount: int) -> Batch:
    """Pay credits in money, without a ticket."""
    return _one(request, player, cash, amount, Purpose.CASH_OUT)


def repay(request: str, *, source: str, player: str, amount: int, visit: int = 0) -> Batch:
    """Pay what a player owes, from the cage or from the player's own credits."""
    return _one(request, source, receivable_of(player, visit), amount, Purpose.REPAYMENT)


def _one(request: str, debit: str, credit: str, amount: int, purpose: Purpose) -> Batch:
    return Batch(
        (Transfer(id=request, debit=debit, credit=credit, amount=amount, purpose=purpose),)
    )
