"""At the counter of a terminal: credits bought, tickets made and redeemed."""

from typing import assert_never

from punto.house import BuyIn, CashOut, ConfirmTicket, Done, RedeemTicket
from punto.house.canonical import canonical
from punto.house.request import What
from punto.people import Actor, Role
from punto.protocol import ask
from punto.protocol.tell import Accepted
from punto.refusal import Refusal
from punto.server.attendants import Attendant, attendant_at
from punto.server.code import Code
from punto.server.open_house import OpenHouse
from punto.server.refusals import Outcome
from punto.server.session import Session


async def at_counter(house: OpenHouse, session: Session, said: ask.AtCounter) -> Outcome:
    """Sell, pay or redeem credits; only at a terminal."""
    account = session.account
    if session.role is not Role.TERMINAL:
        return Refusal(Code.TERMINALS_ONLY, "credits are bought and paid at a terminal")
    actor: Actor | Refusal = session.actor
    if isinstance(said, ask.BuyCredits):  # credits are sold by a person
        if await _is_sold(house, session, said):
            return Accepted(id=said.id)
        named = Attendant(said.attendant, said.pin, said.code)
        actor = await attendant_at(house, account, named)
    if isinstance(actor, Refusal):
        return actor
    answer = await house.writer.ask(actor, _for_counter(account, said), said.id, at=session.actor)
    if not isinstance(answer, Done):
        return answer
    ticket = answer.ticket is not None if isinstance(said, ask.CashOut) else None
    return Accepted(id=said.id, ticket=ticket)


async def _is_sold(house: OpenHouse, session: Session, said: ask.BuyCredits) -> bool:
    """Whether this was sold before: whoever did it gave a code that is good for nothing else."""
    sale = canonical(_for_counter(session.account, said)).decode()
    return isinstance(await house.writer.done_before(session.actor, said.id, sale), int)


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
