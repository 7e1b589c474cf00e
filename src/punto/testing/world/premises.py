"""What every simulated house begins with: its staff, those with an account, and its tables."""

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from argon2 import PasswordHasher

from punto.house import (
    AdmitTerminal,
    BuyIn,
    Done,
    EnrolStaff,
    EnrolTerminal,
    InviteTerminal,
    OpenAccount,
    Request,
    SignUp,
)
from punto.house.house import CAGE, HOUSE
from punto.house.request import What
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.people import Terminal as Enrolled
from punto.server.config import HouseConfig, TableConfig, TerminalConfig, terms_of
from punto.server.session import Token
from punto.server.traffic_config import TrafficConfig
from punto.store import Database, HouseKey, Writer
from punto.store.entropy import Entropy
from punto.testing.driven_time import NOON_MS

_BEFORE_MS: Final = NOON_MS - 3_600_000
_UNPACED: Final = 999_999
KEY: Final = HouseKey(b"the key of every simulated house")
PIN: Final = "471147"
PASSWORD: Final = "a password of the simulation"  # noqa: S105 – of nobody
ATTENDANT: Final = "cleo"
"""Who sells credits at the terminals."""
STAFF: Final = {
    "dora": Role.DEALER,
    "dirk": Role.DEALER,
    "sam": Role.SUPERVISOR,
    "cleo": Role.CAGE,
    "mona": Role.MANAGER,
}
PATRONS: Final = ("paula", "pete")
TERMINALS: Final = ("terminal-1", "terminal-2")


# --- tables -------------------------------------------------------------------------------------


def random_config(chance: Random) -> HouseConfig:
    """Set a house up: some tables of each way to play, and limits that are met."""
    tables = [_own_table(chance)]
    tables += [_automatic_table(chance, number) for number in range(chance.randint(0, 1))]
    if chance.random() < 0.4:
        tables.append(_terminal_table(chance))
    if chance.random() < 0.4:
        tables.append(_dealer_table(chance))
    return HouseConfig(
        name="Simulated",
        currency="credits",
        chips=(100, 500),
        tables=tuple(tables),
        terminals=tuple(TerminalConfig(id=name) for name in TERMINALS),
        guest_credits=chance.choice((3_000, 20_000)),
        game_seconds=chance.choice((0, 0, 0, 1)),
        traffic=TrafficConfig(
            messages_per_second=_UNPACED,
            messages_per_account=_UNPACED,
            messages_per_address=_UNPACED,
        ),
    )


def _limits(chance: Random) -> dict[str, Any]:
    return {
        "minimum": 100,
        "maximum": chance.choice((1_000, 10_000)),
        "seat_maximum": chance.choice((None, 1_500)),
        "table_maximum": chance.choice((None, 3_000)),
        "differential": chance.choice((None, None, 2_000)),
    }


def _own_table(chance: Random) -> TableConfig:
    """Every player deals for himself here."""
    maximum = chance.choice((1_000, 10_000))
    return TableConfig(
        id="zero", name="Zero", rulebook="zero-commission", minimum=100, maximum=maximum
    )


def _automatic_table(chance: Random, number: int) -> TableConfig:
    rulebook = chance.choice(("mbs-no-commission", "mbs-tiger", "mbs-elements", "ez", "commission"))
    positions = chance.choice((0, 0, 8))
    return TableConfig(
        id=f"auto-{number}",
        name="Automatic",
        rulebook=rulebook,
        driver="automatic",
        positions=positions,
        back_betting=positions > 0 and chance.random() < 0.5,
        squeeze_seconds=0,
        cut=chance.choice((14, 200)),
        burn=chance.choice((0, 3)),
        **_times(chance),
        **_limits(chance),
    )


def _terminal_table(chance: Random) -> TableConfig:
    return TableConfig(
        id="rws",
        name="Terminals",
        rulebook="rws-non-commission",
        squeeze_seconds=0,
        free_rounds=chance.random() < 0.5,
        **_times(chance),
        **_limits(chance),
    )


def _dealer_table(chance: Random) -> TableConfig:
    return TableConfig(
        id="salon",
        name="Salon",
        rulebook=chance.choice(("mbs-no-commission", "mbs-elements")),
        driver="dealer",
        positions=3,
        back_betting=chance.random() < 0.5,
        squeeze_seconds=0,
        training=chance.random() < 0.1,
        **_limits(chance),
    )


def _times(chance: Random) -> dict[str, Any]:
    return {
        "window_ms": chance.choice((4_000, 8_000, 15_000)),
        "last_call_ms": 1_000,
        "card_ms": chance.choice((300, 900)),
        "result_ms": chance.choice((1_000, 4_000)),
    }


# --- books --------------------------------------------------------------------------------------


@cache
def books() -> bytes:
    """Give the database that every history begins with: people are on record, and no table."""
    with TemporaryDirectory() as place:
        path = Path(place) / "punto.db"
        config = random_config(Random(0))  # noqa: S311 – repeatable
        writer = Writer(
            Database(f"sqlite:///{path}"),
            KEY,
            clock=lambda: _BEFORE_MS,
            entropy=Entropy(Random(0).randbytes),  # noqa: S311 – repeatable
            terms=terms_of(config),
        )
        for number, what in enumerate(_beginning()):
            answer = writer.ask(Request(Actor(HOUSE, Role.HOUSE), what, f"begin-{number}"))
            assert isinstance(answer, Done), answer
        writer.close()
        return path.read_bytes()


def _beginning() -> list[What]:
    accounts: list[What] = [OpenAccount(CAGE, Kind.CASH), OpenAccount(HOUSE, Kind.HOUSE)]
    accounts += [OpenAccount(name) for name in map(account_of, PATRONS)]
    staff = [EnrolStaff(name, role, _pin(name, role)) for name, role in STAFF.items()]
    patrons = [SignUp(account_of(name), name, _password(account_of(name))) for name in PATRONS]
    credits_ = [BuyIn(account_of(name), 20_000) for name in PATRONS]
    terminals = [each for name in TERMINALS for each in _enrolled(name)]
    return [*accounts, *staff, *patrons, *credits_, *terminals]


def _enrolled(terminal: str) -> list[What]:
    """Make a browser a terminal: an answer that is lost would take its only code with it."""
    invited = InviteTerminal(terminal, terminal, NOON_MS)
    admitted = AdmitTerminal(terminal, terminal)
    return [OpenAccount(terminal), EnrolTerminal(terminal), invited, admitted]


def token_of(terminal: str) -> str:
    """Give the token that the browser of a terminal has kept since it was enrolled."""
    seal = Enrolled(id=terminal, enrolments=1).seal
    return Token(terminal, "terminal", _BEFORE_MS).text(KEY, seal)


def account_of(patron: str) -> str:
    """Name the account of somebody with a name."""
    return f"g{patron}"


_hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As the house hashes, and quick: nobody guesses here. What was hashed says how."""


def _pin(name: str, role: Role) -> str:
    return _hashed(KEY.mark(f"{name} {role.value} {PIN}".encode(), "pins"))


def _password(account: str) -> str:
    return _hashed(KEY.mark(f"{account} {PASSWORD}".encode(), "passwords"))


def _hashed(text: str) -> str:
    return _hasher.hash(text, salt=b"always the same!")
