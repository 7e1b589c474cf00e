"""Chips on the felt: an account per position, filled from customers' hands, empty after each round.

What a dealer enters for a position lies there as chips do. It comes from the hands of whoever plays
at the table with chips, and goes back there with all that it has won.
"""

from typing import Final

from punto.ledger.account import Kind
from punto.ledger.ledger import Ledger
from punto.ledger.transfer import Entry, OpenAccount, Purpose, Reference, Transfer, derived_id

FELT: Final = "felt:"
"""What the name of every account of chips on the felt begins with, and no other."""


def chips_account(table: str) -> str:
    """Name the account of the chips in the hands of those who play at a table with them."""
    return f"chips:{table}"


def felt_account(table: str, position: int) -> str:
    """Name the account of the chips that lie at a position."""
    return f"{FELT}{table}:{position}"


def felt_position(account: str) -> int | None:
    """Tell the position whose chips an account holds; None for any other account."""
    return int(account.rpartition(":")[2]) if account.startswith(FELT) else None


def chips_behind(felt: str) -> str:
    """Name the account that the chips of a position come from and go back to."""
    return chips_account(felt.split(":")[1])


def laid_down(
    ledger: Ledger, felt: str, amount: int, reference: Reference, *of: str
) -> tuple[Entry, ...]:
    """Move chips from a hand to the felt; the accounts are opened the first time."""
    hand = chips_behind(felt)
    missing = [each for each in ((hand, Kind.CHIPS), (felt, Kind.FELT)) if _is_new(ledger, each[0])]
    laid = Transfer(
        id=derived_id(Purpose.CHIPS_DOWN, *of),
        debit=hand,
        credit=felt,
        amount=amount,
        purpose=Purpose.CHIPS_DOWN,
        reference=reference,
    )
    return (*(OpenAccount(*each) for each in missing), laid) if amount else ()


def _is_new(ledger: Ledger, account: str) -> bool:
    return account not in ledger.accounts


def taken_up(ledger: Ledger, felt: str, reference: Reference, *of: str) -> tuple[Entry, ...]:
    """Move all chips that do not stand on a wager back to the hand that they came from."""
    amount = ledger.accounts[felt].available
    taken = Transfer(
        id=derived_id(Purpose.CHIPS_UP, *of),
        debit=felt,
        credit=chips_behind(felt),
        amount=amount,
        purpose=Purpose.CHIPS_UP,
        reference=reference,
    )
    return (taken,) if amount else ()


# --- the float ----------------------------------------------------------------------------------

VAULT: Final = "vault:float"
"""The chips of the house that are at no table, as far as they came to one or from it."""


def float_account(table: str) -> str:
    """Name the account of the chips that were brought to a table, less those taken away."""
    return f"float:{table}"


def float_moved(
    ledger: Ledger, table: str, amount: int, purpose: Purpose, *, cash: str, request: str
) -> tuple[Entry, ...]:
    """Bring chips to a table, take them from it, or count the money of its drop box."""
    held, vault = (float_account(table), Kind.FLOAT), (VAULT, Kind.FLOAT)
    hands = chips_account(table), Kind.CHIPS
    debit, credit = {
        Purpose.FILL: (vault, held),
        Purpose.CREDIT: (held, vault),
        Purpose.DROP: ((cash, Kind.CASH), hands),
    }[purpose]
    moved = Transfer(
        id=derived_id(purpose, request),
        debit=debit[0],
        credit=credit[0],
        amount=amount,
        purpose=purpose,
        reference=Reference(table=table),
    )
    return (*(OpenAccount(*each) for each in (debit, credit) if _is_new(ledger, each[0])), moved)
