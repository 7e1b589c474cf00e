"""A dealer's console in a test: signed in over HTTP, speaking over its own socket."""

import asyncio
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from punto.people import Role
from punto.protocol.console import ConsoleAsk
from tests.server.here import Here
from tests.server.raw import Frame, Raw

PIN = "2468"
_ids = count(1)


Answered = tuple[int, Any, str]
"""The status, what was answered, and the cookie that came."""


async def posted(here: Here, path: str, said: dict[str, str], cookie: str = "") -> Answered:
    """Post as a browser would."""
    return await asyncio.to_thread(_posted, here, path, said, cookie)


def _posted(here: Here, path: str, said: dict[str, str], cookie: str) -> Answered:
    headers = {"Content-Type": "application/json", "Cookie": f"punto-staff={cookie}"}
    request = Request(here.address + path, msgspec.json.encode(said), headers, method="POST")  # noqa: S310 – our own
    try:
        with urlopen(request, timeout=30) as answer:  # noqa: S310 – our own
            given = answer.headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
            return answer.status, msgspec.json.decode(answer.read()), given
    except HTTPError as error:
        return error.code, msgspec.json.decode(error.read()), ""


async def asked(
    here: Here, method: str, path: str, cookie: str, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Ask without a body, as a browser would."""
    return await asyncio.to_thread(_asked, here, method, path, cookie, headers or {})


def _asked(
    here: Here, method: str, path: str, cookie: str, headers: dict[str, str]
) -> tuple[int, Any]:
    given = {"Cookie": f"punto-staff={cookie}", **headers}
    request = Request(here.address + path, headers=given, method=method)  # noqa: S310 – our own
    try:
        with urlopen(request, timeout=30) as answer:  # noqa: S310 – our own
            return answer.status, msgspec.json.decode(answer.read() or b"null")
    except HTTPError as error:
        return error.code, msgspec.json.decode(error.read())


async def enrolled(here: Here, name: str, role: Role = Role.DEALER) -> str:
    """Use a link of the house, and give the cookie of whoever is staff now."""
    link = here.house.staff.link(role)
    said = {"link": link, "name": name, "pin": PIN}
    status, info, cookie = await posted(here, "api/staff/enrolments", said)
    assert (status, info) == (201, {"name": name, "role": role.value, "locked": False})
    return cookie


class Console(Raw):
    """One screen of somebody of the staff."""

    union = "ConsoleTell"

    def __init__(self, here: Here, cookie: str) -> None:
        super().__init__(here.address, additional_headers={"Cookie": f"punto-staff={cookie}"})
        self._url = f"ws://{urlsplit(here.address).netloc}/ws/console"

    async def ask(self, kind: type[ConsoleAsk], table: str = "salon", **more: Any) -> Frame:  # noqa: ANN401 – its fields
        """Ask for something at a table, under a new id, and wait for the answer."""
        return await self.answer(kind(id=f"c{next(_ids)}", table=table, **more))  # type: ignore[call-arg, arg-type]

    async def done(self, kind: type[ConsoleAsk], table: str = "salon", **more: Any) -> None:  # noqa: ANN401 – its fields
        """Ask for something that must be done."""
        answer = await self.ask(kind, table, **more)
        assert answer["type"] == "Accepted", answer
