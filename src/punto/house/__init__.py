"""What the house makes of a request: pure, over what the request needs of it."""

from punto.house.answer import Answer, Done, NotStored
from punto.house.context import EntropyFailed
from punto.house.house import House
from punto.house.request import (
    Act,
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
    Request,
    WriteOff,
)

__all__ = [
    "Act",
    "Answer",
    "BringShoe",
    "BuyIn",
    "CashOut",
    "CloseTable",
    "ConfirmTicket",
    "DealOut",
    "Done",
    "DropOld",
    "EndCashOut",
    "EnrolTerminal",
    "EntropyFailed",
    "House",
    "NotStored",
    "OpenAccount",
    "OpenTable",
    "PayCredits",
    "RedeemTicket",
    "Repay",
    "Request",
    "WriteOff",
]
