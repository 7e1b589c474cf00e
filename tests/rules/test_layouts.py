"""What the documents say of layouts: which wagers have a place, and how many can play."""

from string import ascii_uppercase

from punto.coup.command import OpenBetting, PlaceWager
from punto.rules import Rulebook
from punto.table import Limit, defects_of
from punto.table.command import OpenShoe
from tests.rules.citing import cites, transcribes
from tests.table.tables import done, refused, table_of

MAIN = {"banker": "Banker", "player": "Player", "tie": "Tie"}
PAIRS = {"player-pair": "Player Pair", "banker-pair": "Banker Pair"}
TIGERS = {
    "tiger-pair": "Tiger Pair",
    "tiger": "Tiger",
    "small-tiger": "Small Tiger",
    "big-tiger": "Big Tiger",
    "tiger-tie": "Tiger Tie",
}
PLACES = {
    "mbs-no-commission": MAIN | PAIRS,
    "rws-non-commission": MAIN | PAIRS,
    "zero-commission": MAIN,
    "mbs-tiger": MAIN | TIGERS,
    "mbs-elements": MAIN | PAIRS | {"fortune-six": "Fortune Six"},
}
EVERYWHERE = sorted(set().union(*PLACES.values()))


@cites(
    mbs=("2.2.1", "2.2.2", "2.2.3", "2.2.4"),
    rws="3.3",
    zero="2",
    tiger=("2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.2.5", "2.2.6", "2.2.7", "2.2.8"),
    elements=("2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.2.5"),
)
def test_these_wagers_and_no_others_have_a_place(rulebook: Rulebook) -> None:
    assert {wager.id: wager.name for wager in rulebook.wagers} == PLACES[rulebook.id]
    table = done(table_of(rulebook), OpenShoe(None, "dan"), OpenBetting())
    for wager in EVERYWHERE:
        bet = PlaceWager("ann", wager, 20)
        if wager in PLACES[rulebook.id]:
            assert dict(done(table, bet).on_wager) == {wager: 20}
        else:
            assert refused(table, bet).code == "unknown-wager"


LAYOUTS = {"mbs-no-commission": "ABCDEF", "mbs-elements": "ABCDEFGHIJKLMNOPQR"}


@cites(mbs="2.2", elements="2.2")
def test_a_table_opens_at_each_layout_of_the_document_and_at_no_other(rulebook: Rulebook) -> None:
    letters = LAYOUTS[rulebook.id]
    even = Limit(minimum=2, maximum=1_000)  # half a stake on Banker must be a whole number
    for layout in ascii_uppercase:
        defects = defects_of(table_of(rulebook, layout=layout, limit=even).settings)
        beside = f"layout: {layout!r} is not one of the rulebook's: {', '.join(letters)}"
        assert list(defects) == ([] if layout in letters else [beside])


@transcribes("mbs", "elements")
def test_layouts_by_letter(rulebook: Rulebook) -> None:
    assert "".join(layout.name for layout in rulebook.layouts) == LAYOUTS[rulebook.id]
    assert {layout.clause for layout in rulebook.layouts} == {"2.2"}
    assert {layout.min_positions for layout in rulebook.layouts} == {None}


@transcribes("tiger")
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
