"""At the counter of a terminal: credits bought, tickets made and redeemed."""

import hmac
import logging
from typing import assert_never

from punto.house import BuyIn, CashOut, ConfirmTicket, Done, RedeemTicket
from punto.house.request import What
from punto.people import Actor, Role
from punto.protocol import ask
from punto.protocol.tell import Accepted
from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.open_house import OpenHouse
from punto.server.refusals import Outcome
from punto.server.session import Session

log = logging.getLogger("punto.server")


async def at_counter(house: OpenHouse, session: Session, said: ask.AtCounter) -> Outcome:
    """Sell, pay or redeem credits; only at a terminal."""
    account = session.account
    if session.role is not Role.TERMINAL:
        return Refusal(Code.TERMINALS_ONLY, "credits are bought and paid at a terminal")
    if isinstance(said, ask.BuyCredits):
        refused = unattended(house, account, said.attendant)
        if refused is not None:
            return refused
    actor, what = _at_terminal(session, said), _for_counter(account, said)
    answer = await house.writer.ask(actor, what, said.id)
    if not isinstance(answer, Done):
        return answer
    ticket = answer.ticket is not None if isinstance(said, ask.CashOut) else None
    return Accepted(id=said.id, ticket=ticket)


def _at_terminal(session: Session, said: ask.AtCounter) -> Actor:
    """Tell who acts at a terminal: credits are sold by the attendant whose code was given."""
    sells = isinstance(said, ask.BuyCredits)
    return Actor(session.account, Role.CAGE) if sells else session.actor


def _for_counter(account: str, said: ask.AtCounter) -> What:
    match said:
        case ask.BuyCredits(amount=amount):
            return BuyIn(account, amount)
        case ask.CashOut():
            return CashOut(account)
        case ask.TicketPrinted(cash_out=cash_out, printed=printed):
            return ConfirmTicket(f"{account}_{cash_out}", printed)
        case ask.RedeemTicket(number=number):
            return RedeemTicket(number, account)
        case _:
            assert_never(said)


def unattended(house: OpenHouse, account: str, code: str) -> Refusal | None:
    """Want an attendant's code; whoever guesses has to wait."""
    if house.wrong_codes.is_full(account):
        log.warning("too many wrong codes of an attendant at %s", account)
        return Refusal(Code.TOO_OFTEN, "too many wrong codes: wait a minute")
    if hmac.compare_digest(code.encode(), house.config.attendant_code.encode()):
        return None
    house.wrong_codes.count(account)
    log.warning("a wrong code of an attendant at %s", account)
    return Refusal(Code.ATTENDANT_UNKNOWN, "this is no code of an attendant")
