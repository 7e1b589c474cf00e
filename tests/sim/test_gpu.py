"""A graphics processor is told the same shoes and gives back the same counts, or is not there."""

import numpy as np
import pytest

import punto
from punto.errors import WrongInput
from punto.rules import Rulebook
from punto.rules.ending import ENDINGS, TRAITS
from punto.sim import Game
from punto.sim.gpu import NoGpu, _keys, cupy_here, warps_in
from punto.sim.kernel import ROW
from punto.sim.layout import layout_of
from tests.sim.test_simulation import BOOKS


def is_there() -> bool:
    try:
        cupy_here()
    except NoGpu:
        return False
    return True


needs_gpu = pytest.mark.skipif(not is_there(), reason="there is no graphics processor")


@pytest.mark.skipif(is_there(), reason="there is a graphics processor")
def test_where_there_is_none_it_says_so() -> None:
    with pytest.raises(WrongInput, match="CuPy"):
        punto.simulate("mbs-tiger", rounds=1, seed=1, backend="gpu")
    with pytest.raises(WrongInput, match="CuPy"):
        punto.countability("mbs-tiger", shoes=1, seed=1, backend="gpu")


def test_single_cards_are_not_looked_at_there() -> None:
    with pytest.raises(WrongInput, match="matching-dragon looks at single cards: only the backend"):
        punto.simulate("matching-dragon", rounds=1, seed=1, backend="gpu")


@needs_gpu
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("burn", "cut"), [(0, 14), (5, 0), (1, 100)])
def test_the_counts_are_the_same(rulebook: Rulebook, burn: int, cut: int) -> None:
    decks = rulebook.shoe.max_decks
    alone, gpu = (
        punto.simulate(
            rulebook, rounds=3_000_000, seed=9, decks=decks, burn=burn, cut=cut, backend=backend
        )
        for backend in ("processes", "gpu")
    )
    assert alone.wagers == gpu.wagers
    assert alone.shoes == gpu.shoes


def test_a_block_without_room_for_a_warp_is_refused_in_a_line() -> None:
    layout = layout_of(Game(punto.rulebook("mbs-tiger"), 8))
    least = layout.shared + layout.shared_by_warp
    assert warps_in(least, layout) == 1
    assert warps_in(10**9, layout) == 32
    with pytest.raises(NoGpu, match=f"shares {least - 1} bytes in a block: {least} are needed"):
        warps_in(least - 1, layout)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_shoe_has_its_cards(rulebook: Rulebook) -> None:
    """Bytes that are equal are cards that the loop numbers alike, and no others are."""
    game = Game(rulebook, 4)
    given = layout_of(game).ordered.view(np.uint8)[: len(game.shoe.ordered)]
    alike = {*zip(map(int, given), map(int, game.shoe.ordered), strict=True)}
    assert len(alike) == len({byte for byte, _ in alike}) == len({code for _, code in alike})


@pytest.mark.parametrize("rulebook", BOOKS)
def test_counts_are_laid_out_as_the_loop_lays_them_out(rulebook: Rulebook) -> None:
    layout = layout_of(Game(rulebook, 4))
    counts = np.arange(1, layout.places + 1)
    spread = layout.spread(counts).reshape(TRAITS, ROW)
    assert spread.sum() == counts.sum(), "no two rows in one"
    assert not spread[:, ENDINGS:].any()


def test_keys_are_those_of_the_generator() -> None:
    """The key of a round is the seed and so many Weyl constants, each half by itself."""
    keys = _keys(0xFFFFFFFF_00000001)
    assert [*map(int, keys[:4])] == [1, 2**32 - 1, 1 + 0x9E3779B9, 0xBB67AE85 - 1]
    assert len(keys) == 20
