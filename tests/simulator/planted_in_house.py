"""Bugs to plant in a whole house: in table, ledger, house, store, server and protocol.

Each is one line that somebody could write by mistake, in the place where it would be written.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from punto.protocol import Seen, View
from punto.refusal import Refusal
from punto.server.broadcast import TableBroadcast
from punto.server.player import Player
from punto.server.publisher import Publisher
from punto.store import Writer
from punto.table.house_table import HouseTable
from punto.table.record import Recorded

Plant = Callable[[pytest.MonkeyPatch], None]

COUP_BETTING: Final[Any] = import_module("punto.coup.betting")
STEP: Final[Any] = import_module("punto.coup.step")
CLOCK: Final[Any] = import_module("punto.table.clock")
TABLE_BETTING: Final[Any] = import_module("punto.table.betting")
WAGERING: Final[Any] = import_module("punto.ledger.wagering")
APPLYING: Final[Any] = import_module("punto.ledger.applying")
LEDGER: Final[Any] = import_module("punto.ledger.ledger")
PROTECTING: Final[Any] = import_module("punto.house.protecting")
GROUP: Final[Any] = import_module("punto.store.group")
WRITER: Final[Any] = import_module("punto.store.writer")
DATABASE: Final[Any] = import_module("punto.store.database")
ANSWERING: Final[Any] = import_module("punto.server.answering")
BROADCAST: Final[Any] = import_module("punto.server.broadcast")
PLAYER: Final[Any] = import_module("punto.server.player")


# --- table --------------------------------------------------------------------------------------


def _pays_six_even(patch: pytest.MonkeyPatch) -> None:
    right = STEP.settled_bets
    patch.setattr(
        STEP,
        "settled_bets",
        lambda coup: [
            replace(bet, returned=bet.returned + bet.stake, net=bet.net + bet.stake)
            if bet.outcome == "win"
            else bet
            for bet in right(coup)
        ],
    )


def _loses_pushes(patch: pytest.MonkeyPatch) -> None:
    right = STEP.settled_bets
    patch.setattr(
        STEP,
        "settled_bets",
        lambda coup: [
            replace(bet, outcome="lose", returned=0, net=-bet.stake)
            if bet.outcome == "push"
            else bet
            for bet in right(coup)
        ],
    )


# --- ledger -------------------------------------------------------------------------------------


def _gives_lost_stakes_back(patch: pytest.MonkeyPatch) -> None:
    right = WAGERING._ended
    patch.setattr(
        WAGERING,
        "_ended",
        lambda played, settled: right(
            played,
            replace(settled, outcome=WAGERING.Outcome.PUSH)
            if settled.outcome is WAGERING.Outcome.LOSE
            else settled,
        ),
    )


def _pays_one_more(patch: pytest.MonkeyPatch) -> None:
    right = WAGERING._payout
    patch.setattr(WAGERING, "_payout", lambda played, bet, won: right(played, bet, won + 1))


def _lets_go_below_zero(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(APPLYING, "NEVER_BELOW_ZERO", frozenset())


def _numbers_a_movement_twice(patch: pytest.MonkeyPatch) -> None:
    right = LEDGER.numbered
    patch.setattr(
        import_module("punto.house.house"),
        "numbered",
        lambda *given: tuple((max(1, one - 1), other) for one, other in right(*given)),
    )


# --- house --------------------------------------------------------------------------------------


def _forgets_protection(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(PROTECTING, "refusal_code", lambda *_: None)


# --- store --------------------------------------------------------------------------------------


def _syncs_nothing(patch: pytest.MonkeyPatch) -> None:
    right = DATABASE.begin_writing

    def wrong(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA synchronous=OFF")
        right(connection)

    patch.setattr(DATABASE, "begin_writing", wrong)


def _believes_an_error(patch: pytest.MonkeyPatch) -> None:
    """Take a failed commit for one that was stored."""
    right = Writer._stop

    def wrong(self: Writer, error: Exception, changes: Any) -> str:  # noqa: ANN401 – changes
        if changes:
            self._publish(changes)
        return right(self, error, changes)

    patch.setattr(Writer, "_stop", wrong)


def _keeps_what_failed(patch: pytest.MonkeyPatch) -> None:
    """Go on with the house in memory after a fault, instead of what is stored."""

    def wrong(self: Writer) -> None:
        self._connection.rollback() if self._connection.in_transaction() else None

    patch.setattr(Writer, "_forget", wrong)
    right = Writer._stop

    def stop(self: Writer, error: Exception, changes: Any) -> str:  # noqa: ANN401 – changes
        if changes:
            self.house = changes[-1].house
        return right(self, error, changes)

    patch.setattr(Writer, "_stop", stop)


def _never_tries_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Writer, "_try_again", lambda _: None)


# --- server and protocol ------------------------------------------------------------------------


def _loses_a_frame(patch: pytest.MonkeyPatch) -> None:
    """Show two of three entries only."""
    right = TableBroadcast.publish

    def wrong(self: TableBroadcast, entries: Any, **given: bool) -> bool:  # noqa: ANN401 – entries
        if self.version % 7 != 3:
            return right(self, entries, **given)
        watchers, self.watchers = self.watchers, set()
        is_known = right(self, entries, **given)
        self.watchers = watchers
        return is_known

    patch.setattr(TableBroadcast, "publish", wrong)
    patch.setattr(TableBroadcast, "frames_since", lambda *_: [])


class _ForgetfulView(View):
    """Shows only the first of several events."""

    def seen(self, events: Sequence[Recorded], after: HouseTable) -> list[Seen]:
        return super().seen(events, after)[:1]


def _leaves_events_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BROADCAST, "View", _ForgetfulView)


def _shows_old_balance(patch: pytest.MonkeyPatch) -> None:
    right = Publisher.balance
    patch.setattr(
        Publisher,
        "balance",
        lambda self, session, request=None: replace(
            right(self, session, request), available=right(self, session, request).available + 1
        ),
    )


def _accepts_not_stored(patch: pytest.MonkeyPatch) -> None:
    """Say yes where nothing could be stored."""
    right = Player.deal

    async def wrong(self: Player, said: Any, connection: Any) -> Any:  # noqa: ANN401
        outcome = await right(self, said, connection)
        if not isinstance(outcome, Refusal | PLAYER.Accepted):
            return PLAYER.Accepted(id=said.id, version=self.broadcast.version + 1)
        return outcome

    patch.setattr(Player, "deal", wrong)


def _wrong_version(patch: pytest.MonkeyPatch) -> None:
    right = PLAYER.Accepted
    patch.setattr(
        PLAYER,
        "Accepted",
        lambda id, version=None: right(id=id, version=version and version + 1),  # noqa: A006
    )


def _forgets_the_answer(patch: pytest.MonkeyPatch) -> None:
    """Leave an answer out now and then."""
    right = ANSWERING.answer

    async def wrong(house: Any, connection: Any, said: Any) -> None:  # noqa: ANN401
        if getattr(said, "wager", "") != "tie":
            await right(house, connection, said)

    patch.setattr(import_module("punto.server.sockets"), "answer", wrong)


def _stops_the_driver(patch: pytest.MonkeyPatch) -> None:
    driver = import_module("punto.server.driver")
    right = driver.Driver._act

    async def wrong(self: Any, action: Any) -> None:  # noqa: ANN401 – a driver
        if type(action).__name__ == "PayWinning" and self._broadcast.version > 25:
            await self._time.until(None)
        await right(self, action)

    patch.setattr(driver.Driver, "_act", wrong)


def _stakes_one_chip_less(patch: pytest.MonkeyPatch) -> None:
    right = PLAYER.changes

    def wrong(account: str, have: Any, want: Any) -> Any:  # noqa: ANN401 – stakes
        for action in right(account, have, want):
            amount = getattr(action, "amount", 0)
            yield replace(action, amount=amount // 2) if amount > 200 else action

    patch.setattr(PLAYER, "changes", wrong)


def _late_bets(patch: pytest.MonkeyPatch) -> None:
    for place in (COUP_BETTING, CLOCK):
        patch.setattr(place, "is_past_deadline", lambda *_: False)


def _forgets_limits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TABLE_BETTING, "_limited", lambda *_: None)
    patch.setattr(TABLE_BETTING, "_filled", lambda *_: None)


def _publishes_in_doubt(patch: pytest.MonkeyPatch) -> None:
    """Believe that a group in doubt was stored."""
    patch.setattr(Writer, "_is_stored", lambda *_: True)


def _refuses_what_is_done(patch: pytest.MonkeyPatch) -> None:
    """Refuse a request that comes again after a restart."""

    async def nothing(*_: object) -> None:
        return None

    patch.setattr(ANSWERING, "_answered_before", nothing)
    right = GROUP._again
    refusal = Refusal("again", "asked before")
    patch.setattr(GROUP, "_again", lambda *given: refusal if given else right(*given))


def _mistakes_an_answer(patch: pytest.MonkeyPatch) -> None:
    """Answer each of a group with what the one before was told."""
    right = GROUP.reply_all

    def wrong(answers: Any) -> None:  # noqa: ANN401 – answers
        pairs = list(answers)
        replies = [reply for reply, _ in pairs]
        told = [answer for _, answer in pairs]
        right(zip(replies, told[1:] + told[:1], strict=True))

    patch.setattr(WRITER, "reply_all", wrong)


PLANTED: Final[dict[str, Plant]] = {
    "table: a win pays the stake once more": _pays_six_even,
    "table: a push is lost": _loses_pushes,
    "table: bets after the deadline": _late_bets,
    "table: limits are not looked at": _forgets_limits,
    "ledger: a lost stake is given back": _gives_lost_stakes_back,
    "ledger: a win is paid one too much": _pays_one_more,
    "ledger: an account goes below zero": _lets_go_below_zero,
    "ledger: a movement has the number of another": _numbers_a_movement_twice,
    "house: nobody is protected": _forgets_protection,
    "store: nothing is synced": _syncs_nothing,
    "store: a failed commit is published": _believes_an_error,
    "store: a house that was not stored goes on": _keeps_what_failed,
    "store: play stays stopped": _never_tries_again,
    "store: what is in doubt counts as stored": _publishes_in_doubt,
    "store: answers are mixed up": _mistakes_an_answer,
    "server: a frame is lost and never sent again": _loses_a_frame,
    "server: a yes without anything stored": _accepts_not_stored,
    "server: a wrong version": _wrong_version,
    "server: an answer is forgotten": _forgets_the_answer,
    "server: a driver stops": _stops_the_driver,
    "server: half of a stake": _stakes_one_chip_less,
    "server: what was done is refused when asked again": _refuses_what_is_done,
    "protocol: an event of a frame is left out": _leaves_events_out,
    "protocol: a balance that is one too high": _shows_old_balance,
}

FOUND: Final[dict[str, int]] = {
    "table: a win pays the stake once more": 0,
    "table: a push is lost": 3,
    "table: bets after the deadline": 0,
    "table: limits are not looked at": 1,
    "ledger: a lost stake is given back": 0,
    "ledger: a win is paid one too much": 0,
    "ledger: an account goes below zero": 9,
    "ledger: a movement has the number of another": 0,
    "house: nobody is protected": 8,
    "store: nothing is synced": 0,
    "store: a failed commit is published": 0,
    "store: a house that was not stored goes on": 8,
    "store: play stays stopped": 3,
    "store: what is in doubt counts as stored": 0,
    "store: answers are mixed up": 1,
    "server: a frame is lost and never sent again": 0,
    "server: a yes without anything stored": 0,
    "server: a wrong version": 0,
    "server: an answer is forgotten": 0,
    "server: a driver stops": 10,
    "server: half of a stake": 0,
    "server: what was done is refused when asked again": 3,
    "protocol: an event of a frame is left out": 1,
    "protocol: a balance that is one too high": 0,
}
"""The first seed that finds each: so many histories more were right with the bug in place."""
