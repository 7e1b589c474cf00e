"""Who may do what, as the house wants it: written down by hand, beside the table in the code.

A row is something that Ann asks for in one role after the other. Where it is about an account, that
is hers or Bob's; where it is done at a table, that is shared by all, hers, or Bob's own.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

import punto
from punto.coup import command as coup
from punto.fair import BeaconRound
from punto.house import request as asked
from punto.house import roster_request as roster
from punto.house import shoe_request
from punto.house import terminal_request as terminals
from punto.house.request import What
from punto.people import Limits, Role
from punto.rules import Winner
from punto.table import Found, Limit, Settings, command
from punto.table.record import FloatMove

ANN: Final = "ann"
BOB: Final = "bob"
TABLES: Final = {"shared": "", "hers": ANN, "his": BOB}
"""Tables, with their owners."""

SETTINGS: Final = Settings(
    rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=Limit(minimum=2, maximum=1000)
)

MATRIX: Final = """
                                  guest player terminal dealer supervisor cage manager auditor house
open a table                      -     -      -        -      -          -    yes     -       yes
put a shoe on the table / shared  -     -      -        yes    -          -    -       -       yes
put a shoe on the table / hers    yes   yes    yes      yes    -          -    -       -       yes
put a shoe on the table / his     -     -      -        yes    -          -    -       -       yes
deal / shared                     -     -      -        yes    -          -    -       -       yes
deal / hers                       yes   yes    yes      yes    -          -    -       -       yes
deal / his                        -     -      -        yes    -          -    -       -       yes
deal physical cards / shared      -     -      -        yes    -          -    -       -       -
deal physical cards / hers        -     -      -        yes    -          -    -       -       -
deal physical cards / his         -     -      -        yes    -          -    -       -       -
correct a card / shared           -     -      -        yes    yes        -    yes     -       -
correct a card / hers             -     -      -        yes    yes        -    yes     -       -
correct a card / his              -     -      -        yes    yes        -    yes     -       -
record a result / shared          -     -      -        yes    yes        -    yes     -       -
record a result / hers            -     -      -        yes    yes        -    yes     -       -
record a result / his             -     -      -        yes    yes        -    yes     -       -
take a result back / shared       -     -      -        yes    yes        -    yes     -       -
take a result back / hers         -     -      -        yes    yes        -    yes     -       -
take a result back / his          -     -      -        yes    yes        -    yes     -       -
take a seat / shared / for Ann    yes   yes    yes      yes    yes        -    yes     -       -
take a seat / shared / for Bob    -     -      -        yes    yes        -    yes     -       -
take a seat / hers / for Ann      yes   yes    yes      yes    yes        -    yes     -       -
take a seat / hers / for Bob      -     -      -        yes    yes        -    yes     -       -
take a seat / his / for Ann       -     -      -        yes    yes        -    yes     -       -
take a seat / his / for Bob       -     -      -        yes    yes        -    yes     -       -
give a seat up / shared / for Ann yes   yes    yes      yes    yes        -    yes     -       yes
give a seat up / shared / for Bob -     -      -        yes    yes        -    yes     -       yes
give a seat up / hers / for Ann   yes   yes    yes      yes    yes        -    yes     -       yes
give a seat up / hers / for Bob   -     -      -        yes    yes        -    yes     -       yes
give a seat up / his / for Ann    -     -      -        yes    yes        -    yes     -       yes
give a seat up / his / for Bob    -     -      -        yes    yes        -    yes     -       yes
bet / shared / for Ann            yes   yes    yes      -      -          -    -       -       -
bet / shared / for Bob            -     -      -        -      -          -    -       -       -
bet / hers / for Ann              yes   yes    yes      -      -          -    -       -       -
bet / hers / for Bob              -     -      -        -      -          -    -       -       -
bet / his / for Ann               -     -      -        -      -          -    -       -       -
bet / his / for Bob               -     -      -        -      -          -    -       -       -
add to a shoe / shared / for Ann  yes   yes    yes      -      -          -    -       -       -
add to a shoe / shared / for Bob  -     -      -        -      -          -    -       -       -
add to a shoe / hers / for Ann    yes   yes    yes      -      -          -    -       -       -
add to a shoe / hers / for Bob    -     -      -        -      -          -    -       -       -
add to a shoe / his / for Ann     -     -      -        -      -          -    -       -       -
add to a shoe / his / for Bob     -     -      -        -      -          -    -       -       -
hear the beacon / shared          -     -      -        -      -          -    -       -       yes
hear the beacon / hers            -     -      -        -      -          -    -       -       yes
hear the beacon / his             -     -      -        -      -          -    -       -       yes
enter chips / shared              -     -      -        yes    -          -    -       -       -
enter chips / hers                -     -      -        yes    -          -    -       -       -
enter chips / his                 -     -      -        yes    -          -    -       -       -
record a fill / shared            -     -      -        -      yes        -    yes     -       -
record a fill / hers              -     -      -        -      yes        -    yes     -       -
record a fill / his               -     -      -        -      yes        -    yes     -       -
count a float                     -     -      -        -      yes        -    yes     -       -
count a till / for Ann            -     -      -        -      -          yes  yes     -       -
count a till / for Bob            -     -      -        -      -          -    yes     -       -
report / shared                   -     -      -        yes    yes        -    yes     -       yes
report / hers                     -     -      -        yes    yes        -    yes     -       yes
report / his                      -     -      -        yes    yes        -    yes     -       yes
decide / shared                   -     -      -        -      yes        -    yes     -       -
decide / hers                     -     -      -        -      yes        -    yes     -       -
decide / his                      -     -      -        -      yes        -    yes     -       -
void a round / shared             -     -      -        -      yes        -    yes     -       -
void a round / hers               -     -      -        -      yes        -    yes     -       -
void a round / his                -     -      -        -      yes        -    yes     -       -
void an earlier round / shared    -     -      -        -      -          -    -       -       -
void an earlier round / hers      -     -      -        -      -          -    -       -       -
void an earlier round / his       -     -      -        -      -          -    -       -       -
open an account / for Ann         -     -      -        -      -          yes  yes     -       yes
open an account / for Bob         -     -      -        -      -          yes  yes     -       yes
enrol a terminal / for Ann        -     -      -        -      -          -    yes     -       yes
enrol a terminal / for Bob        -     -      -        -      -          -    yes     -       yes
sell credits / for Ann            -     -      -        -      -          yes  yes     -       yes
sell credits / for Bob            -     -      -        -      -          yes  yes     -       yes
pay credits / for Ann             -     -      -        -      -          yes  yes     -       -
pay credits / for Bob             -     -      -        -      -          yes  yes     -       -
cash out / for Ann                -     yes    yes      -      -          -    -       -       -
cash out / for Bob                -     -      -        -      -          -    -       -       -
end a cash-out / for Ann          -     -      -        -      yes        yes  yes     -       -
end a cash-out / for Bob          -     -      -        -      yes        yes  yes     -       -
redeem a ticket / for Ann         -     -      yes      -      -          yes  yes     -       -
redeem a ticket / for Bob         -     -      -        -      -          yes  yes     -       -
redeem a ticket / for money       -     -      -        -      -          yes  yes     -       -
repay a debt / for Ann            -     yes    yes      -      -          yes  yes     -       -
repay a debt / for Bob            -     -      -        -      -          yes  yes     -       -
take money for a debt / for Ann   -     -      -        -      -          yes  yes     -       -
take money for a debt / for Bob   -     -      -        -      -          yes  yes     -       -
write a debt off / for Ann        -     -      -        -      yes        -    yes     -       -
write a debt off / for Bob        -     -      -        -      yes        -    yes     -       -
take a table / shared             -     -      -        yes    -          -    -       -       -
take a table / hers               -     -      -        yes    -          -    -       -       -
take a table / his                -     -      -        yes    -          -    -       -       -
relieve a dealer / shared         -     -      -        -      yes        -    yes     -       -
relieve a dealer / hers           -     -      -        -      yes        -    yes     -       -
relieve a dealer / his            -     -      -        -      yes        -    yes     -       -
make staff                        -     -      -        -      -          -    yes     -       yes
give another PIN / for Ann        -     -      -        yes    yes        yes  yes     yes     -
give another PIN / for Bob        -     -      -        -      -          -    yes     -       -
revoke staff / for Ann            -     -      -        -      -          -    yes     -       -
revoke staff / for Bob            -     -      -        -      -          -    yes     -       -
set up codes / for Ann            -     -      -        yes    yes        yes  yes     yes     -
set up codes / for Bob            -     -      -        -      -          -    -       -       -
use a code / for Ann              -     -      -        -      -          -    -       -       yes
use a code / for Bob              -     -      -        -      -          -    -       -       yes
reset codes / for Ann             -     -      -        -      -          -    yes     -       -
reset codes / for Bob             -     -      -        -      -          -    yes     -       -
invite a terminal / for Ann       -     -      -        -      -          -    yes     -       yes
invite a terminal / for Bob       -     -      -        -      -          -    yes     -       yes
admit a terminal / for Ann        -     -      -        -      -          -    -       -       yes
admit a terminal / for Bob        -     -      -        -      -          -    -       -       yes
revoke a terminal / for Ann       -     -      yes      -      -          yes  yes     -       -
revoke a terminal / for Bob       -     -      -        -      -          yes  yes     -       -
give a name / for Ann             yes   -      -        -      -          -    -       -       yes
give a name / for Bob             -     -      -        -      -          -    -       -       yes
take a password / for Ann         -     yes    -        -      -          -    -       -       -
take a password / for Bob         -     -      -        -      -          -    -       -       -
sign in / for Ann                 -     -      -        -      -          -    -       -       yes
sign in / for Bob                 -     -      -        -      -          -    -       -       yes
sign out / for Ann                yes   yes    -        -      -          -    -       -       -
sign out / for Bob                -     -      -        -      -          -    -       -       -
set limits / for Ann              yes   yes    -        -      -          -    yes     -       -
set limits / for Bob              -     -      -        -      -          -    yes     -       -
exclude / for Ann                 yes   yes    -        -      yes        -    yes     -       -
exclude / for Bob                 -     -      -        -      yes        -    yes     -       -
acknowledge a check / for Ann     yes   yes    -        -      -          -    -       -       -
acknowledge a check / for Bob     -     -      -        -      -          -    -       -       -
acknowledge an alert              -     -      -        -      yes        -    yes     -       -
change settings                   -     -      -        -      -          -    yes     -       yes
drop old entries                  -     -      -        -      -          -    yes     -       -
close a table                     -     -      -        -      -          -    yes     -       yes
"""
"""Closing comes last: whoever may is heard while the tables are open."""

_SIGNED: Final = {"who": "somebody", "why": "just so"}
_AT_TABLE: Final[dict[str, tuple[asked.TableAction, ...]]] = {
    "take a table": (asked.TakeTable(), asked.LeaveTable()),
    "relieve a dealer": (asked.RelieveDealer(**_SIGNED),),
    "put a shoe on the table": (shoe_request.BringShoe(),),
    "deal": (
        coup.OpenBetting(),
        coup.ProlongBetting(1),
        coup.CloseBetting(),
        command.DrawCard(),
        coup.AnnounceTotals(),
        coup.AnnounceResult(),
        coup.CollectLosing(),
        coup.PayWinning(),
        asked.DealOut(),
    ),
    "deal physical cards": (
        command.OpenShoe(None, ANN),
        coup.DealCard("9s"),
        coup.SetCardAside("9s", ANN, "drawn in error"),
    ),
    "correct a card": (coup.CorrectCard(0, "9s", **_SIGNED),),
    "record a result": (command.RecordResult(winner=Winner.PLAYER, who=ANN),),
    "take a result back": (command.DropResult(**_SIGNED),),
    "hear the beacon": (shoe_request.HearBeacon(BeaconRound("ab" * 32, 1, "ab")),),
    "enter chips": (asked.LayChips(1, "player", 10), asked.TakeChips(1, "player")),
    "record a fill": tuple(asked.MoveFloat(move=move, amount=10, **_SIGNED) for move in FloatMove),
    "report": (command.ReportIrregularity(found=Found.MALFUNCTION, who=ANN, why="just so"),),
    "decide": (command.Decide(void=True, who="somebody", why="just so"),),
    "void a round": (
        coup.VoidRound("just so", None, **_SIGNED),
        coup.Reconstruct(("9s", "4h", "Td", "2c"), **_SIGNED),
    ),
    "void an earlier round": (
        command.VoidEarlierRound(
            round=1,
            rulebook="mbs-tiger@3",
            settled_again=0,
            bets=(),
            reason="malfunction",
            clause=None,
            **_SIGNED,
        ),
    ),
}
_FOR_SOMEBODY_AT_TABLE: Final[dict[str, Callable[[str], tuple[asked.TableAction, ...]]]] = {
    "take a seat": lambda name: (command.TakeSeat(name, 1), command.StandBehind(name, 1)),
    "give a seat up": lambda name: (command.LeaveSeat(name),),
    "add to a shoe": lambda name: (
        shoe_request.Contribute(name, 2, "ab" * 32),
        shoe_request.ShowContribution(name, 2, "ab" * 32),
    ),
    "bet": lambda name: (coup.PlaceWager(name, "player", 10), coup.WithdrawWager(name, "player")),
}


def _counts(place: str) -> tuple[What, ...]:
    return (
        asked.OpenShift(place=place, counted=1, who="somebody"),
        asked.CloseShift(place=place, counted=1, who="somebody"),
    )


_FOR_SOMEBODY: Final[dict[str, Callable[[str], tuple[What, ...]]]] = {
    "open an account": lambda name: (asked.OpenAccount(name),),
    "enrol a terminal": lambda name: (asked.EnrolTerminal(name),),
    "sell credits": lambda name: (asked.BuyIn(name, 1),),
    "pay credits": lambda name: (asked.PayCredits(name, 1),),
    "cash out": lambda name: (
        asked.CashOut(name),
        asked.ConfirmTicket(f"{name}_1", printed=True),
        asked.ConfirmTicket(f"{name}_1", printed=False),
    ),
    "end a cash-out": lambda name: (asked.EndCashOut(account=name, printed=True, **_SIGNED),),
    "redeem a ticket": lambda name: (asked.RedeemTicket("1" * 28, name),),
    "repay a debt": lambda name: (asked.Repay(name, 1, in_money=False),),
    "take money for a debt": lambda name: (asked.Repay(name, 1, in_money=True),),
    "write a debt off": lambda name: (asked.WriteOff(name, **_SIGNED),),
    "count a till": lambda name: _counts(f"till/{name}"),
    "give another PIN": lambda name: (roster.ChangePin(name, "a hash"),),
    "set up codes": lambda name: (roster.SetUpCodes(name, "sealed", ""),),
    "use a code": lambda name: (roster.UseCode(name, "sealed", 1),),
    "reset codes": lambda name: (roster.ResetCodes(name, "just so"),),
    "invite a terminal": lambda name: (terminals.InviteTerminal(name, "a mark", 1),),
    "admit a terminal": lambda name: (terminals.AdmitTerminal(name, "a mark"),),
    "revoke a terminal": lambda name: (terminals.RevokeTerminal(name, "just so"),),
    "give a name": lambda name: (asked.SignUp(name, f"{name}-called", "a hash"),),
    "take a password": lambda name: (asked.ChangePassword(name, "a hash", ""),),
    "sign in": lambda name: (asked.SignIn(name, ""),),
    "sign out": lambda name: (asked.SignOut(name, 5), asked.SignOut(name, None)),
    "set limits": lambda name: (asked.SetLimits(account=name, limits=Limits(stake=9), **_SIGNED),),
    "exclude": lambda name: (asked.Exclude(account=name, days=1, **_SIGNED),),
    "acknowledge a check": lambda name: (asked.AcknowledgeCheck(name),),
    "revoke staff": lambda name: (roster.RevokeStaff(name, "just so"),),
}
_FOR_ALL: Final[dict[str, tuple[What, ...]]] = {
    "open a table": (
        asked.OpenTable("new", SETTINGS),
        asked.OpenTable("new", SETTINGS, ANN),
        asked.OpenTable("new", SETTINGS, BOB),
    ),
    "close a table": tuple(asked.CloseTable(table, "just so") for table in TABLES),
    "acknowledge an alert": (asked.Acknowledge("undecided:shared-1"),),
    "change settings": (
        asked.ChangeSettings(changes=(), who="somebody", why="just so"),
        asked.ReadFile(tables={}, who="somebody", why="just so"),
    ),
    "count a float": tuple(each for table in TABLES for each in _counts(f"table/{table}")),
    "drop old entries": (asked.DropOld(366),),
    "make staff": tuple(roster.EnrolStaff(f"new-{role.value}", role, "a hash") for role in Role),
}


class Row(NamedTuple):
    """What is asked for, in some ways, and the roles that may."""

    label: str
    ways: tuple[What, ...]
    may: frozenset[Role]

    @property
    def action(self) -> str:
        """What is done, wherever and for whomever."""
        return self.label.partition(" / ")[0]


def rows() -> Iterator[Row]:
    """Read the matrix."""
    head, *lines = MATRIX.strip("\n").splitlines()
    roles = [Role(name) for name in head.split()]
    assert roles == list(Role), "every role has its column"
    for line in lines:
        label, *marks = line[:34].strip(), *line[34:].split()
        may = {role for role, mark in zip(roles, marks, strict=True) if mark == "yes"}
        yield Row(label, tuple(_ways(label)), frozenset(may))


def _ways(label: str) -> Iterator[What]:
    action, *where = label.split(" / ")
    whose = {"for Ann": ANN, "for Bob": BOB, "for money": "cage"}.get(where[-1] if where else "")
    if action in _FOR_ALL:
        yield from _FOR_ALL[action]
    elif action in _AT_TABLE:
        yield from (asked.Act(where[0], (each,)) for each in _AT_TABLE[action])
    elif action in _FOR_SOMEBODY_AT_TABLE:
        ways = _FOR_SOMEBODY_AT_TABLE[action](whose or "")
        yield from (asked.Act(where[0], (each,)) for each in ways)
    else:
        yield from _FOR_SOMEBODY[action](whose or "")


def kinds_asked_for() -> set[type[Struct]]:
    """Name the kinds of requests, and of actions at a table, that the matrix asks for."""
    ways = [way for row in rows() for way in row.ways]
    at_table = {type(each) for way in ways if isinstance(way, asked.Act) for each in way.actions}
    return at_table | {type(way) for way in ways}
