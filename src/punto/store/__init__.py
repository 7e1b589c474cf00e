"""The journal, the ledger and the accounts in a database: stored first, acknowledged then."""

from punto.store.answer import Answer, Denied, Done, NotStored
from punto.store.database import Database, url_of
from punto.store.entropy import Entropy, EntropyFailed
from punto.store.house import House
from punto.store.key import HouseKey, kept_key
from punto.store.request import (
    Act,
    Asked,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    DealOut,
    DropOld,
    EndCashOut,
    EnrolTerminal,
    OpenAccount,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Repay,
    WriteOff,
)
from punto.store.terms import Terms
from punto.store.writer import Writer

__all__ = [
    "Act",
    "Answer",
    "Asked",
    "BringShoe",
    "BuyIn",
    "CashOut",
    "CloseTable",
    "ConfirmTicket",
    "Database",
    "DealOut",
    "Denied",
    "Done",
    "DropOld",
    "EndCashOut",
    "EnrolTerminal",
    "Entropy",
    "EntropyFailed",
    "House",
    "HouseKey",
    "NotStored",
    "OpenAccount",
    "OpenTable",
    "PayCredits",
    "RedeemTicket",
    "Repay",
    "Terms",
    "WriteOff",
    "Writer",
    "kept_key",
    "url_of",
]
