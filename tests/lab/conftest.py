"""The sheets that several tests look at, made once."""

from functools import cache

import pytest

from punto.lab import ParSheet, par_sheet
from punto.rules import find_rulebook, newest_rulebooks


@cache
def sheet_of(rulebook_id: str, decks: int = 8) -> ParSheet:
    return par_sheet(find_rulebook(rulebook_id), decks)


@pytest.fixture
def tiger() -> ParSheet:
    return sheet_of("mbs-tiger")


@pytest.fixture(params=[rulebook.id for rulebook in newest_rulebooks()])
def sheet(request: pytest.FixtureRequest) -> ParSheet:
    return sheet_of(request.param)
