"""Whether results are as frequent as they should be, against published odds and another program."""

import pytest
import scipy  # type: ignore[import-untyped]

from punto.audit.tables import Results
from punto.cli.frequencies import FEWEST, WINNERS, exact_shares, frequencies


def results(player: int, banker: int, tie: int, rulebook: str = "mbs-tiger@3") -> Results:
    return Results(rulebook, "french", 8, player, banker, tie)


def test_shares_are_the_published_ones() -> None:
    """Of 4,998,398,275,503,360 ways to deal six cards from eight decks, as books on odds say."""
    total = 4_998_398_275_503_360
    assert exact_shares("french", 8) == {
        "player": 2_230_518_282_592_256 / total,
        "banker": 2_292_252_566_437_888 / total,
        "tie": 475_627_426_473_216 / total,
    }


@pytest.mark.parametrize("counts", [(446, 459, 95), (500, 400, 100), (430, 440, 130)])
def test_the_test_is_the_one_of_the_books(counts: tuple[int, int, int]) -> None:
    (found,) = frequencies([results(*counts)])
    shares = exact_shares("french", 8)
    expected = [sum(counts) * shares[winner] for winner in WINNERS]
    other = scipy.stats.chisquare(counts, expected)
    assert found.chi_square == pytest.approx(other.statistic)
    assert found.probability == pytest.approx(other.pvalue)


def test_a_house_of_honest_shoes_is_not_suspected() -> None:
    (found,) = frequencies([results(446, 459, 95)])
    assert not found.is_suspect
    assert str(found).endswith("nothing unusual")


def test_a_house_without_ties_is_suspected() -> None:
    (found,) = frequencies([results(500, 500, 0)])
    assert found.is_suspect
    assert "hardly ever" in str(found)


def test_the_worst_of_many_rulebooks_is_forgiven_more() -> None:
    """A chance of one in 2000 is suspicious alone, and not the best of ten."""
    near = results(4461, 4582, 957)
    odd = results(4600, 4400, 1000)
    alone, *_ = frequencies([odd])
    assert alone.probability is not None
    assert 0.0001 < alone.probability < 0.001
    among = frequencies([odd, *[near] * 9])
    assert alone.is_suspect
    assert not among[0].is_suspect


def test_too_few_rounds_say_nothing() -> None:
    (found,) = frequencies([results(FEWEST - 1, 0, 0)])
    assert found.probability is None
    assert not found.is_suspect
    assert "too few to judge" in str(found)


def test_a_rulebook_that_was_never_played_is_passed_over() -> None:
    assert frequencies([results(0, 0, 0)]) == ()
