"""Double entry in whole minor units: accounts, transfers that wait, post or go, meters, tickets."""

from punto.ledger.account import Account, Kind, receivable_of
from punto.ledger.applying import Results, apply
from punto.ledger.books import Books, broken_books, enter, fold, replay
from punto.ledger.cage import buy_in, pay_credits, repay
from punto.ledger.invariant import broken, liability
from punto.ledger.ledger import Ledger
from punto.ledger.meters import Meter, Meters, credits_of, meter, unreconciled
from punto.ledger.recall import TicketView, last_tickets
from punto.ledger.result import Code, deciding, is_accepted, is_written
from punto.ledger.ticket import (
    CashOut,
    Redemption,
    TicketCode,
    cash_out,
    grouped,
    redeem,
    ticket_key,
    validation_number,
)
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
)
from punto.ledger.wagering import Bet, Outcome, Round, Settled, place, settle, void_round, withdraw

__all__ = [
    "Account",
    "Batch",
    "Bet",
    "Books",
    "CashOut",
    "Code",
    "Entry",
    "Kind",
    "Ledger",
    "Meter",
    "Meters",
    "OpenAccount",
    "Outcome",
    "Post",
    "Purpose",
    "Redemption",
    "Reference",
    "Release",
    "Results",
    "Round",
    "Settled",
    "TicketCode",
    "TicketView",
    "Transfer",
    "Void",
    "apply",
    "broken",
    "broken_books",
    "buy_in",
    "cash_out",
    "credits_of",
    "deciding",
    "enter",
    "fold",
    "grouped",
    "is_accepted",
    "is_written",
    "last_tickets",
    "liability",
    "meter",
    "pay_credits",
    "place",
    "receivable_of",
    "redeem",
    "repay",
    "replay",
    "settle",
    "ticket_key",
    "unreconciled",
    "validation_number",
    "void_round",
    "withdraw",
]
