"""The meanings of clauses in other languages: whole, and with every figure of the English."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

import punto

MESSAGES: Final = Path(__file__).parents[2] / "web" / "src" / "messages"
LANGUAGES: Final = ("zh-Hans", "zh-Hant")


def meanings(tag: str) -> dict[str, str]:
    found = json.loads((MESSAGES / tag / "clauses.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_clause_and_reading_is_in_the_list_and_nothing_else(tag: str) -> None:
    rulebooks = punto.rulebooks()
    english = {words for one in rulebooks for words in (*one.clauses.values(), *one.readings)}
    assert meanings(tag).keys() == english


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_figure_is_lost_on_the_way(tag: str) -> None:
    for english, words in meanings(tag).items():
        wanted, found = (set(re.findall(r"\d+", text)) for text in (english, words))
        assert wanted <= found, words


def test_the_two_lists_differ_in_their_characters_only() -> None:
    for english, words in meanings("zh-Hans").items():
        traditional = meanings("zh-Hant")[english]
        assert len(words) == len(traditional), traditional
        assert re.sub(r"[^0-9A-Za-z:]", "", words) == re.sub(r"[^0-9A-Za-z:]", "", traditional)
