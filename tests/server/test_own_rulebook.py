"""A rulebook of one's own at a table: beside the configuration, played, audited, in the books."""

import asyncio
from importlib.resources import files
from pathlib import Path

import pytest

from punto.client import join
from punto.coup import Phase
from punto.errors import WrongInput
from punto.server.config import read_config
from punto.server.table_info import table_info
from punto.testing.serving import quick_house
from tests.server.here import assert_books_hold, open_house

OURS = (files("punto.rules") / "rulebooks" / "ez@1.toml").read_text(encoding="utf-8")


def written(place: Path, rulebook: str) -> tuple[str, str]:
    """Write a rulebook beside a configuration whose salon plays by it: the text, and its place."""
    (place / "mine.toml").write_text(rulebook, encoding="utf-8")
    text = quick_house().replace(
        'rulebook = "mbs-no-commission"\ndriver = "dealer"', 'rulebook = "mine.toml"'
    )
    return text, str(place / "house.toml")


def test_a_round_is_played_by_it_and_the_books_have_it_whole(
    tmp_path: Path, sqlite_url: str
) -> None:
    config = read_config(*written(tmp_path, OURS.replace('id = "ez"', 'id = "mine"')))

    async def scenario() -> None:
        async with open_house(sqlite_url, config) as here, await join(here.address) as player:
            table = await player.watch("salon")
            await here.until("salon", Phase.BETTING)
            await player.until(lambda: table.phase == "betting")
            await player.take_seat("salon", 1)
            await player.bet("salon", "banker", 10_000)
            await here.until("salon", Phase.SETTLED)
            await player.until(lambda: table.settled_round == 1)
            house_table = here.writer.house_table("salon")
            assert house_table is not None
            assert house_table.table.settings.rulebook.id == "mine"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_nobody_squeezes_cards_that_are_dealt_face_up(tmp_path: Path) -> None:
    for face_up in (False, True):
        place = tmp_path / str(face_up)
        place.mkdir()
        deal = "[deal]\nface_up = true\n\n[betting]" if face_up else "[betting]"
        text, file = written(place, OURS.replace("[betting]", deal, 1))
        dealt = text.replace('rulebook = "mine.toml"', 'rulebook = "mine.toml"\ndriver = "dealer"')
        config = read_config(dealt, file)
        (salon,) = [table for table in config.tables if table.id == "salon"]
        info = table_info(config, salon)
        assert (info.face_up, info.squeeze_right) == (face_up, not face_up)


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [("not TOML", "mine.toml"), (OURS.replace("[[wagers]]", "[[wagres]]"), "wagres")],
)
def test_one_with_defects_is_refused_in_one_line(tmp_path: Path, rulebook: str, words: str) -> None:
    with pytest.raises(WrongInput) as refused:
        read_config(*written(tmp_path, rulebook))
    assert words in str(refused.value)
    assert "house.toml: tables[5] (salon): " in str(refused.value)


def test_one_that_is_not_there_is_named(tmp_path: Path) -> None:
    text, place = written(tmp_path, OURS)
    (tmp_path / "mine.toml").unlink()
    with pytest.raises(WrongInput, match=r"rulebook: .*mine\.toml cannot be read"):
        read_config(text, place)
