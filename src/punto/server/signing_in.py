"""Being let in at a browser: the cookie that is given, and the terminal that must stay one."""

from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException

from punto.errors import Unverified
from punto.people import Actor, Role
from punto.protocol import Session
from punto.refusal import Refusal
from punto.server.attempts import too_often
from punto.server.attendants import Attendant, attendant_at
from punto.server.code import Code
from punto.server.networks import place_of
from punto.server.open_house import OpenHouse
from punto.server.origin import COOKIE, give_cookie, given_tokens
from punto.server.session import Session as Visit
from punto.server.session import Token

Asking: TypeAlias = Request[Any, Any, State]

_DAY_SECONDS = 24 * 3600
_SECONDS: Final[dict[str, int]] = {
    "guest": 30 * _DAY_SECONDS,
    "terminal": 400 * _DAY_SECONDS,  # the most that browsers allow; each look renews it
}
"""So long a guest and a terminal are known at their device; an account until the browser ends."""


def asked(request: Asking) -> tuple[OpenHouse, str]:
    """Give the house, and the place that is asked from."""
    return request.app.state.house, place_of(request.client.host if request.client else "")


def kiosk_here(house: OpenHouse, request: Asking) -> Visit | None:
    """Find the terminal that a browser is, where it has to stay one.

    The cookie is what would go, so that it counts whatever else the question brings.
    """
    known = filter(None, map(house.sessions.find, given_tokens(request)))
    terminal = next((one for one in known if one.role is Role.TERMINAL), None)
    return terminal if house.config.kiosk else None


def keep_kiosk(house: OpenHouse, request: Asking) -> None:
    """Let nobody sign in in place of a kiosk: it is taken out of use first, on record."""
    if kiosk_here(house, request) is not None:
        raise PermissionDeniedException("an attendant takes this terminal out of use first")


async def want_attendant(house: OpenHouse, request: Asking, terminal: Visit) -> Actor:
    """Find who takes a kiosk out of use: name, PIN and one-time code, in a header, by spaces."""
    name, pin, code, *_ = [*unquote(request.headers.get("x-attendant", "")).split(" "), "", ""]
    if not name:  # Nobody has guessed.
        raise PermissionDeniedException("only an attendant takes this terminal out of use")
    found = await attendant_at(house, terminal.account, Attendant(name, pin, code))
    if not isinstance(found, Refusal):
        return found
    if found.code == Code.TOO_OFTEN:
        raise too_often(house.attendants.wait_ms(name, f"terminal {terminal.account}"), found.words)
    raise PermissionDeniedException(found.words)


def signed_in_as(request: Asking, token: Token) -> Response[Session]:
    """Say who is signed in now, and let the browser keep it."""
    house: OpenHouse = request.app.state.house
    text = house.sessions.token_text(token)
    response = Response(session_info(house, text, token), status_code=201)
    give_cookie(request, response, COOKIE, text, _SECONDS.get(token.who))
    return response


def stay_known(request: Asking, response: Response[Any]) -> None:
    """Let the browser of a terminal keep its cookie for as long again: its code was used."""
    house: OpenHouse = request.app.state.house
    text = request.cookies.get(COOKIE, "")
    with suppress(Unverified):  # books that cannot be read are told of elsewhere
        visit = house.sessions.find(text)
        if visit is not None and visit.role is Role.TERMINAL:
            give_cookie(request, response, COOKIE, text, _SECONDS[visit.who])


def session_info(house: OpenHouse, text: str, token: Token) -> Session:
    """Tell somebody who he is here, and when he signed in before this."""
    patron = house.writer.house.patrons.get(token.account)
    before = patron.signed_in_before_ms if patron is not None else 0
    return Session(
        token=text,
        who=token.who,
        name=house.sessions.name_of(token.account),
        since_ms=token.since_ms,
        signed_in_before_ms=before or None,
    )
