"""What goes between the clients and the process of the house: one line of JSON for each."""

from typing import Final

import msgspec

from punto.house import Answer, Done, Request
from punto.house.chain import Link
from punto.refusal import Refusal


class Question(msgspec.Struct, frozen=True):
    """A request, numbered, because one request may be sent several times."""

    number: int
    asked: Request


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the house says; number 0 is about the house itself."""

    number: int
    kind: str
    chain: str = ""
    position: int = 0
    hash: bytes = b""
    ticket: str | None = None
    again: bool = False
    words: str = ""
    hint: str = ""
    """What a dealer could do now; only a help to make a load, and never believed."""

    @property
    def place(self) -> tuple[str, int, bytes]:
        """Where in the journal it is said to be."""
        return self.chain, self.position, self.hash


DONE: Final = "done"
DENIED: Final = "denied"
NOT_STORED: Final = "not-stored"
READY: Final = "ready"
FAILED: Final = "failed"

encode = msgspec.json.Encoder().encode
decode_question = msgspec.json.Decoder(Question).decode
decode_reply = msgspec.json.Decoder(Reply).decode


def reply_of(number: int, answer: Answer, hint: str) -> Reply:
    """Write an answer for the wire."""
    match answer:
        case Done(link=link, ticket=ticket, again=again):
            return _done(number, link, ticket, hint, again=again)
        case Refusal(code):
            return Reply(number=number, kind=DENIED, words=code, hint=hint)
        case _:
            return Reply(number=number, kind=NOT_STORED, words=answer.words, hint=hint)


def _done(number: int, link: Link, ticket: str | None, hint: str, *, again: bool) -> Reply:
    return Reply(
        number=number,
        kind=DONE,
        chain=link.chain,
        position=link.position,
        hash=link.hash,
        ticket=ticket,
        again=again,
        hint=hint,
    )
