"""Who may do what: one table, asked before anything else is looked at."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, TypeAlias, cast, get_args

import msgspec

from punto.coup import command as coup
from punto.house import request as asked
from punto.house import roster_request as roster
from punto.house import shoe_request
from punto.house import terminal_request as terminals
from punto.house.code import Code
from punto.house.shift import person_at
from punto.people import Actor, Role
from punto.people.person import ENROLLED_ROLES
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
    CONTRIBUTE = "add to a shoe"
    HEAR_BEACON = "hear the beacon"
    ENTER_CHIPS = "enter chips on the felt"
    MOVE_FLOAT = "record a fill, a credit or the drop"
    COUNT_FLOAT = "open or close a shift at a table"
    COUNT_TILL = "open or close a shift at the cage"
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
    SET_UP_CODES = "set up one's one-time codes"
    USE_CODE = "note that a one-time code was given"
    RESET_CODES = "reset somebody's one-time codes"
    INVITE_TERMINAL = "let a browser become a terminal"
    ADMIT_TERMINAL = "make a browser a terminal"
    REVOKE_TERMINAL = "let a browser be a terminal no longer"
    SIGN_UP = "give an account a name"
    CHANGE_PASSWORD = "take another password"  # noqa: S105 – what is done, and no password
    SIGN_IN = "sign somebody in"
    SIGN_OUT = "sign out"
    SET_LIMITS = "set limits on play"
    EXCLUDE = "exclude from play"
    ACKNOWLEDGE_CHECK = "acknowledge a reality check"
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
_IN_PERSON: Final = {Role.GUEST: Reach.OWN, Role.PLAYER: Reach.OWN}
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
    Action.CONTRIBUTE: _PLAYING,
    Action.HEAR_BEACON: {Role.HOUSE: Reach.ANY},
    Action.ENTER_CHIPS: {Role.DEALER: Reach.ANY},
    Action.MOVE_FLOAT: _DECIDING,
    Action.COUNT_FLOAT: _DECIDING,
    # Everybody counts his own till; a manager that of whoever has gone home.
    Action.COUNT_TILL: {Role.CAGE: Reach.OWN, Role.MANAGER: Reach.ANY},
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
        **dict.fromkeys(ENROLLED_ROLES - {Role.MANAGER}, Reach.OWN),
    },
    Action.REVOKE_STAFF: {Role.MANAGER: Reach.ANY},
    # Whoever they are for has the only app that makes them: nobody sets them up for another.
    Action.SET_UP_CODES: dict.fromkeys(ENROLLED_ROLES, Reach.OWN),
    Action.USE_CODE: {Role.HOUSE: Reach.ANY},
    Action.RESET_CODES: {Role.MANAGER: Reach.ANY},
    # The house does with a code that its file has for a terminal which never was enrolled.
    Action.INVITE_TERMINAL: _SETTING_UP,
    Action.ADMIT_TERMINAL: {Role.HOUSE: Reach.ANY},
    # Whoever serves a terminal takes it out of use; it signs itself out where it is no kiosk.
    Action.REVOKE_TERMINAL: {**_AT_CAGE, Role.TERMINAL: Reach.OWN},
    # The house does for whoever comes without an account.
    Action.SIGN_UP: {Role.GUEST: Reach.OWN, Role.HOUSE: Reach.ANY},
    Action.CHANGE_PASSWORD: {Role.PLAYER: Reach.OWN},
    Action.SIGN_IN: {Role.HOUSE: Reach.ANY},
    Action.SIGN_OUT: _IN_PERSON,
    # Nobody knows who stands at a terminal: it has no limits of its own.
    Action.SET_LIMITS: {**_IN_PERSON, Role.MANAGER: Reach.ANY},
    Action.EXCLUDE: {**_IN_PERSON, **_DECIDING},
    Action.ACKNOWLEDGE_CHECK: _IN_PERSON,
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

ACTION_OF: Final[Mapping[type, Action]] = {
    asked.OpenTable: Action.OPEN_TABLE,
    asked.CloseTable: Action.CLOSE_TABLE,
    asked.TakeTable: Action.TAKE_TABLE,
    asked.LeaveTable: Action.TAKE_TABLE,
    asked.RelieveDealer: Action.RELIEVE_DEALER,
    shoe_request.BringShoe: Action.BRING_SHOE,
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
    shoe_request.Contribute: Action.CONTRIBUTE,
    shoe_request.ShowContribution: Action.CONTRIBUTE,
    shoe_request.HearBeacon: Action.HEAR_BEACON,
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
    roster.EnrolStaff: Action.ENROL_STAFF,
    roster.ChangePin: Action.CHANGE_PIN,
    roster.RevokeStaff: Action.REVOKE_STAFF,
    roster.SetUpCodes: Action.SET_UP_CODES,
    roster.UseCode: Action.USE_CODE,
    roster.ResetCodes: Action.RESET_CODES,
    terminals.InviteTerminal: Action.INVITE_TERMINAL,
    terminals.AdmitTerminal: Action.ADMIT_TERMINAL,
    terminals.RevokeTerminal: Action.REVOKE_TERMINAL,
    asked.SignUp: Action.SIGN_UP,
    asked.ChangePassword: Action.CHANGE_PASSWORD,
    asked.SignIn: Action.SIGN_IN,
    asked.SignOut: Action.SIGN_OUT,
    asked.SetLimits: Action.SET_LIMITS,
    asked.Exclude: Action.EXCLUDE,
    asked.AcknowledgeCheck: Action.ACKNOWLEDGE_CHECK,
    asked.Acknowledge: Action.ACKNOWLEDGE,
    asked.ChangeSettings: Action.CHANGE_SETTINGS,
    asked.ReadFile: Action.CHANGE_SETTINGS,
    asked.DropOld: Action.DROP_OLD,
}
"""The action that each thing which can be asked for counts as."""


_OfBettor: TypeAlias = (
    coup.PlaceWager
    | coup.WithdrawWager
    | command.TakeSeat
    | command.StandBehind
    | command.LeaveSeat
    | shoe_request.Contribute
    | shoe_request.ShowContribution
)
_OF_A_BETTOR: Final = frozenset(get_args(_OfBettor))


def actions_of(what: asked.What, owner: str) -> Iterator[tuple[Action, Subject]]:
    """Name all that a request wants done, and whom it is about."""
    if isinstance(what, asked.Act):
        for each in what.actions:
            account = cast("_OfBettor", each).bettor if type(each) in _OF_A_BETTOR else owner
            yield ACTION_OF[type(each)], Subject(account, owner)
    elif isinstance(what, asked.Repay) and what.in_money:
        yield Action.TAKE_REPAYMENT, Subject(what.account)
    elif isinstance(what, asked.OpenShift | asked.CloseShift):
        yield action_at(what.place), _subject(what)
    else:
        yield ACTION_OF[type(what)], _subject(what)


def action_at(place: str) -> Action:
    """Name the action that a count for a shift is."""
    return Action.COUNT_TILL if person_at(place) else Action.COUNT_FLOAT


_ABOUT_NOBODY: Final = (
    *(asked.OpenTable, asked.CloseTable, asked.DropOld),
    *(asked.Acknowledge, asked.ChangeSettings, asked.ReadFile),
)


def _subject(what: asked.Elsewhere) -> Subject:  # noqa: PLR0911 – one match
    match what:
        case asked.OpenShift() | asked.CloseShift():
            return Subject(person_at(what.place))
        case _ if isinstance(what, _ABOUT_NOBODY):
            return Subject()
        case asked.ConfirmTicket(cash_out):
            return Subject(asked.asker_of(cash_out))
        case _ if isinstance(what, roster.RosterRequest):
            return Subject(what.person)
        case _ if isinstance(what, terminals.TerminalRequest):
            return Subject(what.terminal)
        case asked.RedeemTicket(to=account):
            return Subject(account)
        case _:
            return Subject(what.account)
