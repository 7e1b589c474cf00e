"""The house while it is open: tables and who watches them, sessions and what they ask."""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from itertools import groupby

from punto.coup.event import BettingOpened, RoundSettledAgain, WagerPlaced, WagerWithdrawn
from punto.house.actor import Role
from punto.house.chain import ACCOUNTS, Link, is_of_table, table_chain, table_of
from punto.house.house import NO_TABLE
from punto.house.record import decode_table
from punto.protocol import PROTOCOL, Tell
from punto.protocol.tell import Trouble, Welcome, YourBalance, YourResult, YourTicket
from punto.server.config import HouseConfig, TableConfig, is_own, settings_of
from punto.server.connection import Connection
from punto.server.desk import Desk
from punto.server.driver import Driver
from punto.server.house_time import HouseTime
from punto.server.hub import Results, TableHub
from punto.server.in_hand import TicketsInHand
from punto.server.past import Past, past_of
from punto.server.player import Player, brought_earlier, stakes_of, voided_rounds
from punto.server.session import IDLE_MS, Session, Token, new_guest, read_token
from punto.server.throttle import Throttle
from punto.server.waiting import WaitingTables
from punto.store import HouseKey, Writer
from punto.table.floor import Floor
from punto.table.record import Recorded

GUESTS_A_MINUTE = 60
"""How many guests one address may bring in a minute."""

WRONG_CODES_A_MINUTE = 5
"""How many wrong codes are heard out in a minute."""

TROUBLE_SECONDS = 0.25
"""How often it is looked whether play is stopped, to tell everyone."""

FORGETTING_MS = 60_000

NOT_NOW = "play is stopped: nothing can be stored now"
"""What clients are told; what the database said is in the log, for whoever keeps the house."""


class NoGuest(Enum):
    """Why nobody is let in as a guest."""

    REAL_MONEY = "no-guests"
    NO_ROOM = "no-room"


class OpenHouse:
    """Everything that lives as long as the server; what must not be lost is in the store."""

    def __init__(
        self, config: HouseConfig, writer: Writer, key: HouseKey, version: str, time: HouseTime
    ) -> None:
        self.config = config
        self.time = time
        """The one clock: the writer stamps its entries by it too."""
        self.version = version
        self.key = key
        self.desk = Desk(writer)
        self.database = writer.database
        self.tables = {table.id: table for table in config.tables}
        self.hubs: dict[str, TableHub] = {}
        """By the table's own id; a player's own table has one too, while it is played at."""
        self.connections: set[Connection] = set()
        self.bad_frames = 0
        self.guests_made = Throttle(GUESTS_A_MINUTE, 60)
        self.wrong_codes = Throttle(WRONG_CODES_A_MINUTE, 60)
        self._codes = {terminal.id: terminal.code for terminal in config.terminals}
        self._opening: dict[str, asyncio.Lock] = {}
        self._results: dict[str, Results] = {}
        self._drivers: dict[str, Driver] = {}
        self._sessions: dict[str, Session] = {}
        self._sessions_of: defaultdict[str, list[Session]] = defaultdict(list)
        self._players: dict[tuple[str, str], Player] = {}
        self._of_account: defaultdict[str, set[Connection]] = defaultdict(set)
        self._waiting = WaitingTables()
        self._tickets = TicketsInHand(key, config.name)
        self._tasks: list[asyncio.Task[None]] = []

    # --- opening and closing --------------------------------------------------------------------

    async def open(self) -> None:
        """Open accounts and tables, and let the drivers go."""
        loop = asyncio.get_running_loop()

        def stored(links: tuple[Link, ...]) -> None:
            loop.call_soon_threadsafe(self.publish, links)

        self.desk.writer.watch(stored)
        await asyncio.to_thread(self._read_tickets)
        await self.desk.open_accounts()
        for terminal in self.config.terminals:
            await self.desk.open_terminal(terminal.id)
        for table in self.config.tables:
            if not is_own(table):
                await self._open_shared(table)
        await self._find_waiting()
        self._tasks.append(asyncio.create_task(self._waiting.remind()))
        self._tasks.append(asyncio.create_task(self._watch_trouble()))
        self._tasks.append(self.time.begin(self._forget_the_gone()))

    def _read_tickets(self) -> None:
        with self.database.reading() as connection:
            self._tickets.read(connection, self.desk.writer.house.ledger(NO_TABLE))

    async def _open_shared(self, table: TableConfig) -> None:
        await self.desk.open_table(table.id, settings_of(table))
        hub = await self._add_hub(table.id, table)
        driver = Driver(self.desk, hub, table, self.time)
        self._drivers[table.id] = driver
        self._tasks.append(self.time.begin(driver.run()))

    async def _add_hub(self, actual: str, table: TableConfig) -> TableHub:
        """Show a table from what is stored of it. Nobody can act there before it is shown."""
        house = self.desk.writer.house
        version = house.head(table_chain(actual)).position
        past = await asyncio.to_thread(self._past, actual, version)
        floor = house.floors[actual]
        hub = TableHub(table.id, floor, version, past.since_ms, is_own=is_own(table))
        results = Results(table.id)
        for at_ms, events in past.entries:
            results.of(events)
            self._waiting.recall(actual, at_ms, events)
        hub.waiting = self._waiting.at(actual)
        self.hubs[actual], self._results[actual] = hub, results
        return hub

    async def _find_waiting(self) -> None:
        """Learn which tables wait for a supervisor since an earlier day, if nobody plays there."""
        house = self.desk.writer.house
        for actual, floor in house.floors.items():
            if floor.table.undecided is not None and actual not in self.hubs:
                version = house.head(table_chain(actual)).position
                past = await asyncio.to_thread(self._past, actual, version)
                for at_ms, events in past.entries:
                    self._waiting.recall(actual, at_ms, events)
        self._waiting.say()

    def _past(self, actual: str, version: int) -> Past:
        with self.database.reading() as connection:
            return past_of(connection, actual, version)

    async def close(self) -> None:
        """Stop the drivers; rounds in play stay as they are stored, and go on at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in list(self.connections):
            connection.end(1012, "the house closes")
        await asyncio.to_thread(self.desk.writer.close)

    async def _watch_trouble(self) -> None:
        said: str | None = None
        while True:
            trouble = self.trouble
            if trouble != said:
                said = trouble
                for connection in self.connections:
                    connection.tell(Trouble(words=trouble))
            await asyncio.sleep(TROUBLE_SECONDS)

    @property
    def trouble(self) -> str | None:
        """What clients are told while nothing can be stored; what is wrong is in the log."""
        return None if self.desk.writer.trouble is None else NOT_NOW

    async def _forget_the_gone(self) -> None:
        """From time to time forget what is kept for those who have been away for long."""
        while True:
            await self.time.until(self.time.now_ms() + FORGETTING_MS)
            now = self.time.now_ms()
            for text, session in list(self._sessions.items()):
                if session.left_ms is not None and now - session.left_ms > IDLE_MS:
                    self._forget(text, session)

    def _forget(self, text: str, session: Session) -> None:
        """Drop a session, what it has built, and the view of its own tables; the store has them."""
        del self._sessions[text]
        account = session.account
        self._sessions_of[account].remove(session)
        if self._sessions_of[account]:
            return
        del self._sessions_of[account]
        for key in [each for each in self._players if each[0] == account]:
            del self._players[key]
        for actual in [name for name in self.hubs if name.endswith(f"-{account}")]:
            if not self.hubs[actual].watchers:
                del self.hubs[actual], self._results[actual]

    # --- sessions -------------------------------------------------------------------------------

    async def new_guest(self) -> Token | NoGuest:
        """Let a guest in, with credits to play; where they are money, nobody gets any."""
        if not self.config.play_money:
            return NoGuest.REAL_MONEY
        if not self.desk.can_give(self.config.guest_credits):
            return NoGuest.NO_ROOM
        token = Token(new_guest(), "guest", self.time.now_ms())
        await self.desk.open_account(token.account)
        credits_ = self.config.guest_credits
        given = await self.desk.give(token.account, credits_, f"gift-{token.account}")
        return token if given else NoGuest.NO_ROOM

    def terminal(self, name: str, code: str) -> Token | None:
        """Let an enrolled terminal in."""
        known = self._codes.get(name, "")
        if not known or not hmac.compare_digest(known.encode(), code.encode()):
            return None
        return Token(name, "terminal", self.time.now_ms())

    def token_text(self, token: Token) -> str:
        """Write a token down for whoever signed in."""
        return token.text(self.key, self._codes.get(token.account, ""))

    def session(self, text: str | None) -> Session | None:
        """Find the session of a token."""
        token = read_token(text, self.key, self._codes) if text else None
        if token is None or self.desk.account(token.account) is None:
            return None
        if token.who == "guest" and not self.config.play_money:
            return None
        if text not in self._sessions:
            self._begin_session(text or "", token)
        return self._sessions[text or ""]

    def _begin_session(self, text: str, token: Token) -> None:
        """Know a session from now on; what a guest has won is what he has beyond his credits."""
        session, account = Session(token, self.time.now_ms()), self.desk.account(token.account)
        if account is not None and token.who == "guest":
            session.net = account.available + account.held - self.config.guest_credits
        self._sessions[text] = session
        self._sessions_of[token.account].append(session)

    def connect(self, session: Session | None) -> Connection:
        """Greet a new connection."""
        connection = Connection(session)
        self.connections.add(connection)
        if session is not None:
            session.come(self.time.now_ms())
            self._of_account[session.account].add(connection)
        connection.tell(
            Welcome(
                protocol=PROTOCOL,
                now_ms=self.time.now_ms(),
                who=session.role.value if session else "spectator",
                name=session.account if session else "",
                since_ms=session.began_ms if session else self.time.now_ms(),
                trouble=self.trouble,
            )
        )
        if session is not None:
            connection.tell(self.balance(session))
            self.tell_ticket(connection)
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Forget a connection; the session and all that is staked stay."""
        self.connections.discard(connection)
        for name in connection.tables & self.hubs.keys():
            self.hubs[name].watchers.discard(connection)
        connection.tables.clear()
        if connection.session is not None and connection.session.account in self._of_account:
            account = connection.session.account
            self._of_account[account].discard(connection)
            if not self._of_account[account]:
                del self._of_account[account]
                connection.session.left_ms = self.time.now_ms()

    # --- tables ---------------------------------------------------------------------------------

    @property
    def floors(self) -> Mapping[str, Floor]:
        """All tables as they are stored, by their own names."""
        return self.desk.writer.house.floors

    def actual(self, table: str, session: Session | None) -> str | None:
        """Name the table that is meant: a player's own, or the one that all share."""
        config = self.tables.get(table)
        if config is None or (is_own(config) and session is None):
            return None
        return f"{table}-{session.account}" if is_own(config) and session else table

    async def hub(self, table: str, session: Session | None) -> TableHub | None:
        """Find a table; a player's own is opened when he first comes."""
        actual = self.actual(table, session)
        if actual is None:
            return None
        if actual not in self.hubs:
            try:
                async with self._opening.setdefault(actual, asyncio.Lock()):
                    if actual not in self.hubs:
                        await self._open_own(actual, table, session)
            finally:
                self._opening.pop(actual, None)
        return self.hubs[actual]

    async def _open_own(self, actual: str, table: str, session: Session | None) -> None:
        assert session is not None, "what all share is open from the start"
        config = self.tables[table]
        await self.desk.open_table(actual, settings_of(config), session.account)
        await self._add_hub(actual, config)

    def watch(self, hub: TableHub, actual: str, connection: Connection) -> None:
        """Let a connection follow a table."""
        hub.watchers.add(connection)
        connection.tables.add(actual)
        if actual in self._drivers:
            self._drivers[actual].wake()

    def player(self, table: str, actual: str, session: Session) -> Player:
        """Find what somebody has built at a table."""
        key = (session.account, actual)
        if key not in self._players:
            floor = self.desk.floor(actual)
            assert floor is not None, "a player sits at an open table"
            version = self.hubs[actual].version
            self._players[key] = Player(table, session.actor, floor, version)
        return self._players[key]

    def last_result(self, actual: str, session: Session) -> YourResult | None:
        """Give what became of somebody's wagers in the round that is just over, where all see it.

        A hand of the online game is told once: who was away finds it in the history.
        """
        return None if self.hubs[actual].is_own else self._results[actual].last.get(session.account)

    # --- what happens ---------------------------------------------------------------------------

    def publish(self, links: Iterable[Link]) -> None:
        """Show what was stored: to everyone what anyone may see, to each what is his."""
        links = tuple(links)
        for link in links:
            # What a table moves has no request of its own, and is told with the round.
            if link.chain == ACCOUNTS and link.request is not None:
                self._publish_at_counter(link)
        tables = (link for link in links if is_of_table(link.chain))
        ordered = sorted(tables, key=lambda link: (link.chain, link.position))
        for chain, group in groupby(ordered, key=lambda link: link.chain):
            actual = table_of(chain)
            hub = self.hubs.get(actual)
            if hub is None:
                self._note_unwatched(actual, group)
            else:
                self._publish_at(
                    actual, hub, [link for link in group if link.position > hub.version]
                )

    def _note_unwatched(self, actual: str, links: Iterable[Link]) -> None:
        for link in links:
            self._waiting.note(actual, link.at_ms, decode_table(link.body or b"").events)

    def _publish_at_counter(self, link: Link) -> None:
        """Tell whose credits have moved, and whether a ticket is in hand, on all their screens."""
        for account in self._tickets.follow(link):
            self.tell_balance(account)
            for connection in self._of_account.get(account, ()):
                self.tell_ticket(connection)

    def _publish_at(self, actual: str, hub: TableHub, links: list[Link]) -> None:
        if not links:
            return
        for link, events in zip(links, hub.publish(links), strict=True):
            self._waiting.note(actual, link.at_ms, events)
            self._private(actual, hub, events)
        hub.waiting = self._waiting.at(actual)
        if actual in self._drivers:
            self._drivers[actual].wake()

    def _private(self, actual: str, hub: TableHub, events: tuple[Recorded, ...]) -> None:
        """Tell those whose wagers these are: the new balance first, then what became of them."""
        voided = voided_rounds(hub.view.floor.table, events)
        if hub.is_own and voided:
            self._take_off_strips(actual, hub, voided)
        touched = {e.bettor for e in events if isinstance(e, WagerPlaced | WagerWithdrawn)}
        if any(isinstance(event, BettingOpened) for event in events) and not hub.is_own:
            self._begin_round(actual)
        results = self._counted(actual, events)
        for account, brought in brought_earlier(events).items():
            touched.add(account)
            for session in self._sessions_of.get(account, ()):
                session.settled(-brought)
        for account in touched | set(results):
            self.tell_balance(account)
        for account, result in results.items():
            self.tell_account(account, result)

    def _counted(self, actual: str, events: tuple[Recorded, ...]) -> dict[str, YourResult]:
        """Sort results by whose they are, and count them in their sessions."""
        before = self._results[actual].last
        results = self._results[actual].of(events)
        again = any(isinstance(event, RoundSettledAgain) for event in events)
        for account, result in results.items():
            told = before[account].net if again and account in before else 0
            returned = sum(bet.returned for bet in result.bets)
            won = returned if result.net > 0 and not result.void else 0
            for session in self._sessions_of.get(account, ()):
                session.settled(result.net - told, won)
        return results

    def _take_off_strips(self, actual: str, hub: TableHub, voided: Collection[int]) -> None:
        """Take the results of void hands off the strip of whoever has this table for himself."""
        account = actual.removeprefix(f"{hub.name}-")
        player = self._players.get((account, actual))
        if player is not None:
            player.sitting = player.sitting.without(voided)
            self.tell_account(account, player.strip_message())

    def _begin_round(self, actual: str) -> None:
        for (account, table), player in self._players.items():
            if table == actual:
                player.begin_round(stakes_of(self.hubs[actual].view.floor.table, account))
                self.tell_account(account, player.stakes_message())

    def balance(self, session: Session) -> YourBalance:
        """Show what somebody has."""
        account = self.desk.account(session.account)
        return YourBalance(
            available=account.available if account else 0,
            held=account.held if account else 0,
            net=session.net,
            last_win=session.last_win,
            owed=self.desk.owed(session.account),
        )

    def tell_balance(self, account: str) -> None:
        """Show somebody what he has, on all his screens."""
        for connection in self._of_account.get(account, ()):
            if connection.session is not None:
                connection.tell(self.balance(connection.session))

    def tell_ticket(self, connection: Connection) -> None:
        """Show a terminal the ticket that it has in hand, or that there is none."""
        session = connection.session
        if session is not None and session.role is Role.TERMINAL:
            connection.tell(YourTicket(ticket=self._tickets.of(session.account)))

    def tell_account(self, account: str, message: Tell) -> None:
        """Tell somebody something, on all his screens."""
        for connection in self._of_account.get(account, ()):
            connection.tell(message)
