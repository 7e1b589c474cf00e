"""A round told from the journal, and a bundle of it that anyone can check."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import punto
from punto.errors import WrongInput
from punto.house.canonical import canonical
from punto.replay.bundle import bundled, faults
from punto.replay.chronicle import chronicle, parse_round
from punto.replay.story import Story, story_of
from punto.store import Database, HouseKey, reading
from punto.store.key import is_signed
from punto.store.timestamp import utc
from tests.store.played_house import KEY, TABLES, Play, chance_of, played
from tests.store.tamperer import replaced, tampering

BOOKS = Path(__file__).parent / "books"


def story(url: str, name: str) -> Story:
    with Database(url).reading() as connection:
        return story_of(chronicle(connection, name))


def bundle(url: str, name: str, key: HouseKey = KEY) -> bytes:
    with Database(url).reading() as connection:
        return bundled(connection, chronicle(connection, name), key, 0)


# --- the story ----------------------------------------------------------------------------------


def test_a_round_is_told_as_it_was_played(database_url: str) -> None:
    played(database_url)
    told = story(database_url, "tiger-1")
    assert (told.round, told.table, told.rulebook) == ("tiger-1", "tiger", "mbs-tiger@3")
    assert [(bet.bettor, bet.wager, bet.stake) for bet in told.bets] == [
        ("ann", "player", 100),
        ("ann", "tie", 20),
        ("bob", "banker", 100),
    ]
    cards = " ".join(each.card for each in told.cards)
    settled = punto.settle("mbs-tiger@3", cards, {"player": 100, "tie": 20})
    assert told.winner == (settled.winner and settled.winner.value)
    assert (told.player.total, told.banker.total) == (settled.player.total, settled.banker.total)
    assert [bet.net for bet in told.bets[:2]] == [bet.net for bet in settled.bets]
    assert told.fairness.startswith("the shoe is revealed, and holds")
    assert told.doubts == ()


def test_cards_have_their_places_in_the_shoe(sqlite_url: str) -> None:
    played(sqlite_url)
    first, second = story(sqlite_url, "tiger-1"), story(sqlite_url, "tiger-2")
    assert first.dealing is not None
    assert first.dealing.gone == 3, "three cards are burned at this table"
    places = [each.place for each in (*first.cards, *second.cards)]
    assert places == list(range(4, 4 + len(places)))
    assert first.dealing.mixed is not None
    (given,) = first.dealing.mixed.contributions
    assert (given.random, given.word) == (chance_of("ann").hex(), "ann")
    assert first.dealing.outside, "the hash of it"


def test_balances_are_those_around_the_round(sqlite_url: str) -> None:
    house = Play(sqlite_url)
    house.open_accounts()
    house.open_table("nc", TABLES["nc"])
    before = {who: house.writer.house.accounts[who].balance for who in ("ann", "bob")}
    house.round("nc")
    after = {who: house.writer.house.accounts[who].balance for who in ("ann", "bob")}
    house.round("nc")
    house.writer.close()
    told = story(sqlite_url, "nc-1")
    assert {each.account: each.before for each in told.balances} == before
    assert {each.account: each.after for each in told.balances} == after
    for each in told.balances:
        assert each.after - each.before == sum(
            bet.net for bet in told.bets if bet.bettor == each.account
        )


def test_a_void_after_payment_is_told_with_who_and_why(sqlite_url: str) -> None:
    played(sqlite_url)
    told = story(sqlite_url, "rws-4")
    while told.void is None:  # a tie wins nobody anything, and was played again
        told = story(sqlite_url, f"rws-{int(told.round.rpartition('-')[2]) + 1}")
    assert told.void.after_payment
    assert (told.void.who, told.void.why) == ("eve", "seen on camera")
    assert told.void.reason == "incorrect-number-of-cards"
    assert {bet.outcome for bet in told.void.bets} == {"void"}
    assert {bet.outcome for bet in told.bets} >= {"win", "lose"}
    assert sum(each.owed_after - each.owed_before for each in told.balances) > 0


def test_a_round_that_was_raised_and_withdrawn_from(sqlite_url: str) -> None:
    played(sqlite_url)
    told = story(sqlite_url, "seated-1")
    what = [each.what for each in told.happened]
    assert "cy stakes 40 on player, which makes 140" in what
    assert "cy takes 20 back from tie" in what
    assert told.void is not None
    assert not told.void.after_payment
    assert [(bet.stake, bet.outcome) for bet in told.bets] == [(140, "open")]


def test_a_round_in_a_shoe_that_is_not_over_says_so(sqlite_url: str) -> None:
    played(sqlite_url)
    assert story(sqlite_url, "seated-1").fairness.startswith("the shoe is not revealed yet")


@pytest.mark.parametrize("table", TABLES)
def test_third_cards_are_explained_by_clauses_of_the_rulebook(sqlite_url: str, table: str) -> None:
    played(sqlite_url)
    rule = punto.rulebook(TABLES[table]).deal
    clauses = {rule.natural_clause, rule.player_clause, rule.banker_clause}
    for number in (1, 2, 3):
        told = story(sqlite_url, f"{table}-{number}")
        drawn = len(told.player.cards) + len(told.banker.cards) - 4
        assert sum("draws" in each.words for each in told.third_cards) == drawn
        assert {each.clause for each in told.third_cards} <= {*clauses, rule.player_stood_clause}


def test_times_are_in_utc() -> None:
    assert utc(0) == "1970-01-01 00:00:00.000 UTC"
    assert utc(951_782_399_999) == "2000-02-28 23:59:59.999 UTC"


@pytest.mark.parametrize("name", ["tiger", "17", "-17", "tiger-", "tiger-x", "tiger-¹", "tiger-07"])
def test_what_names_no_round(name: str) -> None:
    with pytest.raises(WrongInput, match="names no round"):
        parse_round(name)


@pytest.mark.parametrize(
    ("name", "words"), [("tiger-99", "there is no round"), ("lion-1", "there is no table")]
)
def test_a_round_that_is_not_there(sqlite_url: str, name: str, words: str) -> None:
    played(sqlite_url)
    with pytest.raises(WrongInput, match=words):
        story(sqlite_url, name)


def test_a_changed_round_is_told_with_doubts(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forget_checkpoints()
        tamperer.rewrite("table/nc", replaced(b'"returned":200', b'"returned":201'))
    rounds = [story(sqlite_url, f"nc-{number}") for number in (1, 2, 3)]
    assert any("says returned 200" in doubt for each in rounds for doubt in each.doubts)


# --- bundles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["zero-1", "tiger-2", "elements-3", "seated-1", "rws-4"])
def test_a_bundle_holds_by_itself(sqlite_url: str, name: str) -> None:
    played(sqlite_url)
    found, wrong = faults(bundle(sqlite_url, name), "a bundle")
    assert wrong == ()
    assert found.content.story == story(sqlite_url, name)
    assert found.content.house == KEY.public


def test_any_program_can_check_the_signature(sqlite_url: str) -> None:
    """Sorted keys, no spaces: what `json` of any language writes."""
    played(sqlite_url)
    plain = json.loads(bundle(sqlite_url, "tiger-1"))
    text = json.dumps(plain["content"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    signed = f"punto bundle 2\n{text}".encode()
    assert is_signed(signed, plain["signature"], KEY.public)


def _first(plain: Any) -> Any:  # noqa: ANN401 – JSON is what it is
    return plain["entries"][0]


CHANGES: dict[str, Callable[[Any], object]] = {
    "story": lambda plain: plain["story"]["bets"][0].update(net=10**6),
    "balance": lambda plain: plain["story"]["balances"][0].update(after=0),
    "body": lambda plain: _first(plain).update(
        body=_first(plain)["body"].replace("house", "louse")
    ),
    "time": lambda plain: _first(plain).update(at_ms=0),
    "hash": lambda plain: _first(plain).update(hash="00" * 32),
    "before": lambda plain: plain["entries"][1].update(before="00" * 32),
    "no hash": lambda plain: _first(plain).update(hash="not hexadecimal"),
    "head": lambda plain: plain["heads"].update({"table/tiger": [1, "00" * 32]}),
    "settings": lambda plain: plain["settings"].update(decks=7),
    "commitment": lambda plain: plain["dealing"].update(commitment="00" * 32),
    "secret": lambda plain: plain["dealing"]["revealed"].update(secret="00" * 32),
    "entries": lambda plain: plain["entries"].pop(),
    "house": lambda plain: plain.update(house="00" * 32),
    "format": lambda plain: plain.update(format="punto bundle 0"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_bundle_does_not_hold(sqlite_url: str, what: str) -> None:
    played(sqlite_url)
    plain = json.loads(bundle(sqlite_url, "tiger-1"))
    CHANGES[what](plain["content"])
    assert faults(json.dumps(plain).encode(), "a bundle")[1]


@pytest.mark.parametrize("what", sorted(CHANGES.keys() - {"house", "format"}))
def test_a_lie_does_not_hold_even_if_the_house_signs_it(sqlite_url: str, what: str) -> None:
    """All but the signature gives it away, where the entries say otherwise."""
    played(sqlite_url)
    plain = json.loads(bundle(sqlite_url, "tiger-1"))
    CHANGES[what](plain["content"])
    plain["signature"] = KEY.sign(b"punto bundle 2\n" + canonical(plain["content"]))
    wrong = faults(json.dumps(plain).encode(), "a bundle")[1]
    assert wrong
    assert not any("signature" in each for each in wrong)


def test_what_is_no_bundle() -> None:
    for text in (b"", b"{}", b"\xff", b"[1]"):
        with pytest.raises(WrongInput, match="is no bundle"):
            faults(text, "a file")


def test_a_bundle_shows_where_its_chains_ended_and_the_commits(sqlite_url: str) -> None:
    played(sqlite_url)
    found, _ = faults(bundle(sqlite_url, "nc-1"), "a bundle")
    with Database(sqlite_url).reading() as connection:
        heads = reading.heads(connection, ["table/nc", "commits/1"])
    assert found.content.heads == {
        chain: (head.position, head.hash.hex()) for chain, head in heads.items()
    }


def test_a_bundle_of_older_books_still_holds_by_itself() -> None:
    """It was signed by the house of 61fd6b3, with its batches in a chain of their own."""
    text = (BOOKS / "61fd6b3-tiger-1.bundle.json").read_bytes()
    found, wrong = faults(text, "a bundle")
    assert wrong == ()
    assert (found.content.format, found.content.house) == ("punto bundle 1", KEY.public)
    assert len(found.content.batches) == 3
    lie = text.replace(b'"net": 100', b'"net": 900', 1)
    assert lie != text
    assert faults(lie, "a bundle")[1]


def test_balances_that_cannot_be_added_up_are_a_doubt(sqlite_url: str) -> None:
    """Accounts are played with at all tables: the harm is at another one, before the round."""
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        links = [*tamperer.links("table/nc")]
        tamperer.put("table/nc", [links[0]._replace(body=None), *links[1:]])
    told = story(sqlite_url, "tiger-1")
    assert told.balances == ()
    assert any("table/nc, entry 1: not added up" in doubt for doubt in told.doubts)
