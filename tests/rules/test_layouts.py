"""What the documents say of layouts: which wagers have a place, and how many can play."""

from punto.rules import Rulebook
from tests.rules.citing import cites

PLACES = {
    "mbs-no-commission": ["banker", "player", "tie", "player-pair", "banker-pair"],
    "mbs-tiger": [
        "banker",
        "player",
        "tie",
        "tiger-pair",
        "tiger",
        "small-tiger",
        "big-tiger",
        "tiger-tie",
    ],
    "mbs-elements": ["banker", "player", "tie", "player-pair", "banker-pair", "fortune-six"],
    "rws-non-commission": ["player", "banker", "tie", "player-pair", "banker-pair"],
    "zero-commission": ["player", "banker", "tie"],
}


@cites(
    mbs=("2.2.1", "2.2.2", "2.2.3", "2.2.4"),
    rws="3.3",
    zero="2",
    tiger=("2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.2.5", "2.2.6", "2.2.7", "2.2.8"),
    elements=("2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.2.5"),
)
def test_these_wagers_and_no_others_have_a_place(rulebook: Rulebook) -> None:
    assert sorted(wager.id for wager in rulebook.wagers) == sorted(PLACES[rulebook.id])


@cites(mbs="2.2", elements="2.2")
def test_layouts_by_letter(rulebook: Rulebook) -> None:
    letters = "ABCDEF" if rulebook.id == "mbs-no-commission" else "ABCDEFGHIJKLMNOPQR"
    assert [layout.name for layout in rulebook.layouts] == list(letters)
    assert {layout.clause for layout in rulebook.layouts} == {"2.2"}
    assert {layout.min_positions for layout in rulebook.layouts} == {None}


@cites(tiger=("2.2", "APPENDIX A", "APPENDIX B", "APPENDIX C", "APPENDIX D", "APPENDIX E"))
def test_playing_positions(rulebook: Rulebook) -> None:
    positions = [
        (layout.name, layout.min_positions, layout.max_positions, layout.clause)
        for layout in rulebook.layouts
    ]
    assert positions == [
        ("A", 1, 8, "APPENDIX A"),
        ("B", 1, 8, "APPENDIX B"),
        ("C", 1, 8, "APPENDIX C"),
        ("D", 5, 9, "APPENDIX D"),
        ("E", 8, 16, "APPENDIX E"),
    ]
