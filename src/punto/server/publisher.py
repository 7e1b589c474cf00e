"""What was stored, shown: to everyone what anyone may see, to each what is his."""

import asyncio
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from punto.coup.event import (
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagerPlaced,
    WagersPaid,
    WagerWithdrawn,
)
from punto.house.chain import CAGE, PATRONS, TERMINALS, Link
from punto.house.house import Change, Written
from punto.house.record import decode_patron, decode_terminal
from punto.house.request import own_id
from punto.people import Role
from punto.protocol.tell import YourBalance, YourResult, YourTicket
from punto.server.async_writer import AsyncWriter
from punto.server.broadcast import Entry, TableBroadcast
from punto.server.connection import Connection
from punto.server.connections import Connections
from punto.server.consoles import Consoles
from punto.server.contributing import your_contribution
from punto.server.player import brought_earlier, stakes_of, voided_rounds
from punto.server.protection import your_protection
from punto.server.round_log import note_rounds
from punto.server.round_results import results_at
from punto.server.session import Session
from punto.server.sessions import Sessions
from punto.server.tables import Tables
from punto.server.tickets_in_hand import TicketsInHand
from punto.table import Table
from punto.table.event import SeatLeft, SeatTaken, StoodBehind
from punto.table.record import ContributionPromised, Recorded, TableOpened

_END = (WagersPaid, RoundSettledAgain, RoundVoided)
"""With these, what became of every wager of the round is known."""

_BETS = frozenset({WagerPlaced, WagerWithdrawn})
"""Where nothing else has happened, only stakes and credits are others than before."""

_SEATING = (SeatTaken, StoodBehind, SeatLeft)


class Publisher:
    """Follows the journal, and tells everyone what concerns them."""

    def __init__(
        self,
        writer: AsyncWriter,
        tables: Tables,
        sessions: Sessions,
        connections: Connections,
        tickets: TicketsInHand,
        consoles: Consoles,
    ) -> None:
        self._writer = writer
        self._tables = tables
        self._sessions = sessions
        self._connections = connections
        self._tickets = tickets
        self._consoles = consoles
        self.bets = 0
        """How many wagers were placed and shown."""
        self._is_counting = True
        """Whether this process has the table: what another has stored is counted there."""

    def begin(self) -> None:
        """Follow the writer, who tells what is stored in a thread of his own."""
        loop = asyncio.get_running_loop()

        def stored(changes: tuple[Change, ...]) -> None:
            loop.call_soon_threadsafe(self.publish, changes)

        self._writer.watch(stored)

    def publish(self, changes: Iterable[Change]) -> None:
        """Show what was stored, with the tables as they then were."""
        at_tables: dict[str, list[Entry]] = {}
        for change in changes:
            for written in change.written:
                if written.link.chain == CAGE:
                    self._publish_at_cage(written)
                elif written.house_table is not None:
                    entry = Entry(written.link, written.events, written.house_table)
                    at_tables.setdefault(written.house_table.id, []).append(entry)
                elif written.link.chain == PATRONS:
                    self._publish_patron(written.link, is_foreign=change.is_foreign)
                elif written.link.chain == TERMINALS:
                    self._publish_terminal(written.link)
        for table_id, entries in at_tables.items():
            self._publish_at(table_id, entries)

    def _publish_at_cage(self, written: Written) -> None:
        """Tell whose credits have moved, and whether a ticket is in hand, on all their screens."""
        for account in self._tickets.follow(written.link, written.batch.entries):
            request = own_id(written.link.request, account)
            self.tell_balance(account, request)
            for connection in self._connections.of_account.get(account, ()):
                self.tell_ticket(connection, request)

    def _publish_patron(self, link: Link, *, is_foreign: bool) -> None:
        """Tell somebody what protects him, on all his screens."""
        patron = decode_patron(link.body or b"").patron
        if is_foreign:
            self._send_away(patron.id)
        if patron.protection is not None:
            request = own_id(link.request, patron.id)
            told = your_protection(patron.protection, link.at_ms, request)
            self._connections.tell_account(patron.id, told)

    def _publish_terminal(self, link: Link) -> None:
        """Close the screens of a browser that is a terminal no more; an invitation ends nothing."""
        terminal = decode_terminal(link.body or b"").terminal
        if not terminal.code:
            for connection in list(self._connections.of_account.get(terminal.id, ())):
                connection.sign_out()

    def _send_away(self, account: str) -> None:
        """Close the screens of visits that were ended at another node."""
        over = self._sessions.over(account)
        for connection in list(self._connections.of_account.get(account, ())):
            if connection.session in over:
                connection.sign_out()
        for visit in over:  # that it has ended is forgotten once a visit of its age would be idle
            self._sessions.end(visit)

    def _publish_at(self, table_id: str, entries: list[Entry]) -> None:
        broadcast = self._tables.broadcasts.get(table_id)
        known = broadcast.version if broadcast is not None else 0
        new, only_bets = [], True
        for entry in entries:
            if entry.link.position > known:
                new.append(entry)
                only_bets = only_bets and _BETS.issuperset(map(type, entry.events))
        is_here = self._writer.has_all or self._writer.has(table_id)
        if not only_bets:
            self._note(table_id, new, is_here=is_here)
        if broadcast is None or not new:
            return
        self._is_counting = is_here
        before = broadcast.view.house_table.table
        is_due_otherwise = broadcast.publish(new, only_bets=only_bets)
        for entry in new:
            if only_bets:
                self._tell_staked(entry)
            else:
                self._tell_bettors(broadcast, entry, before)
            before = entry.house_table.table
        if not only_bets:
            broadcast.waiting = self._tables.waiting.at(table_id)
        if table_id in self._consoles.at:
            self._consoles.show(broadcast)
        if is_due_otherwise:
            self._tables.wake(table_id)

    def _note(self, table_id: str, entries: list[Entry], *, is_here: bool) -> None:
        """Note rounds in the log, and call those who decide where something waits for them."""
        for entry in entries if is_here else ():
            note_rounds(table_id, entry)
        waiting = self._tables.waiting
        changed = [waiting.note(table_id, each.link.at_ms, each.events) for each in entries]
        if any(changed):
            self._consoles.show_queue(self._tables.queue())

    # --- to each what is his --------------------------------------------------------------------

    def _tell_bettors(self, broadcast: TableBroadcast, entry: Entry, before: Table) -> None:
        """Tell those whose wagers these are: the new balance first, then what became of them."""
        events = entry.events
        voided = voided_rounds(entry.house_table.table, events)
        if broadcast.is_own and voided:
            self._take_off_strips(broadcast.id, voided)
        touched = self._staked(events)
        if any(isinstance(event, BettingOpened) for event in events) and not broadcast.is_own:
            self._begin_round(broadcast.id, broadcast)
        self._tell_seated(broadcast, entry, before)
        for event in events:
            if isinstance(event, ContributionPromised):
                request = own_id(entry.link.request, event.bettor)
                told = your_contribution(broadcast, event.bettor, request)
                self._connections.tell_account(event.bettor, told)
        results = self._counted(broadcast.name, entry, before)
        for account, brought in brought_earlier(events).items():
            touched.add(account)
            for session in self._sessions.of_account(account):
                session.settled(-brought)
        for account in touched | set(results):
            self.tell_balance(account, own_id(entry.link.request, account))
        for account, result in results.items():
            request = own_id(entry.link.request, account)
            self._connections.tell_account(account, replace(result, id=request))

    def _tell_staked(self, entry: Entry) -> None:
        """Tell those who have placed or withdrawn wagers what they have now."""
        for account in self._staked(entry.events):
            self.tell_balance(account, own_id(entry.link.request, account))

    def _staked(self, events: Iterable[Recorded]) -> set[str]:
        """Name who has placed or withdrawn wagers, and count those placed."""
        touched: set[str] = set()
        for event in events:
            if isinstance(event, WagerPlaced | WagerWithdrawn):
                touched.add(event.bettor)
                self.bets += self._is_counting and isinstance(event, WagerPlaced)
        return touched

    def _tell_seated(self, broadcast: TableBroadcast, entry: Entry, before: Table) -> None:
        """Tell those who have sat down or left, or whose table was opened again, where they sit."""
        moved = {e.bettor for e in entry.events if isinstance(e, _SEATING)}
        if any(isinstance(event, TableOpened) for event in entry.events):
            moved |= {*before.placed} - {*entry.house_table.table.placed}
        for bettor in moved:
            request = own_id(entry.link.request, bettor)
            seat = replace(broadcast.seat_of(bettor), id=request)
            self._connections.tell_account(bettor, seat)

    def _counted(self, name: str, entry: Entry, before: Table) -> dict[str, YourResult]:
        """Sort the results of a round that is now over, and count them in their sessions."""
        if not any(isinstance(event, _END) for event in entry.events):
            return {}
        results = results_at(name, entry.house_table.table)
        again = any(isinstance(event, RoundSettledAgain) for event in entry.events)
        told = results_at(name, before) if again else {}
        for account, result in results.items():
            counted = told[account].net if account in told else 0
            won = 0 if result.void else max(0, result.net)
            for session in self._sessions.of_account(account):
                session.settled(result.net - counted, won)
        return results

    def _take_off_strips(self, table_id: str, voided: Collection[int]) -> None:
        """Take the results of void hands off the strip of whoever has this table for himself."""
        for player in self._tables.players_at(table_id):
            player.sitting = player.sitting.without(voided)
            self._connections.tell_account(player.account, player.strip_message())

    def _begin_round(self, table_id: str, broadcast: TableBroadcast) -> None:
        for player in self._tables.players_at(table_id):
            player.begin_round(stakes_of(broadcast.view.house_table.table, player.account))
            self._connections.tell_account(player.account, player.stakes_message())

    def balance(self, session: Session, request: str | None = None) -> YourBalance:
        """Show what somebody has."""
        account, owed = self._writer.purse(session.account)
        return YourBalance(
            available=account.available if account else 0,
            held=account.held if account else 0,
            net=session.net,
            last_win=session.last_win,
            owed=owed,
            id=request,
        )

    def tell_balance(self, account: str, request: str | None = None) -> None:
        """Show somebody what he has, on all his screens."""
        for connection in self._connections.of_account.get(account, ()):
            if connection.session is not None:
                connection.tell(self.balance(connection.session, request))

    def tell_ticket(self, connection: Connection, request: str | None = None) -> None:
        """Show a terminal the ticket that it has in hand, or that there is none."""
        session = connection.session
        if session is not None and session.role is Role.TERMINAL:
            ticket = self._tickets.of(session.account)
            connection.tell(YourTicket(ticket=ticket, id=request))
