"""What Zero Commission says of its controls, its roadmap and hopeless bets."""

import asyncio

import pytest

from punto.client import join
from punto.errors import WrongAmount
from punto.rules import Rulebook, can_win, find_rulebook, newest_rulebooks
from punto.rules.rulebook import Driver, NetZeroWin
from punto.server.config import default_config, rulebook_of
from punto.server.table_info import table_info
from tests.rules.citing import cites, transcribes
from tests.server.here import open_house

CONTROLS = [
    ("select-chip", "Chip denomination", "1"),
    ("place", "Betting position", "2"),
    ("increase", "Chip on the table", "3"),
    ("undo", "Undo", "4"),
    ("clear", "Clear Bets", "5"),
    ("deal", "Deal", "7"),
    ("rebet", "REBET", "8"),
    ("new-game", "New Game", "9"),
    ("roadmap", "ROADMAP", "ROADMAP 2"),
    ("history", "Game History", "DISCONNECTION POLICY"),
]


@transcribes("zero")
def test_controls(rulebook: Rulebook) -> None:
    assert rulebook.driver is Driver.PLAYER
    found = [(control.id, control.label, control.clause) for control in rulebook.controls]
    assert found == CONTROLS


@cites(zero=("2", "4", "5", "7", "8", "9", "ROADMAP 2"))
def test_the_client_is_told_the_labels_of_the_document(rulebook: Rulebook) -> None:
    """The buttons of the client are labelled with these; a browser reads them there."""
    config = default_config()
    (table,) = [each for each in config.tables if rulebook_of(each).id == rulebook.id]
    info = table_info(config, table)
    assert info.controls == {name: label for name, label, _ in CONTROLS}
    assert [wager.name for wager in info.wagers] == ["Player", "Banker", "Tie"]


GAMES = 60


@cites(zero=("ROADMAP 1", "ROADMAP 2", "ROADMAP 4", "ROADMAP 5", "ROADMAP 6"))
def test_of_sixty_games_the_strip_shows_ten_and_the_roadmap_fifty(
    sqlite_url: str, rulebook: Rulebook
) -> None:
    async def visit() -> tuple[str, str, str]:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            assert here.house.tables.configs["zero"].rulebook == rulebook.id
            view = await player.watch("zero")
            for _ in range(GAMES):
                await player.bet("zero", "tie", 100)
                await player.deal("zero")
            games = await player.history("zero", limit=GAMES)
            winners = [str(game.winner) for game in reversed(games)]
            return view.strip, view.roadmap, "".join(winner[0].upper() for winner in winners)

    strip, roadmap, winners = asyncio.run(visit())
    assert len(winners) == GAMES
    assert (strip, roadmap) == (winners[-10:], winners[-50:])


@cites(zero="6")
def test_what_comes_to_a_net_0_win_is_known(rulebook: Rulebook) -> None:
    assert not can_win(rulebook, {"player": 100, "banker": 100})
    assert can_win(rulebook, {"player": 100, "banker": 99})
    assert can_win(rulebook, {"player": 99, "banker": 100})
    assert can_win(rulebook, {"player": 100, "banker": 100, "tie": 1})
    assert can_win(rulebook, {"tie": 1})


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_no_other_document_refuses_it(rulebook: Rulebook) -> None:
    refuses = rulebook.betting.net_zero_win is NetZeroWin.REFUSED
    assert refuses == (rulebook.id == "zero-commission")


@pytest.mark.parametrize(
    ("name", "bets", "expected"),
    [
        # Player and Banker cancel; a Tie of one unit wins eight on a tie, where both come back.
        ("mbs-tiger", {"player": 100, "banker": 100}, False),
        ("mbs-tiger", {"player": 100, "banker": 102}, True),
        ("mbs-tiger", {"player": 100, "banker": 100, "tie": 2}, True),
        # Small and Big Tiger are parts of Tiger, so a win of one needs the others lost.
        ("mbs-tiger", {"tiger": 2, "small-tiger": 2}, True),
        ("mbs-tiger", {"big-tiger": 2, "tie": 100}, True),
        ("mbs-tiger", {"big-tiger": 2, "player": 200}, True),
        # 50 to 1 on 2 cannot make up for 1000 on Small Tiger, but that wins alone.
        ("mbs-tiger", {"big-tiger": 2, "small-tiger": 1000}, True),
        # On a tie Tie wins 8 units against 10 lost on Banker Pair: but a tie with a pair wins both.
        ("mbs-no-commission", {"tie": 1, "banker-pair": 10}, True),
        # Banker at 19 to 20 against Player: a Banker win nets 95 of 100.
        ("commission", {"player": 100, "banker": 100}, False),
        ("commission", {"player": 100, "banker": 120}, True),
        ("ez", {"player": 100, "banker": 100}, False),
        # A three-card seven pushes the Banker and loses the Player, but Dragon 7 pays.
        ("ez", {"player": 100, "banker": 100, "dragon-7": 2}, False),
        ("ez", {"player": 100, "banker": 100, "dragon-7": 3}, True),
        # An odd stake still being built: half of 101 is counted exactly.
        ("super-6", {"player": 50, "banker": 101}, True),
    ],
)
def test_the_decision_for_any_rulebook(name: str, bets: dict[str, int], *, expected: bool) -> None:
    assert can_win(find_rulebook(name), bets) is expected


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_stakes_that_cannot_be_are_no_bets(rulebook: Rulebook) -> None:
    with pytest.raises(WrongAmount):
        can_win(rulebook, {"player": -5})


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_no_bets_and_no_win(rulebook: Rulebook) -> None:
    assert not can_win(rulebook, {})
    for wager in rulebook.wagers:
        assert can_win(rulebook, {wager.id: 100})
