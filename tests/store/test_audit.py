"""The audit of a house that was played for real: clean as it is, and not after any tampering."""

import gzip
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, update

from punto.archive.backup import back_up, restored_temporarily
from punto.audit.report import Audit, audit, entries_to_look_at
from punto.coup.event import BettingClosed, CardDealt, WagerPlaced, WagersPaid
from punto.errors import Unverified
from punto.fair import commitment
from punto.house.chain import CAGE, CHECKPOINTS, COMMITS, Link
from punto.house.record import (
    Numbers,
    TableRecord,
    decode_cage,
    decode_table,
    encode,
)
from punto.house.request import DropOld
from punto.ledger import OpenAccount, Purpose, Reference, Transfer
from punto.replay.chronicle import chronicle
from punto.replay.story import story_of
from punto.store import Database, HouseKey, Writer, reading, schema
from punto.store.checkpoint import Checkpoint, checkpoint_of, checkpoint_record
from punto.table.event import ShoeOpened
from punto.table.record import Recorded, ShoeCommitted, ShoeMixed, ShoeRevealed, TableOpened
from tests.store.played_house import KEY, TABLES, Play, play, played
from tests.store.tamperer import Tamperer, replaced, tampering

A_YEAR_AND_MORE_MS = 400 * 86_400_000


def audited(url: str, checkpoint: Checkpoint | None = None) -> Audit:
    with Database(url).reading() as connection:
        return audit(connection, checkpoint=checkpoint)


def said(url: str) -> list[str]:
    return [str(finding) for finding in audited(url).findings]


def places(url: str) -> set[str]:
    return {finding.place for finding in audited(url).findings}


# --- a house as it is ---------------------------------------------------------------------------


def test_an_honest_house_is_clean(database_url: str) -> None:
    writer = play(database_url)
    is_open = audited(database_url)
    with Database(database_url).reading() as connection:
        heads = reading.heads(connection)
        links = [link for chain in heads for link in reading.links(connection, chain)]
    writer.close()
    is_closed = audited(database_url)
    assert is_open.findings == is_closed.findings == ()
    assert is_open.entries == sum(head.position for head in heads.values())
    assert is_open.batches == sum(b'"entries":[{' in (link.body or b"") for link in links)
    assert (is_open.tables, is_open.chains) == (6, 8)
    assert is_closed.chains == 9, "the checkpoint of the closing is a chain of its own"
    assert is_open.rounds == is_open.dealt_again + is_open.not_yet
    assert is_open.dealt_again
    assert is_open.not_yet
    assert is_open.house == KEY.public


def test_progress_is_told_for_every_entry(sqlite_url: str) -> None:
    played(sqlite_url)
    steps: list[int] = []
    with Database(sqlite_url).reading() as connection:
        expected = entries_to_look_at(connection)
        audit(connection, advance=lambda: steps.append(1))
        alone = reading.heads(connection)[CHECKPOINTS].position
    assert len(steps) == expected - alone, "checkpoints are walked once, all else twice"


def test_what_was_dropped_after_its_time_is_no_fault(database_url: str) -> None:
    house = Play(database_url)
    house.story()
    house.writer.close()
    times = count(1_700_000_000_000 + A_YEAR_AND_MORE_MS, 250)
    house.writer = Writer(Database(database_url), KEY, clock=lambda: next(times))
    house.ask(DropOld(366))
    for table in TABLES:
        house.round(table)
    house.writer.close()
    found = audited(database_url)
    assert found.findings == ()
    assert any("were dropped after their time" in note for note in found.notes)


def test_a_body_dropped_without_a_word_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        for chain in (CAGE, COMMITS, "table/rws"):
            tamperer.connection.exec_driver_sql(
                f"UPDATE journal SET body = NULL WHERE position = 9 AND chain = '{chain}'"  # noqa: S608
            )
    assert places(sqlite_url) == {"cage, entry 9", "commits/1, entry 9", "table/rws, entry 9"}


def test_a_backup_is_audited_like_a_database(tmp_path: Path, sqlite_url: str) -> None:
    played(sqlite_url)
    back_up(Database(sqlite_url), tmp_path / "house.gz", KEY)
    with (
        restored_temporarily(tmp_path / "house.gz") as database,
        database.reading() as connection,
    ):
        assert audit(connection) == audited(sqlite_url)


# --- chains that are written anew ---------------------------------------------------------------


def another_reason(link: Link) -> bytes:
    """A lie that nothing in the journal contradicts."""
    return (link.body or b"").replace(b"a joker", b"a pixie")


def first_with(tamperer: Tamperer, chain: str, words: bytes) -> int:
    """Find the first entry of a chain that has these words in it."""
    return next(link.position for link in tamperer.links(chain) if words in (link.body or b""))


def test_a_chain_written_anew_is_found_by_the_commit_that_lists_it(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.rewrite("table/seated", another_reason)
        changed = first_with(tamperer, "table/seated", b"a pixie")
        commit = first_with(tamperer, COMMITS, f'["table/seated",{changed},'.encode())
    what = f"table/seated, entry {changed}: not the entry of commit {commit}"
    assert said(sqlite_url) == [what], "and the commits after it are of the same fault"


def test_commits_written_anew_are_found_by_the_journals_own_checkpoint(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        signed = tamperer.links(CHECKPOINTS), reading.heads(tamperer.connection)[CHECKPOINTS]
        tamperer.forge("table/seated", another_reason)
        assert audit(tamperer.connection).findings == (), "by itself nothing is wrong with it"
        tamperer.put(CHECKPOINTS, signed[0])
        row = {"chain": CHECKPOINTS, **signed[1]._asdict()}
        tamperer.connection.execute(insert(schema.heads), [row])
        last = reading.heads(tamperer.connection)[COMMITS].position
    what = f"commits/1, entry {last}: not the entry of checkpoint 1 of the journal"
    assert said(sqlite_url) == [what]


def test_a_chain_written_anew_is_found_by_a_checkpoint_that_was_handed_out(
    database_url: str,
) -> None:
    played(database_url)
    with Database(database_url).reading() as connection:
        kept = checkpoint_of(reading.heads(connection), 0, KEY)
    assert audited(database_url, kept).findings == ()
    with tampering(database_url) as tamperer:
        tamperer.forge("table/seated", another_reason)
        last = reading.heads(tamperer.connection)[COMMITS].position
    assert audited(database_url).findings == (), "by itself nothing is wrong with it"
    found = [str(finding) for finding in audited(database_url, kept).findings]
    entry = f"commits/1, entry {last}"
    assert found == [f"{entry}: not the entry of the checkpoint that was handed out"]


def test_a_chain_written_anew_hides_nothing_else_that_is_wrong(sqlite_url: str) -> None:
    played(sqlite_url)
    with Database(sqlite_url).reading() as connection:
        kept = checkpoint_of(reading.heads(connection), 0, KEY)
    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/seated", another_reason)
        tamperer.rewrite("table/nc", replaced(b'"returned":200', b'"returned":201'))
        nc = first_with(tamperer, "table/nc", b'"returned":201')
        tamperer.connection.exec_driver_sql("UPDATE accounts SET visit = 1 WHERE id = 'cy'")
        last = reading.heads(tamperer.connection)[COMMITS].position
    found = {finding.place for finding in audited(sqlite_url, kept).findings}
    assert found == {f"commits/1, entry {last}", f"table/nc, entry {nc}", "account cy"}


def test_a_chain_cut_short_is_found_by_a_checkpoint(sqlite_url: str) -> None:
    played(sqlite_url)
    with Database(sqlite_url).reading() as connection:
        kept = checkpoint_of(reading.heads(connection), 0, KEY)
    with tampering(sqlite_url) as tamperer:
        last = reading.heads(tamperer.connection)[COMMITS].position
        name = tamperer.links(COMMITS)[-1].body
        (chain, end, _), *others = msgspec.json.decode(name or b"")["heads"]
        assert not others
        tamperer.forge(chain, lambda link: link.body if link.position < end else None)
    found = [str(finding) for finding in audited(sqlite_url, kept).findings]
    what = "missing; the checkpoint that was handed out binds it"
    assert f"commits/1, entry {last}: {what}" in found


def test_the_checkpoint_of_another_house_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    other = HouseKey(bytes(32))
    with Database(sqlite_url).reading() as connection:
        kept = checkpoint_of(reading.heads(connection), 0, other)
    assert [finding.place for finding in audited(sqlite_url, kept).findings] == [
        "the public key of the house"
    ]


def test_a_checkpoint_in_the_journal_that_another_signed_is_found(sqlite_url: str) -> None:
    played(sqlite_url)

    def signed_by_another(link: Link) -> bytes:
        heads = reading.heads(tamperer.connection)
        return encode(checkpoint_record(checkpoint_of(heads, link.at_ms, HouseKey(bytes(32)))))

    with tampering(sqlite_url) as tamperer:
        tamperer.rewrite(CHECKPOINTS, signed_by_another)
    assert said(sqlite_url) == ["checkpoints, entry 1: not signed by the house"]


# --- rows that are not what the journal adds up to ----------------------------------------------


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE accounts SET credits_posted = credits_posted + 1 WHERE id = 'ann'", "account ann"),
        ("UPDATE accounts SET kind = 'saint' WHERE id = 'ann'", "the accounts"),
        ("DELETE FROM accounts WHERE id = 'cage'", "account cage"),
        (
            "INSERT INTO accounts VALUES ('eve', 'player', '', 0, 500, 0, 0, 0, 0, '', NULL)",
            "account eve",
        ),
        ("UPDATE accounts SET sequence = sequence + 1 WHERE id = 'bob'", "account bob"),
        ("UPDATE accounts SET visit = 1 WHERE id = 'bob'", "account bob"),
        ("UPDATE accounts SET ticket = 'cy_r1' WHERE id = 'cy'", "account cy"),
        (
            "UPDATE meters SET won = won + 1 WHERE player = 'bob' AND \"table\" = 'tiger'",
            "meter of bob at tiger under mbs-tiger@3",
        ),
        (
            "DELETE FROM meters WHERE player = 'cy' AND \"table\" = ''",
            "meter of cy",
        ),
        (
            "UPDATE entries SET round = 'tiger-1' WHERE id = 'house_r4'",
            "entry house_r4 of the ledger",
        ),
        ("DELETE FROM entries WHERE id = 'house_r4'", "entry house_r4 of the ledger"),
        (
            "UPDATE entries SET chain = 'table/nc' WHERE id = 'house_r4'",
            "entry house_r4 of the ledger",
        ),
        (
            "INSERT INTO entries VALUES ('no', 'cage', 1, 0, 0, '', '')",
            "entry no of the ledger",
        ),
    ],
)
def test_a_changed_row_is_found(sqlite_url: str, statement: str, place: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.connection.exec_driver_sql(statement)
    assert places(sqlite_url) == {place}


def test_changed_rows_are_found_on_postgresql(postgres_url: str) -> None:
    played(postgres_url)
    with tampering(postgres_url) as tamperer:
        for statement in (
            "UPDATE accounts SET debits_posted = debits_posted + 1 WHERE id = 'house'",
            "UPDATE meters SET staked = staked - 1 WHERE player = 'ann' AND \"table\" = 'rws'",
        ):
            tamperer.connection.exec_driver_sql(statement)
    meter = "meter of ann at rws under rws-non-commission@4"
    assert places(postgres_url) == {"account house", meter}


# --- entries that are not true, in chains that hold ---------------------------------------------


class Once:
    """Changes the first event of a kind, and remembers in which entry it was."""

    def __init__(
        self,
        kind: type[msgspec.Struct],
        change: Callable[[Recorded], tuple[Recorded, ...]],
        after: int = 0,
    ) -> None:
        self.position = 0
        self._kind = kind
        self._change = change
        self._after = after

    def __call__(self, link: Link) -> bytes:
        record = decode_table(link.body or b"")
        events: list[Recorded] = []
        for event in record.events:
            if not self.position and link.position > self._after and isinstance(event, self._kind):
                self.position = link.position
                events += self._change(event)
            else:
                events.append(event)
        return encode(msgspec.structs.replace(record, events=tuple(events)))


def rewritten(url: str, chain: str, change: Once) -> str:
    """Write a table anew with one event changed; give the place of it."""
    with tampering(url) as tamperer:
        tamperer.forge(chain, change)
    assert change.position, "nothing was changed"
    return f"{chain}, entry {change.position}"


def paid_more(event: Recorded) -> tuple[Recorded, ...]:
    assert isinstance(event, WagersPaid)
    first = event.bets[0]
    more = msgspec.structs.replace(first, returned=first.returned + 1, net=first.net + 1)
    return (WagersPaid((more, *event.bets[1:])),)


def test_a_bet_that_is_paid_wrongly_is_found_by_settling_it_again(database_url: str) -> None:
    played(database_url)
    once = Once(WagersPaid, paid_more)
    place = rewritten(database_url, "table/tiger", once)
    moved, settled = [each.what for each in audited(database_url).findings if each.place == place]
    assert "mbs-tiger@3 says returned" in settled
    assert moved.startswith("does not move what its events do: ")


def test_a_payment_that_events_and_movements_agree_on_is_found_all_the_same(
    sqlite_url: str,
) -> None:
    """What happened and what moved tell the same lie: only the rules know better."""
    played(sqlite_url)
    once = Once(WagersPaid, paid_more)

    def payout_too(link: Link) -> bytes:
        was, body = once.position, once(link)
        if was or not once.position:
            return body
        record = decode_table(body)
        entries = list(record.entries)
        at = next(n for n, each in enumerate(entries) if isinstance(each, Transfer))
        payout = entries[at]
        assert isinstance(payout, Transfer)
        entries[at] = msgspec.structs.replace(payout, amount=payout.amount + 1)
        return encode(msgspec.structs.replace(record, entries=tuple(entries)))

    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/rws", payout_too)
    place = f"table/rws, entry {once.position}"
    found = [each.what for each in audited(sqlite_url).findings if each.place == place]
    assert len(found) == 1
    assert "rws-non-commission@4 says returned" in found[0]


def test_a_bet_that_was_left_out_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    place = rewritten(sqlite_url, "table/nc", Once(WagersPaid, lambda _: (WagersPaid(()),)))
    assert any(
        finding.place == place and finding.what.endswith("is not settled")
        for finding in audited(sqlite_url).findings
    )


def other_card(event: Recorded) -> tuple[Recorded, ...]:
    """Put another card of the same value in its place, so that every hand stays as it was."""
    assert isinstance(event, CardDealt)
    suits = "mwafe" if event.card[1] in "mwafe" else "shdc"
    suit = suits[suits.index(event.card[1]) - 1]
    return (msgspec.structs.replace(event, card=event.card[0] + suit),)


@pytest.mark.parametrize("table", ["nc", "elements"])
def test_a_card_that_is_not_from_the_shoe_is_found_by_dealing_again(
    sqlite_url: str, table: str
) -> None:
    played(sqlite_url)
    place = rewritten(sqlite_url, f"table/{table}", Once(CardDealt, other_card))
    found = [each for each in audited(sqlite_url).findings if each.place == place]
    assert len(found) == 1
    assert found[0].what.endswith("in the revealed shoe")


def test_a_missing_reveal_is_found(database_url: str) -> None:
    played(database_url)
    once = Once(ShoeRevealed, lambda _: ())
    place = rewritten(database_url, "table/tiger", once)
    assert said(database_url) == [f"{place}: shoe 1 is over and not revealed"]


def test_the_reveal_of_a_closed_table_is_missed_too(sqlite_url: str) -> None:
    played(sqlite_url)
    with Database(sqlite_url).reading() as connection:
        closing = next(
            link.position
            for link in reading.links(connection, "table/nc")
            if b"TableClosed" in (link.body or b"")
        )
    place = rewritten(sqlite_url, "table/nc", Once(ShoeRevealed, lambda _: (), closing - 1))
    assert place == f"table/nc, entry {closing}"
    assert any(text.startswith(f"{place}: shoe") for text in said(sqlite_url))


def test_another_secret_is_found(sqlite_url: str) -> None:
    played(sqlite_url)

    def other(event: Recorded) -> tuple[Recorded, ...]:
        assert isinstance(event, ShoeRevealed)
        return (msgspec.structs.replace(event, secret="00" * 32),)

    place = rewritten(sqlite_url, "table/zero", Once(ShoeRevealed, other))
    whats = [each.what for each in audited(sqlite_url).findings if each.place == place]
    assert any("is not the one committed to" in what for what in whats)
    assert any("in the revealed shoe" in what for what in whats)


def test_a_shoe_that_is_promised_when_it_is_opened_is_found(sqlite_url: str) -> None:
    """A commitment together with the shoe, or none at all, binds nobody before the bets."""
    played(sqlite_url)
    secret = bytes(32)
    promise = ShoeCommitted(1, commitment(secret, table="rws", shoe=1))
    rewritten(sqlite_url, "table/rws", Once(ShoeCommitted, lambda _: ()))
    assert "table/rws, entry 2: shoe 1 is opened without a commitment" in said(sqlite_url)
    rewritten(sqlite_url, "table/rws", Once(ShoeOpened, lambda event: (promise, event)))
    assert "table/rws, entry 2: shoe 1 is opened together with its commitment" in said(sqlite_url)


def test_a_shoe_that_leaves_out_what_a_player_has_added_is_found(sqlite_url: str) -> None:
    """The order would fit its secret and its hash; only what was shown does not."""
    played(sqlite_url)

    def without(event: Recorded) -> tuple[Recorded, ...]:
        assert isinstance(event, ShoeMixed)
        return (msgspec.structs.replace(event, contributions=()),)

    place = rewritten(sqlite_url, "table/tiger", Once(ShoeMixed, without))
    assert f"{place}: shoe 1 is not mixed with what was promised and shown for it" in said(
        sqlite_url
    )
    with Database(sqlite_url).reading() as connection:
        told = story_of(chronicle(connection, "tiger-1"))
    assert "shoe 1 was not mixed with what was added to it" in told.doubts


def test_a_late_bet_is_found(sqlite_url: str) -> None:
    """A bet slipped in after “No more bets” fits every hash, and no rule."""
    played(sqlite_url)
    late = WagerPlaced("eve", "player", 100, 100)
    place = rewritten(sqlite_url, "table/rws", Once(BettingClosed, lambda event: (event, late)))
    assert f"{place}: WagerPlaced: the table refuses this here: betting is closed" in said(
        sqlite_url
    )


def test_a_gap_in_the_rounds_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/tiger", replaced(b'"round":3', b'"round":4'))
    assert any(text.endswith("round 4 comes after round 2") for text in said(sqlite_url))


def test_a_rulebook_that_was_altered_is_found(sqlite_url: str) -> None:
    played(sqlite_url)

    def kinder(event: Recorded) -> tuple[Recorded, ...]:
        assert isinstance(event, TableOpened)
        rulebook = event.settings.rulebook
        text = msgspec.json.encode(rulebook).replace(b'"8:1"', b'"9:1"')
        other = msgspec.json.decode(text, type=type(rulebook))
        settings = msgspec.structs.replace(event.settings, rulebook=other)
        return (msgspec.structs.replace(event, settings=settings),)

    place = rewritten(sqlite_url, "table/rws", Once(TableOpened, kinder))
    what = "rws-non-commission@4 is not the rulebook of that name in the library"
    assert f"{place}: {what}" in said(sqlite_url)


# --- money that no round moves ------------------------------------------------------------------


def with_one_more(
    tamperer: Tamperer, *entries: Transfer | OpenAccount, numbers: Numbers, cause: str = ""
) -> str:
    """Write one more batch at the end of the cage, as the house itself would."""
    links = tamperer.links(CAGE)
    record = msgspec.structs.replace(
        decode_cage(links[-1].body or b""), entries=entries, cause=cause, asked="", numbers=numbers
    )
    extra = links[-1]._replace(position=len(links) + 1, request=None, body=encode(record))
    tamperer.put(CAGE, [*links, extra])
    tamperer.forge(CAGE, lambda link: link.body)
    return f"cage, entry {len(links) + 1}"


def following(tamperer: Tamperer, *names: str) -> Numbers:
    """Number the next movement between two accounts."""
    debit, credit = (reading.accounts(tamperer.connection)[name].sequence + 1 for name in names)
    return ((debit, credit),)


PAYOUT = Transfer(
    id="payout:tiger-1:mine",
    debit="house:tiger",
    credit="ann",
    amount=777,
    purpose=Purpose.PAYOUT,
    reference=Reference(table="tiger", round="tiger-1", wager="tie", rulebook="mbs-tiger@3"),
)


@pytest.mark.parametrize(
    ("cause", "what"),
    [
        ("", "moves stakes or winnings, and is no entry of a table"),
        ("table/tiger 6", "names a cause, as only older books do"),
    ],
)
def test_a_payout_away_from_the_tables_is_found(sqlite_url: str, cause: str, what: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        numbers = following(tamperer, "house:tiger", "ann")
        place = with_one_more(tamperer, PAYOUT, numbers=numbers, cause=cause)
    assert f"{place}: {what}" in said(sqlite_url)


def test_a_batch_that_the_ledger_would_refuse_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    loan = Transfer(id="loan", debit="ann", credit="bob", amount=5, purpose=Purpose.BUY_IN)
    with tampering(sqlite_url) as tamperer:
        place = with_one_more(tamperer, loan, numbers=following(tamperer, "ann", "bob"))
    assert f"{place}: the ledger refuses this batch: player-to-player" in said(sqlite_url)


class Forged:
    """Changes the first entry of a table that moves money with an event of a kind."""

    def __init__(self, kind: str, change: Callable[[TableRecord], TableRecord]) -> None:
        self.place = ""
        self._kind = kind
        self._change = change

    def __call__(self, link: Link) -> bytes:
        record = decode_table(link.body or b"")
        kinds = {type(event).__name__ for event in record.events}
        if self.place or self._kind not in kinds or not record.entries:
            return link.body or b""
        self.place = f"{link.chain}, entry {link.position}"
        return encode(self._change(record))


def unmoved(record: TableRecord) -> TableRecord:
    return msgspec.structs.replace(record, entries=(), numbers=())


def more_moved(record: TableRecord) -> TableRecord:
    numbers = (*record.numbers, record.numbers[-1])
    return msgspec.structs.replace(record, entries=(*record.entries, PAYOUT), numbers=numbers)


@pytest.mark.parametrize("kind", ["WagerPlaced", "WagersPaid", "RoundVoided"])
@pytest.mark.parametrize("change", [unmoved, more_moved])
def test_an_entry_moves_what_its_events_do_and_nothing_else(
    sqlite_url: str, kind: str, change: Callable[[TableRecord], TableRecord]
) -> None:
    played(sqlite_url)
    forged = Forged(kind, change)
    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/tiger", forged)
    found = [str(each) for each in audited(sqlite_url).findings]
    assert any(each.startswith(f"{forged.place}: does not move what its events") for each in found)


# --- movements out of their order ---------------------------------------------------------------


def skipped(record: TableRecord) -> TableRecord:
    (debit, credit), *others = record.numbers
    return msgspec.structs.replace(record, numbers=((debit + 1, credit), *others))


def test_a_movement_out_of_its_accounts_order_is_found(database_url: str) -> None:
    played(database_url)
    forged = Forged("WagerPlaced", skipped)
    with tampering(database_url) as tamperer:
        tamperer.forge("table/rws", forged)
        position = int(forged.place.rpartition(" ")[2])
        body = tamperer.links("table/rws")[position - 1].body
    number = msgspec.json.decode(body or b"")["numbers"][0][0]
    first, second = said(database_url)
    assert (
        first == f"{forged.place}: is movement {number} of account ann, and {number - 1} comes next"
    )
    assert second.endswith(f"is movement {number} of account ann, and {number + 1} comes next")


def test_movements_without_numbers_are_found(sqlite_url: str) -> None:
    played(sqlite_url)
    forged = Forged("WagersPaid", lambda record: msgspec.structs.replace(record, numbers=()))
    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/nc", forged)
    (found,) = audited(sqlite_url).findings
    assert found.place == forged.place
    assert found.what.startswith("0 of ")


def test_an_entry_that_cannot_be_read_or_folded_ends_the_audit_of_its_table(
    sqlite_url: str,
) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.rewrite("table/rws", lambda link: link.body if link.position < 9 else b"{}")
        tamperer.forge("table/nc", replaced(b'"card":"', b'"card":"?'))
    found = audited(sqlite_url).findings
    assert any(each.place == "table/rws, entry 9" for each in found)
    assert any("does not follow from what came before" in each.what for each in found)


def test_a_damaged_backup_is_named_by_its_line(tmp_path: Path, sqlite_url: str) -> None:
    played(sqlite_url)
    path = tmp_path / "house.gz"
    back_up(Database(sqlite_url), path, KEY)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    lines[7] = lines[7].replace(b"house", b"mouse", 1)
    path.write_bytes(gzip.compress(b"".join(lines)))
    with pytest.raises(Unverified, match="line 8"), restored_temporarily(path):
        pass


@pytest.mark.parametrize("chain", [CAGE, COMMITS, CHECKPOINTS, "table/rws"])
def test_a_changed_head_is_found_where_its_chain_ends(sqlite_url: str, chain: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        table = schema.heads
        wrong = update(table).where(table.c.chain == chain).values(hash=bytes(32))
        tamperer.connection.execute(wrong)
        last = reading.heads(tamperer.connection)[chain].position
    assert places(sqlite_url) == {f"{chain}, entry {last}"}
