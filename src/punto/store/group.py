"""A group of requests that are stored together: carried out one by one over one working set.

It ends with a commit, which lists what is stored, and with a checkpoint when one is due.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from punto.errors import Unverified
from punto.house.answer import Answer, Done
from punto.house.carry_out import carry_out, first_unauthorized
from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, Link, linked
from punto.house.code import Code
from punto.house.context import Context, Past
from punto.house.counter import ticket_of
from punto.house.house import Change, House, Written, extended
from punto.house.record import CommitRecord, decode_request, encode, encode_plain
from punto.house.request import CashOut, OpenTable, Request
from punto.ledger import Account, Meters, Movement, OpenAccount, meter, metered
from punto.refusal import Refusal
from punto.store import reading, schema
from punto.store.bulk import rows_among
from punto.store.checkpoint import checkpoint_of, checkpoint_record
from punto.store.forward import brought_forward
from punto.store.key import HouseKey
from punto.store.terms import Bounds
from punto.store.working_set import WorkingSet, authentic
from punto.table.record import Recorded, TableOpened

log = logging.getLogger("punto.store")

Reply = Callable[[Answer], None]
Told = TypeVar("Told")

MOMENT: Final = 0.025
"""So many seconds a group may take, its commit aside: everyone else waits meanwhile."""

FEWEST: Final = 16
"""So many may always be stored together, however long each takes."""

MOST: Final = 256

_WEIGHT: Final = 0.25
"""Of the last group, in what is known of how long one request takes."""

CHECKPOINT_EVERY: Final = 5_000
_CHAIN: Final = attrgetter("chain")


class Waiting(NamedTuple):
    """A request that waits for its turn, and whom to answer."""

    asked: Request
    reply: Reply


class GroupSize:
    """Learns from the last groups how long a request takes: a hand takes ten times what a bet does.

    What a commit takes does not count. On a slow disk more are to be stored with each.
    """

    def __init__(self) -> None:
        self._seconds_each = 0.0

    @property
    def most(self) -> int:
        """How many may be in the next group."""
        if self._seconds_each * MOST <= MOMENT:
            return MOST
        return max(FEWEST, int(MOMENT / self._seconds_each))

    def took(self, requests: int, seconds: float) -> None:
        """Be told how long a group took, without its commit."""
        if requests:
            self._seconds_each += _WEIGHT * (seconds / requests - self._seconds_each)


class GroupContext(NamedTuple):
    """What a group is carried out with, whatever is in it."""

    now_ms: int
    draw_secret: Callable[[], bytes]
    key: HouseKey
    bounds: Bounds


class Group:
    """Carries out requests one after the other; nothing of it is stored yet."""

    def __init__(
        self, connection: Connection, working_set: WorkingSet, given: GroupContext
    ) -> None:
        self.answers: list[tuple[Reply, Answer]] = []
        self.changes: list[Change] = []
        self._connection = connection
        self._working_set = working_set
        self._given = given
        self.longest_odds = 0
        """Of any table that was opened so far, in this group too."""
        self._fresh: dict[str, Movement] = {}
        self._looked_through = 0
        """What has moved in this group, as far as somebody has asked: so many changes of it."""
        self._looked_up: dict[str, Account] = {}
        """Accounts that only the journal could name, as they were before the group."""

    def carry_out(self, house: House, waiting: list[Waiting], longest_odds: int) -> House:
        """Read what the requests need, look up which were done before, and carry out the others.

        Gives the house with all that was read, before anything was changed.
        """
        self.longest_odds = longest_odds
        # A malformed id never reaches the database, which might refuse it and stop play for all.
        sound, keys = [], []
        for asked, _ in waiting:
            if asked.is_well_formed:
                sound.append(asked)
                keys += [asked.key] if asked.key else []
        house = before = self._working_set.brought(self._connection, house, sound)
        done = reading.answered(self._connection, keys) if keys else {}
        context = self._context()
        for asked, reply in waiting:
            change = self._one(house, asked, done, context)
            if isinstance(change, Change):
                house = change.house
                self.changes.append(change)
                if type(asked.what) is OpenTable:
                    odds = max(longest_opened(each.events) for each in change.written)
                    self.longest_odds = max(self.longest_odds, odds)
                    context = context._replace(longest_odds=self.longest_odds)
                self.answers.append((reply, _answer(change)))
                if asked.key and change.refusal is None:
                    done[asked.key] = change.written[0].link
            else:
                self.answers.append((reply, change))
        if not self._looked_up:
            return before
        # What no change has taken up is not at hand afterwards: it is read again when needed.
        found = {name: each for name, each in self._looked_up.items() if name in house.accounts}
        self._working_set.use(found)
        return replace(before, accounts=before.accounts.update(found))

    def _one(
        self, house: House, asked: Request, done: Mapping[str, Link], context: Context
    ) -> Change | Answer:
        damaged = self._working_set.damage_to(house, asked)
        if damaged is not None:
            return damaged
        before = done.get(asked.key or "")
        if before is None:
            return _carried_out(house, asked, context)
        unauthorized = first_unauthorized(house, asked)
        return unauthorized[1] if unauthorized else _again(asked, before, house, self._given.key)

    # --- looking up -----------------------------------------------------------------------------

    def _context(self) -> Context:
        given, connection = self._given, self._connection
        return Context(
            given.now_ms,
            given.draw_secret,
            given.key,
            self._find,
            self._account,
            Past(
                forward=lambda: brought_forward(connection),
                in_order=lambda reached: reading.sound(
                    connection, reading.in_order(connection, reached)
                ),
                links=lambda chain, after, last: reading.sound(
                    connection, reading.links(connection, chain, after, last)
                ),
            ),
            self._lost,
            self._written_ms,
            given.bounds.sale_maximum,
            self.longest_odds,
            given.bounds.day_turns,
            given.bounds.game_ms,
        )

    def _find(self, key: str) -> Movement | None:
        if not key:
            return None
        for change in self.changes[self._looked_through :]:
            for written in change.written:
                moves = (e for e in written.batch.entries if not isinstance(e, OpenAccount))
                self._fresh.update((entry.id, entry) for entry in moves)
        self._looked_through = len(self.changes)
        return self._fresh.get(key) or reading.entry(self._connection, key)

    def _lost(self, account: str) -> int:
        """Add up the meters of an account, as they are stored and as this group raises them."""
        raised: Meters = Map()
        for change in self.changes:
            for each in change.written:
                raised = metered(raised, each.ledger, each.batch.entries)
        now = meter(raised, player=account)
        return reading.lost(self._connection, account) + now.coin_in - now.coin_out

    def _written_ms(self, chain: str) -> int:
        written = (each.link for change in reversed(self.changes) for each in change.written)
        fresh = next((link.at_ms for link in written if link.chain == chain), None)
        return reading.written_ms(self._connection, chain) if fresh is None else fresh

    def _account(self, name: str) -> Account | None:
        rows = rows_among(self._connection, schema.accounts, "id", [name], for_update=True)
        if not rows:
            return None
        self._looked_up[name] = authentic(rows[0], self._given.key)
        return self._looked_up[name]


def longest_opened(events: Iterable[Recorded]) -> int:
    """Give the longest odds of the tables that were opened; 0 where none was."""
    opened = (event for event in events if isinstance(event, TableOpened))
    return max(
        (wager.most for each in opened for wager in each.settings.rulebook.wagers), default=0
    )


def _carried_out(house: House, asked: Request, context: Context) -> Change | Refusal:
    """Keep a mistake of ours to the one request that met it; the house is a value, unchanged."""
    try:
        return carry_out(house, asked, context)
    except (SQLAlchemyError, OSError):
        raise
    except Unverified as error:
        log.error("%s", error)  # noqa: TRY400 – where it was found says nothing more
        return Refusal(Code.BOOKS_DAMAGED, str(error))
    except Exception:
        log.exception("a request failed: %s of %s", type(asked.what).__name__, asked.actor)
        return Refusal(Code.FAULT, "the house made a mistake; nothing was done")


def _answer(change: Change) -> Answer:
    if change.refusal is not None:
        return change.refusal
    link = change.written[0].link
    return Done(link=link, ticket=change.ticket, has_more=change.has_more)


def _again(asked: Request, link: Link, house: House, key: HouseKey) -> Answer:
    """Answer a request that was carried out before, if it is the same one."""
    if link.body is not None and decode_request(link.body).asked != asked.digest:
        return Refusal(Code.ID_CLASH, "this id was used before, for something else")
    is_cash_out = isinstance(asked.what, CashOut)
    ticket = ticket_of(house, asked.key or "", key) if is_cash_out else None
    return Done(link=link, ticket=ticket, again=True)


def reply_all(answers: Iterable[tuple[Callable[[Told], None], Told]]) -> None:
    """Tell everyone; one who cannot be told does not keep the others waiting."""
    for reply, answer in answers:
        try:
            reply(answer)
        except Exception:
            log.exception("an answer could not be given")


# --- the end of every group ---------------------------------------------------------------------


class Commits:
    """Lists what is stored together, and signs it from time to time."""

    def __init__(self, key: HouseKey) -> None:
        self._key = key
        self._since_checkpoint = 0

    def want_checkpoint(self) -> None:
        """Let the next one that is added be signed, whatever is in it."""
        self._since_checkpoint = CHECKPOINT_EVERY

    def add(self, house: House, changes: list[Change], now_ms: int) -> None:
        """Add the commit of changes to them; without any, of the house as it is."""
        links = [each.link for change in changes for each in change.written]
        house = changes[-1].house if changes else house
        if links:
            commit = committed(house, map(_CHAIN, links), links, now_ms)
            house = extended(house, commit)
            changes.append(Change(house, (Written(commit),)))
        self._since_checkpoint += len(links)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            record = checkpoint_record(checkpoint_of(house.heads, now_ms, self._key))
            link = linked(house.head(CHECKPOINTS), CHECKPOINTS, now_ms, None, encode(record))
            changes.append(Change(extended(house, link), (Written(link),)))
            self._since_checkpoint = 0


def committed(house: House, chains: Iterable[str], stored: Iterable[Link], now_ms: int) -> Link:
    """Make the commit of entries that are stored together, in the order in which they were made."""
    places: dict[str, int] = {}
    heads: list[tuple[str, int, str]] = []
    for chain in chains:
        if chain not in places:
            places[chain] = len(places)
            head = house.heads.get(chain, EMPTY)
            heads.append((chain, head.position, head.hash.hex()))
    record = CommitRecord(heads=tuple(heads), order=_runs(places, stored))
    return linked(house.heads.get(COMMITS, EMPTY), COMMITS, now_ms, None, encode_plain(record))


def _runs(places: Mapping[str, int], stored: Iterable[Link]) -> tuple[tuple[int, int], ...]:
    """Count how many entries of one chain come after each other, and then of which."""
    runs: list[tuple[int, int]] = []
    for link in stored:
        place = places[link.chain]
        if runs and runs[-1][0] == place:
            runs[-1] = place, runs[-1][1] + 1
        else:
            runs.append((place, 1))
    return tuple(runs)
