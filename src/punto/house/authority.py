"""Who may do what: one table, asked before anything else is looked at."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

import msgspec

from punto.coup import command as coup
from punto.house import request as asked
from punto.house.code import Code
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.table import command


class Action(Enum):
    """What can be done in the house, as far as the right to do it goes."""

    OPEN_TABLE = "open a table"
    TAKE_TABLE = "take a table to deal at it"
    RELIEVE_DEALER = "relieve a dealer"
    CLOSE_TABLE = "close a table"
    BRING_SHOE = "put a shoe on the table"
    DEAL = "deal"
    SCAN_CARDS = "deal physical cards"
    CORRECT_CARD = "correct a card"
    RECORD_RESULT = "record a result"
    DROP_RESULT = "take a result back"
    TAKE_SEAT = "take a seat"
    LEAVE_SEAT = "give a seat up"
    BET = "bet"
    ENTER_CHIPS = "enter chips on the felt"
    MOVE_FLOAT = "record a fill, a credit or the drop"
    REPORT = "report an irregularity"
    DECIDE = "decide on an irregularity"
    VOID_ROUND = "void a round or put it together again"
    VOID_EARLIER_ROUND = "void a round that others have followed"
    OPEN_ACCOUNT = "open an account"
    ENROL_TERMINAL = "enrol a terminal"
    SELL_CREDITS = "sell credits"
    PAY_CREDITS = "pay credits"
    CASH_OUT = "cash out"
    END_CASH_OUT = "end somebody's cash-out"
    REDEEM_TICKET = "redeem a ticket"
    REPAY = "repay a debt"
    TAKE_REPAYMENT = "take money for a debt"
    WRITE_OFF = "write a debt off"
    ENROL_STAFF = "make somebody staff"
    CHANGE_PIN = "give somebody another PIN"
    REVOKE_STAFF = "make somebody staff no longer"
    ACKNOWLEDGE = "acknowledge an alert"
    CHANGE_SETTINGS = "change settings of tables"
    DROP_OLD = "drop old entries"

    __hash__ = object.__hash__  # quicker, as for `Kind` of the ledger


class Reach(Enum):
    """How far a right goes."""

    ANY = "any"
    OWN = "own"
    """One's own account, at a table of one's own or one that is shared; dealing, at one's own."""


_STAFF_AT_TABLE: Final = {
    Role.DEALER: Reach.ANY,
    Role.SUPERVISOR: Reach.ANY,
    Role.MANAGER: Reach.ANY,
}
_PLAYING: Final = {
    Role.GUEST: Reach.OWN,
    Role.PLAYER: Reach.OWN,
    Role.TERMINAL: Reach.OWN,
}
_DEALING: Final = {Role.DEALER: Reach.ANY, Role.HOUSE: Reach.ANY, **_PLAYING}
_DECIDING: Final = {Role.SUPERVISOR: Reach.ANY, Role.MANAGER: Reach.ANY}
_AT_CAGE: Final = {Role.CAGE: Reach.ANY, Role.MANAGER: Reach.ANY}
_SETTING_UP: Final = {Role.MANAGER: Reach.ANY, Role.HOUSE: Reach.ANY}

RIGHTS: Final[Mapping[Action, Mapping[Role, Reach]]] = {
    Action.OPEN_TABLE: _SETTING_UP,
    Action.CLOSE_TABLE: _SETTING_UP,
    Action.TAKE_TABLE: {Role.DEALER: Reach.ANY},
    Action.RELIEVE_DEALER: _DECIDING,
    Action.BRING_SHOE: _DEALING,
    Action.DEAL: _DEALING,
    # Nobody deals himself cards of his own choice, not even at his own table.
    Action.SCAN_CARDS: {Role.DEALER: Reach.ANY},
    Action.CORRECT_CARD: _STAFF_AT_TABLE,
    Action.RECORD_RESULT: _STAFF_AT_TABLE,
    Action.DROP_RESULT: _STAFF_AT_TABLE,
    Action.TAKE_SEAT: {**_STAFF_AT_TABLE, **_PLAYING},
    # The house gives up the seat of whoever has gone away.
    Action.LEAVE_SEAT: {**_STAFF_AT_TABLE, **_PLAYING, Role.HOUSE: Reach.ANY},
    Action.BET: _PLAYING,
    Action.ENTER_CHIPS: {Role.DEALER: Reach.ANY},
    Action.MOVE_FLOAT: _DECIDING,
    Action.REPORT: {**_STAFF_AT_TABLE, Role.HOUSE: Reach.ANY},
    Action.DECIDE: _DECIDING,
    Action.VOID_ROUND: _DECIDING,
    # A ruling that reaches back brings it about; nobody asks for it by itself.
    Action.VOID_EARLIER_ROUND: {},
    Action.OPEN_ACCOUNT: {**_AT_CAGE, Role.HOUSE: Reach.ANY},
    Action.ENROL_TERMINAL: _SETTING_UP,
    # The house gives guests their credits.
    Action.SELL_CREDITS: {**_AT_CAGE, Role.HOUSE: Reach.ANY},
    Action.PAY_CREDITS: _AT_CAGE,
    Action.CASH_OUT: {Role.PLAYER: Reach.OWN, Role.TERMINAL: Reach.OWN},
    Action.END_CASH_OUT: {**_AT_CAGE, Role.SUPERVISOR: Reach.ANY},
    Action.REDEEM_TICKET: {**_AT_CAGE, Role.TERMINAL: Reach.OWN},
    Action.REPAY: {**_AT_CAGE, Role.PLAYER: Reach.OWN, Role.TERMINAL: Reach.OWN},
    Action.TAKE_REPAYMENT: _AT_CAGE,
    Action.WRITE_OFF: _DECIDING,
    # The house does for whoever comes with a link that a manager or the first start has made.
    Action.ENROL_STAFF: _SETTING_UP,
    Action.CHANGE_PIN: {
        Role.MANAGER: Reach.ANY,
        **dict.fromkeys((Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.AUDITOR), Reach.OWN),
    },
    Action.REVOKE_STAFF: {Role.MANAGER: Reach.ANY},
    Action.ACKNOWLEDGE: _DECIDING,
    # The house reads its file at a start.
    Action.CHANGE_SETTINGS: _SETTING_UP,
    Action.DROP_OLD: {Role.MANAGER: Reach.ANY},
}

OFFICE_READERS: Final = frozenset({Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR})
"""Who may look into the books of the house: everybody of the staff but those who deal."""


class Subject(msgspec.Struct, frozen=True):
    """Whom an action is about: an account, and the owner of the table where it is done."""

    account: str = ""
    owner: str = ""
    """Empty where all share the table, or where there is none."""


def permits(actor: Actor, action: Action, subject: Subject) -> bool:
    """Whether an actor may do this."""
    reach = RIGHTS[action].get(actor.role)
    if reach is Reach.OWN:
        return subject.account == actor.id != "" and subject.owner in {"", actor.id}
    return reach is Reach.ANY


def not_permitted(action: Action) -> Refusal:
    """Say no, and who may."""
    anyone = _roles(action, Reach.ANY)
    own = _roles(action, Reach.OWN)
    may = "; ".join(filter(None, (anyone, f"{own} for their own" if own else "")))
    return Refusal(Code.NOT_PERMITTED, f"who may {action.value}: {may or 'nobody'}")


def _roles(action: Action, reach: Reach) -> str:
    return ", ".join(role.value for role in Role if RIGHTS[action].get(role) is reach)


# --- what a request asks for --------------------------------------------------------------------

_ACTION_OF: Final[Mapping[type, Action]] = {
    asked.OpenTable: Action.OPEN_TABLE,
    asked.CloseTable: Action.CLOSE_TABLE,
    asked.TakeTable: Action.TAKE_TABLE,
    asked.LeaveTable: Action.TAKE_TABLE,
    asked.RelieveDealer: Action.RELIEVE_DEALER,
    asked.BringShoe: Action.BRING_SHOE,
    asked.DealOut: Action.DEAL,
    command.DrawCard: Action.DEAL,
    coup.OpenBetting: Action.DEAL,
    coup.ProlongBetting: Action.DEAL,
    coup.CloseBetting: Action.DEAL,
    coup.AnnounceTotals: Action.DEAL,
    coup.AnnounceResult: Action.DEAL,
    coup.CollectLosing: Action.DEAL,
    coup.PayWinning: Action.DEAL,
    command.OpenShoe: Action.SCAN_CARDS,
    coup.DealCard: Action.SCAN_CARDS,
    coup.SetCardAside: Action.SCAN_CARDS,
    coup.CorrectCard: Action.CORRECT_CARD,
    command.RecordResult: Action.RECORD_RESULT,
    command.DropResult: Action.DROP_RESULT,
    command.TakeSeat: Action.TAKE_SEAT,
    command.StandBehind: Action.TAKE_SEAT,
    command.LeaveSeat: Action.LEAVE_SEAT,
    asked.LayChips: Action.ENTER_CHIPS,
    asked.TakeChips: Action.ENTER_CHIPS,
    asked.MoveFloat: Action.MOVE_FLOAT,
    coup.PlaceWager: Action.BET,
    coup.WithdrawWager: Action.BET,
    command.ReportIrregularity: Action.REPORT,
    command.Decide: Action.DECIDE,
    coup.VoidRound: Action.VOID_ROUND,
    coup.Reconstruct: Action.VOID_ROUND,
    command.VoidEarlierRound: Action.VOID_EARLIER_ROUND,
    asked.OpenAccount: Action.OPEN_ACCOUNT,
    asked.EnrolTerminal: Action.ENROL_TERMINAL,
    asked.BuyIn: Action.SELL_CREDITS,
    asked.PayCredits: Action.PAY_CREDITS,
    asked.CashOut: Action.CASH_OUT,
    asked.ConfirmTicket: Action.CASH_OUT,
    asked.EndCashOut: Action.END_CASH_OUT,
    asked.RedeemTicket: Action.REDEEM_TICKET,
    asked.Repay: Action.REPAY,
    asked.WriteOff: Action.WRITE_OFF,
    asked.EnrolStaff: Action.ENROL_STAFF,
    asked.ChangePin: Action.CHANGE_PIN,
    asked.RevokeStaff: Action.REVOKE_STAFF,
    asked.Acknowledge: Action.ACKNOWLEDGE,
    asked.ChangeSettings: Action.CHANGE_SETTINGS,
    asked.ReadFile: Action.CHANGE_SETTINGS,
    asked.DropOld: Action.DROP_OLD,
}


_OF_A_BETTOR: Final = (
    *(coup.PlaceWager, coup.WithdrawWager),
    *(command.TakeSeat, command.StandBehind, command.LeaveSeat),
)


def action_of(what: asked.TableAction) -> Action:
    """Name the action that something done at a table counts as."""
    return _ACTION_OF[type(what)]


def actions_of(what: asked.What, owner: str) -> Iterator[tuple[Action, Subject]]:
    """Name all that a request wants done, and whom it is about."""
    if isinstance(what, asked.Act):
        for each in what.actions:
            account = each.bettor if isinstance(each, _OF_A_BETTOR) else owner
            yield _ACTION_OF[type(each)], Subject(account, owner)
    elif isinstance(what, asked.Repay) and what.in_money:
        yield Action.TAKE_REPAYMENT, Subject(what.account)
    else:
        yield _ACTION_OF[type(what)], _subject(what)


def _subject(what: asked.Elsewhere) -> Subject:
    match what:
        case asked.OpenTable() | asked.CloseTable() | asked.DropOld() | asked.Acknowledge():
            return Subject()
        case asked.ChangeSettings() | asked.ReadFile():
            return Subject()
        case asked.ConfirmTicket(cash_out):
            return Subject(asked.asker_of(cash_out))
        case asked.EnrolStaff() | asked.ChangePin() | asked.RevokeStaff():
            return Subject(what.person)
        case asked.RedeemTicket(to=account):
            return Subject(account)
        case _:
            return Subject(what.account)
