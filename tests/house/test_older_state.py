"""What older books brought forward is read as what is brought forward now."""

from hashlib import sha256

import pytest

import punto
from punto.errors import Unverified
from punto.house.canonical import canonical
from punto.house.chain import EMPTY, Head, Link, linked
from punto.house.forward import BroughtForward, RetentionRecord, forward_of, state_of
from punto.house.older_state import OlderState
from punto.house.record import encode
from punto.ledger import Account, Kind, Movement, Post, Purpose, Reference, Transfer
from punto.table import Limit, Settings
from punto.table.carried import carried
from punto.table.house_table import opened_house_table
from punto.table.record import TableOpened

HEADS = {"accounts": (7, bytes(32)), "table/tiger": (3, bytes(32))}
SETTINGS = Settings(
    rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=Limit(minimum=20, maximum=500, step=20)
)


def held(id_: str, debit: str, purpose: Purpose, about: Reference) -> Transfer:
    credit = "ticket:x-1234" if purpose is Purpose.TICKET_OUT else "house"
    return Transfer(id=id_, debit=debit, credit=credit, amount=5, purpose=purpose, reference=about)


STAKE = held("_00s1", "ann", Purpose.WAGER, Reference(round="tiger-4", table="tiger"))
OVER = held("_00s2", "ann", Purpose.WAGER, Reference(round="tiger-4", table="tiger"))
TICKET = held("bob_c1", "bob", Purpose.TICKET_OUT, Reference())
ROUND: list[Movement] = [STAKE, OVER, Post(OVER.id)]

OLDER = OlderState(
    heads=HEADS,
    accounts=[
        Account(id="ann", kind=Kind.PLAYER, credits_posted=100, debits_pending=5),
        Account(id="bob", kind=Kind.PLAYER, credits_posted=5, debits_pending=5),
        Account(id="kiosk", kind=Kind.PLAYER),
        Account(id="receivable:ann", kind=Kind.RECEIVABLE, owner="ann"),
        Account(id="receivable:kiosk:1", kind=Kind.RECEIVABLE, owner="kiosk"),
        Account(id="receivable:kiosk:2", kind=Kind.RECEIVABLE, owner="kiosk"),
    ],
    kept={"": ("", [TICKET]), "tiger": ("tiger-4", ROUND)},
    tables=[carried(opened_house_table("tiger", TableOpened(SETTINGS)))],
)


def plain(older: OlderState) -> bytes:
    """Write a state as older books did: accounts had neither numbers nor visits nor tickets."""
    known = ("sequence", "visit", "ticket")
    accounts = [
        {name: getattr(each, name) for name in each.__struct_fields__ if name not in known}
        for each in older.accounts
    ]
    return canonical(
        {"heads": older.heads, "accounts": accounts, "kept": older.kept, "floors": older.tables}
    )


def binding(state: bytes) -> Link:
    record = RetentionRecord("job", 1, {}, sha256(state).hexdigest(), ())
    return linked(EMPTY, "retention", 1, None, encode(record))


def read(older: OlderState) -> BroughtForward:
    state = plain(older)
    return forward_of(binding(state), state)


def test_all_chains_were_cut_where_the_state_was_written() -> None:
    forward = read(OLDER)
    wanted = {chain: Head(*head) for chain, head in HEADS.items()}
    assert dict(forward.cuts) == dict(forward.reached) == wanted
    assert forward.position == 1


def test_what_is_open_waits_and_what_is_over_does_not() -> None:
    assert dict(read(OLDER).balances.waiting) == {STAKE.id: STAKE, TICKET.id: TICKET}


def test_accounts_know_their_visit_and_the_ticket_in_hand() -> None:
    accounts = read(OLDER).balances.accounts
    assert {name: each.visit for name, each in accounts.items() if each.visit} == {"kiosk": 2}
    assert {name: each.ticket for name, each in accounts.items() if each.ticket} == {
        "bob": "bob_c1"
    }
    assert (accounts["ann"].balance, accounts["ann"].held) == (100, 5)
    assert {each.sequence for each in accounts.values()} == {0}


def test_a_table_has_what_moved_for_its_last_round() -> None:
    money = read(OLDER).tables["tiger"].money
    assert money.round == "tiger-4"
    assert dict(money.entries) == {each.id: each for each in ROUND}


def test_written_down_again_it_is_what_is_brought_forward_now() -> None:
    forward = read(OLDER)
    state = state_of(forward)
    again = forward_of(binding(state), state)
    assert state_of(again) == state
    assert again.balances == forward.balances
    assert (again.cuts, again.reached) == (forward.cuts, forward.reached)


def test_a_state_that_no_entry_binds_is_refused() -> None:
    state = plain(OLDER)
    with pytest.raises(Unverified, match="the state is not the one it binds"):
        forward_of(binding(state + b" "), state)
