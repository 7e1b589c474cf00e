"""What the office asks for, done in the name of whoever is signed in; the house says who may."""

from typing import Final, TypeAlias, assert_never

from punto.house import Acknowledge as AlertSeen
from punto.house import Answer, BuyIn, NotStored, RedeemTicket, Repay
from punto.house import CloseShift as ShiftClosed
from punto.house import EndCashOut as CashOutEnded
from punto.house import OpenShift as ShiftOpened
from punto.house import PayCredits as CreditsPaid
from punto.house import WriteOff as DebtGivenUp
from punto.house.alerts import is_alert_name
from punto.house.authority import OFFICE_READERS, RIGHTS, Action
from punto.house.code import Code as HouseCode
from punto.house.configuration import SettingChange, Value
from punto.house.counter import moved_at_cage
from punto.house.house import CAGE
from punto.house.request import Request, What
from punto.people import Actor, Role
from punto.protocol import office
from punto.protocol.office import AccountInfo, AtCounter, OfficeAsk, OfficeDone
from punto.protocol.roster import RosterAsk
from punto.protocol.settings import Setting, SettingValue
from punto.protocol.shift import CloseShift, OpenShift, ShiftAsk
from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.office_account import read_account
from punto.server.office_floor import open_alert
from punto.server.office_roster import answer_roster, invitation
from punto.server.open_house import OpenHouse
from punto.server.refusals import NOT_STORED
from punto.server.staff_session import StaffSession
from punto.server.table_settings import Wanted
from punto.store import reading

_OUT: Final = Refusal(Code.SIGN_IN, "sign in first: you are signed out, or staff no more")
_LOCKED: Final = Refusal(Code.LOCKED, "nobody was here for five minutes: give the PIN again")
_READERS: Final = ", ".join(role.value for role in Role if role in OFFICE_READERS)
_NOT_YOURS: Final = Refusal(HouseCode.NOT_PERMITTED, f"who may look into the books: {_READERS}")


_WithoutMoney: TypeAlias = (
    office.Acknowledge | office.SetTable | office.ReadFile | ShiftAsk | RosterAsk
)
"""What moves nothing between accounts."""


def present(house: OpenHouse, token: str | None) -> StaffSession | Refusal:
    """Find who is at the office, if somebody is and the PIN is not wanted again."""
    session = house.staff.find(token)
    if session is None:
        return _OUT
    return _LOCKED if session.is_locked(house.time.now_ms()) else session


def reader(house: OpenHouse, token: str | None) -> StaffSession | Refusal:
    """Find who wants to look into the books, if that is their business."""
    session = present(house, token)
    if isinstance(session, Refusal) or session.actor.role in OFFICE_READERS:
        return session
    return _NOT_YOURS


async def answer_office(house: OpenHouse, actor: Actor, said: OfficeAsk) -> OfficeDone | Refusal:
    """Do what the office asks for, once under its id, and show the account as it is then."""
    if isinstance(said, office.Acknowledge):
        refusal = await alert_refusal(house, actor, said.alert, said.id)
        if refusal is not None:
            return refusal
    answer = await _answer(house, actor, said)
    if isinstance(answer, NotStored):
        return NOT_STORED
    if isinstance(answer, Refusal):
        return answer
    account = await _account(house, said)
    amount = None if isinstance(said, _WithoutMoney) else moved_at_cage(answer.link)
    shown = invitation(house, actor, said) if isinstance(said, RosterAsk) else None
    return OfficeDone(
        id=said.id, again=answer.again, amount=amount, account=account, invitation=shown
    )


async def _answer(house: OpenHouse, actor: Actor, said: OfficeAsk) -> Answer:
    match said:
        case office.SetTable(table=table, why=why):
            changes = [_change(table, each) for each in said.changes]
            wanted = Wanted(tuple(changes), makes=said.new)
            return await house.settings.change(house.tables, actor, wanted, why, said.id)
        case office.ReadFile(why=why):
            return await house.settings.read_again(house.tables, actor, why, said.id)
        case _ if isinstance(said, RosterAsk):
            return await answer_roster(house, actor, said)
        case OpenShift() | CloseShift():
            return await house.writer.ask(actor, _count(said, actor), said.id)
        case _:
            return await house.writer.ask(actor, _what(said, actor), said.id)


def _count(said: ShiftAsk, actor: Actor) -> What:
    is_begun = isinstance(said, OpenShift)
    kind = ShiftOpened if is_begun else ShiftClosed
    return kind(place=said.place, counted=said.counted, who=actor.id, note=said.note)


def _change(table: str, setting: Setting) -> SettingChange:
    return SettingChange(table, setting.key, _value(setting.before), _value(setting.after))


def _value(said: SettingValue) -> Value:
    return tuple(said) if isinstance(said, list) else said


async def _account(house: OpenHouse, said: OfficeAsk) -> AccountInfo | None:
    if isinstance(said, office.PayTicket | _WithoutMoney):
        return None
    name = said.account
    return await house.books.read(lambda books: read_account(books, name, house.key))


def _what(said: AtCounter, actor: Actor) -> What:  # noqa: PLR0911 – one match
    match said:
        case office.SellCredits(account=account, amount=amount):
            return BuyIn(account, amount)
        case office.PayCredits(account=account, amount=amount):
            return CreditsPaid(account, amount)
        case office.PayTicket(number=number):
            return RedeemTicket(number, CAGE)
        case office.EndCashOut(account=account, printed=printed, why=why):
            return CashOutEnded(account=account, printed=printed, who=actor.id, why=why)
        case office.TakeRepayment(account=account, amount=amount):
            return Repay(account, amount, in_money=True)
        case office.WriteOff(account=account, why=why):
            return DebtGivenUp(account, actor.id, why)
        case office.Acknowledge(alert=alert):
            return AlertSeen(alert)
        case _:
            assert_never(said)


async def alert_refusal(house: OpenHouse, actor: Actor, name: str, id_: str) -> Refusal | None:
    """Refuse an alert that is not there, or was seen; whoever may not is refused by the house."""
    is_asked = actor.role in RIGHTS[Action.ACKNOWLEDGE] and is_alert_name(name)
    key = Request(actor, AlertSeen(name), id_).key or ""
    if not is_asked or await house.books.read(lambda books: bool(reading.answered(books, [key]))):
        return None  # also where it is the same request again: that is answered as it was
    alert = await open_alert(house, name)
    if alert is None:
        return Refusal(Code.NOT_FOUND, "no such alert is open")
    if alert.seen_by:
        return Refusal(Code.NOT_FOUND, f"{alert.seen_by} has seen this alert already")
    return None
