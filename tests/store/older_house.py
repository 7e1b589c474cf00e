"""Books that an earlier punto has written, and the house that is opened with them."""

import gzip
from pathlib import Path
from secrets import token_hex
from typing import Final

from punto.archive.backup import restore
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import Act, Answer, BringShoe, DealOut, Done
from punto.house.request import What
from punto.ledger import Account
from punto.store import Database, HouseKey, Writer, reading, url_of
from punto.store.timestamp import utc_ms
from punto.testing.actors import request_of

KEY: Final = HouseKey(bytes(range(32)))
PLACE: Final = Path(__file__).parent / "books"


class OlderHouse:
    """Opens older books, and wants things done."""

    def __init__(self, url: str, days: int = 0) -> None:
        self.url = url
        self.writer = Writer(Database(url), KEY, clock=lambda: utc_ms() + days * 86_400_000)

    def try_(self, what: What, who: str = "house", id_: str = "") -> Answer:
        house_table = self.writer.house_table(what.table) if isinstance(what, Act) else None
        owner = house_table.owner if house_table else ""
        return self.writer.ask(request_of(who, what, id_, owner=owner))

    def ask(self, what: What, who: str = "house", id_: str = "") -> Done:
        answer = self.try_(what, who, id_ or token_hex(8))
        assert isinstance(answer, Done), (what, answer)
        return answer

    def account(self, name: str) -> Account:
        account = self.writer.account(name)
        assert account is not None, name
        return account

    def balances(self, *names: str) -> dict[str, int]:
        return {name: self.account(name).balance for name in names}

    def hand(self, table: str) -> None:
        """Play a hand, on a new shoe where one is wanted."""
        house_table = self.writer.house_table(table)
        assert house_table is not None
        shoe = () if house_table.table.shoe else (BringShoe(),)
        bet = PlaceWager("ann", "player", 100)
        self.ask(Act(table, (*shoe, OpenBetting())))
        self.ask(Act(table, (bet,)), "ann")
        self.ask(Act(table, (CloseBetting(), DealOut())))

    def close(self) -> None:
        """Close the house; its books must hold, and all balances add up to zero."""
        self.writer.close()
        with Database(self.url).reading() as connection:
            assert audit(connection).findings == ()
            assert sum(each.balance for each in reading.accounts(connection).values()) == 0


def restored(url: str, books: Path, key: HouseKey | None = KEY) -> OlderHouse:
    restore(books, Database(url), key)
    return OlderHouse(url)


def unpacked(directory: Path, commit: str) -> str:
    """Give the database file that a commit itself has left."""
    directory.mkdir(exist_ok=True)
    path = directory / "punto.db"
    path.touch(mode=0o600)
    path.write_bytes(gzip.decompress((PLACE / f"{commit}.db.gz").read_bytes()))
    return url_of(directory)
