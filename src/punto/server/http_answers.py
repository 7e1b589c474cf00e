"""What questions over HTTP are answered with, as the OpenAPI describes it: every no as well."""

from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar.openapi import ResponseSpec


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong with a question."""

    message: str
    key: str = ""
    source: str = ""


class HttpRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why a question is not answered, or what it asks for not done."""

    status_code: int
    detail: str
    """For a person."""
    code: str = ""
    """For a program, where there is more to know than the status."""
    extra: list[Defect] = []
    """What is wrong with the question, where that can be told."""
    findings: list[str] = []
    """Every defect of a rulebook, each with its place."""


_WORDS: Final[dict[int, str]] = {
    400: "It cannot be read: the address, a value in it, or the body.",
    401: "Nobody is signed in, or what was given to sign in is wrong.",
    403: "It is not permitted to whoever asks, or to the page that asks.",
    404: "There is nothing of that name.",
    408: "It took too long to be asked.",
    409: "It cannot be done as things are; `code` says why.",
    413: "The body is too long.",
    421: "The house does not have the name that it was asked by.",
    422: "It can be read, and means nothing that can be done; `code` says why.",
    429: "Too often, or too much at the same time.",
    431: "The headers are too long.",
    503: "Nothing can be stored now, or too much is asked: ask again.",
}

_ALWAYS: Final = (400, 408, 421, 431, 503)
"""So any question may be answered, before it is known what it asks for."""

Answers = dict[int, ResponseSpec]


def refusals(*statuses: int) -> Answers:
    """Describe how a question may be refused: as any may be, and in these ways besides."""
    return {status: _spec(HttpRefused, _WORDS[status]) for status in sorted({*_ALWAYS, *statuses})}


def answers(
    kind: Any,  # noqa: ANN401 – any type of an answer
    *refused: int,
    status: int = 200,
    media_type: str = "application/json",
) -> Answers:
    """Describe what is answered, and how it may be refused."""
    words = HTTPStatus(status).description
    return {status: _spec(kind, words, media_type), **refusals(*refused)}


def _spec(
    kind: Any,  # noqa: ANN401 – as above
    words: str,
    media_type: str = "application/json",
) -> ResponseSpec:
    return ResponseSpec(kind, generate_examples=False, description=words, media_type=media_type)
