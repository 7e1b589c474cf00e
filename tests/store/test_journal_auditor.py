"""From the rows of the journal alone: every account in its order, above zero, and all sums."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from punto.house.chain import Link
from punto.store import Database
from punto.testing.journal_auditor import JournalAuditor, Wrong
from tests.store.played_house import played
from tests.store.tamperer import Tamperer, tampering

Plain = dict[str, Any]
Plant = Callable[[Tamperer], None]


def wrong(url: str) -> list[Wrong]:
    with Database(url).reading() as connection:
        return JournalAuditor(connection).wrong()


def planted(url: str, plant: Plant) -> list[Wrong]:
    played(url)
    with tampering(url) as tamperer:
        plant(tamperer)
    return wrong(url)


def change(tamperer: Tamperer, chain: str, position: int, with_: Callable[[Plain], None]) -> None:
    """Change what one entry says, with all hashes."""

    def changed(link: Link) -> bytes:
        record = json.loads(link.body or b"")
        if link.position == position:
            with_(record)
        return json.dumps(record).encode()

    tamperer.rewrite(chain, changed)


def entries(tamperer: Tamperer, chain: str, purpose: str) -> list[tuple[int, int, Plain]]:
    """Find the transfers of a purpose in a chain: the entry, the place in it, the transfer."""
    return [
        (link.position, place, entry)
        for link in tamperer.links(chain)
        for place, entry in enumerate(json.loads(link.body or b"").get("entries", ()))
        if entry.get("purpose") == purpose
    ]


def of(account: str, found: list[tuple[int, int, Plain]]) -> list[tuple[int, int, Plain]]:
    return [each for each in found if account in (each[2]["debit"], each[2]["credit"])]


def test_nothing_is_wrong_with_a_house_that_was_played(database_url: str) -> None:
    assert planted(database_url, lambda _: None) == []


# --- order --------------------------------------------------------------------------------------


def numbers_swapped(tamperer: Tamperer) -> None:
    """Two bets of ann at one table, told the other way round."""
    (first, *_), (second, *_) = of("ann", entries(tamperer, "table/tiger", "wager"))[0:4:3]
    found = {link.position: json.loads(link.body or b"") for link in tamperer.links("table/tiger")}
    debits = {at: found[at]["numbers"][0][0] for at in (first, second)}
    assert debits[first] < debits[second]
    change(tamperer, "table/tiger", first, numbered(debits[second]))
    change(tamperer, "table/tiger", second, numbered(debits[first]))


def numbered(number: int) -> Callable[[Plain], None]:
    def put(record: Plain) -> None:
        record["numbers"][0][0] = number

    return put


def number_skipped(tamperer: Tamperer) -> None:
    """The last movement of ann in the cage, as if one more had been before it."""
    at, place, entry = of("ann", entries(tamperer, "cage", "buy-in"))[-1]
    side = 0 if entry["debit"] == "ann" else 1

    def later(record: Plain) -> None:
        record["numbers"][place][side] += 1_000

    change(tamperer, "cage", at, later)


def number_given_twice(tamperer: Tamperer) -> None:
    """A bet of ann under the number of one that she made at another table."""
    at, _, _ = of("ann", entries(tamperer, "table/rws", "wager"))[0]
    other, _, _ = of("ann", entries(tamperer, "table/nc", "wager"))[0]
    taken = json.loads(tamperer.links("table/nc")[other - 1].body or b"")["numbers"][0][0]
    change(tamperer, "table/rws", at, numbered(taken))


def numbers_left_out(tamperer: Tamperer) -> None:
    at, _, _ = entries(tamperer, "table/zero", "wager")[0]
    change(tamperer, "table/zero", at, lambda record: record.pop("numbers"))


@pytest.mark.parametrize("plant", [numbers_swapped, number_skipped, number_given_twice])
def test_a_movement_out_of_its_accounts_order_is_found(database_url: str, plant: Plant) -> None:
    found = [each for each in planted(database_url, plant) if each.rule == "order"]
    assert found
    assert {each.where for each in found} == {"ann"}


def test_a_movement_without_its_numbers_is_found(sqlite_url: str) -> None:
    found = planted(sqlite_url, numbers_left_out)
    assert any(each.rule == "order" and each.where.startswith("table/zero ") for each in found)


# --- zero ---------------------------------------------------------------------------------------


def bought_less(tamperer: Tamperer) -> None:
    """The cage sells ann ten credits, and she bets a hundred."""
    at, place, _ = of("ann", entries(tamperer, "cage", "buy-in"))[0]

    def less(record: Plain) -> None:
        record["entries"][place]["amount"] = 10

    change(tamperer, "cage", at, less)


def bet_before_it_was_bought(tamperer: Tamperer) -> None:
    """The same movements, and the same end: only the first two of bob are the other way round."""
    buy, place, _ = of("bob", entries(tamperer, "cage", "buy-in"))[0]
    bet, _, _ = of("bob", entries(tamperer, "table/nc", "wager"))[0]

    def second(record: Plain) -> None:
        assert record["numbers"][place][1] == 1
        record["numbers"][place][1] = 2

    change(tamperer, "cage", buy, second)
    change(tamperer, "table/nc", bet, numbered(1))


def test_less_bought_than_was_staked_is_found(database_url: str) -> None:
    found = planted(database_url, bought_less)
    assert found
    assert {(each.rule, each.where) for each in found} == {("zero", "ann")}


def test_a_balance_below_zero_for_one_step_is_found(database_url: str) -> None:
    """It ends as it should, nothing is missing and no number is twice: only that step is wrong."""
    (found,) = planted(database_url, bet_before_it_was_bought)
    assert (found.rule, found.where) == ("zero", "bob")
    assert found.what.startswith("0 posted and 100 held after movement 1 in table/nc ")


# --- sums ---------------------------------------------------------------------------------------


def with_one_more(tamperer: Tamperer, record: Plain) -> None:
    """Write one more entry at the end of the cage."""
    links = tamperer.links("cage")
    extra = links[-1]._replace(position=len(links) + 1, body=json.dumps(record).encode())
    tamperer.put("cage", [*links, extra])
    tamperer.rewrite("cage", lambda link: link.body)


def highest(tamperer: Tamperer, account: str) -> int:
    """Tell the number of the last movement of an account."""
    row = f"SELECT sequence FROM accounts WHERE id = '{account}'"  # noqa: S608 – our own names
    return int(tamperer.connection.exec_driver_sql(row).scalar_one())


def ended_in_another_chain(tamperer: Tamperer) -> None:
    """A stake that its table has ended is posted again, by the cage."""
    _, _, stake = of("ann", entries(tamperer, "table/tiger", "wager"))[0]
    numbers = [[highest(tamperer, name) + 1 for name in ("ann", "house:tiger")]]
    ended = [{"type": "Post", "pending": stake["id"]}]
    with_one_more(tamperer, {"who": "eve", "entries": ended, "numbers": numbers})


def ended_and_never_begun(tamperer: Tamperer) -> None:
    ended = [{"type": "Void", "pending": "never", "why": "withdrawn"}]
    with_one_more(tamperer, {"who": "eve", "entries": ended, "numbers": [[1, 1]]})


def moved_twice(tamperer: Tamperer) -> None:
    """What the cage sold is sold again under the same id, with numbers that fit."""
    _, _, sold = of("ann", entries(tamperer, "cage", "buy-in"))[0]
    numbers = [[highest(tamperer, name) + 1 for name in ("cage", "ann")]]
    with_one_more(tamperer, {"who": "eve", "entries": [sold], "numbers": numbers})


def from_nowhere(tamperer: Tamperer) -> None:
    """An account comes with credits, as if older books had had it."""
    totals = dict.fromkeys(("debits_posted", "debits_pending", "credits_pending"), 0)
    eve = {"id": "eve", "kind": "player", "credits_posted": 500, **totals}
    opened = [{"type": "OpenAccount", "id": "eve", "kind": "player"}]
    record = {"who": "eve", "entries": opened, "numbers": [[0, 0]], "brought": [eve]}
    with_one_more(tamperer, record)


def from_an_account_that_is_none(tamperer: Tamperer) -> None:
    _, _, sold = of("ann", entries(tamperer, "cage", "buy-in"))[0]
    sold |= {"id": "other", "debit": "mint"}
    numbers = [[1, highest(tamperer, "ann") + 1]]
    with_one_more(tamperer, {"who": "eve", "entries": [sold], "numbers": numbers})


UNSUMMED = [
    ended_in_another_chain,
    ended_and_never_begun,
    moved_twice,
    from_nowhere,
    from_an_account_that_is_none,
]


@pytest.mark.parametrize("plant", UNSUMMED)
def test_money_between_chains_that_does_not_sum_is_found(sqlite_url: str, plant: Plant) -> None:
    assert "sum" in {each.rule for each in planted(sqlite_url, plant)}


def test_so_it_is_on_a_server(postgres_url: str) -> None:
    played(postgres_url)
    for plant in UNSUMMED:
        with tampering(postgres_url) as tamperer, tamperer.undone():
            plant(tamperer)
            found = JournalAuditor(tamperer.connection).wrong()
            assert "sum" in {each.rule for each in found}, plant
