"""Somebody of the staff at the office, over HTTP as a browser asks."""

import asyncio
from itertools import count
from typing import Any, Self
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from punto.people import Role
from tests.server.console import enrolled
from tests.server.here import Here
from tests.server.schema_check import defects

_ids = count(1)

Answer = tuple[int, Any]
"""The status, and what was answered."""


class Office:
    """One screen of the office."""

    def __init__(self, here: Here, cookie: str) -> None:
        self._address = here.address
        self.cookie = cookie

    @classmethod
    async def of(cls, here: Here, name: str, role: Role) -> Self:
        """Enrol somebody, and sit down."""
        return cls(here, await enrolled(here, name, role))

    async def ask(self, kind: str, **fields: Any) -> Answer:  # noqa: ANN401 – its fields
        """Ask for something to be done, under a new id where none is given."""
        said = {"type": kind, "id": f"o{next(_ids)}", **fields}
        status, answer = await self.send(msgspec.json.encode(said))
        assert not defects(answer, "OfficeTell"), answer
        return status, answer

    async def done(self, kind: str, **fields: Any) -> Any:  # noqa: ANN401 – its fields
        """Ask for something that must be done."""
        status, answer = await self.ask(kind, **fields)
        assert (status, answer["type"]) == (200, "OfficeDone"), answer
        return answer

    async def refused(self, kind: str, **fields: Any) -> tuple[int, str]:  # noqa: ANN401 – see above
        """Ask for something that is refused: its status and code."""
        status, answer = await self.ask(kind, **fields)
        assert answer["type"] == "OfficeRefused", answer
        return status, answer["code"]

    async def send(self, body: bytes) -> Answer:
        """Say something, whatever it is."""
        status, text = await asyncio.to_thread(self._sent, "api/office", body)
        return status, msgspec.json.decode(text)

    async def look(self, path: str, part: str = "") -> Any:  # noqa: ANN401 – what is there
        """Look at something that may be seen; `part` is what the schema calls it."""
        status, answer = await self.try_to_look(path)
        assert status == 200, answer
        assert not part or not defects(answer, part), answer
        return answer

    async def try_to_look(self, path: str) -> Answer:
        """Look at something, if it may be seen."""
        status, text = await asyncio.to_thread(self._sent, f"api/office/{quote(path, '/?=&')}")
        return status, msgspec.json.decode(text)

    async def file(self, path: str) -> bytes:
        """Fetch a file."""
        status, text = await asyncio.to_thread(self._sent, f"api/office/{path}")
        assert status == 200, text
        return text

    def _sent(self, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", "Cookie": f"punto-staff={self.cookie}"}
        request = Request(self._address + path, body, headers)  # noqa: S310 – our own
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
                return answer.status, answer.read()
        except HTTPError as error:
            return error.code, error.read()
