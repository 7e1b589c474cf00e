"""`punto settle`: what becomes of bets on given cards."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

import punto
from punto.cli.output import Json, console, print_json, print_table
from punto.errors import WrongWager
from punto.money import parse_stake
from punto.rules import Hand, Settlement


def settle_round(
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")
    ],
    *,
    cards: Annotated[str, typer.Option(help='In the order they leave the shoe: "9s 2h …".')],
    bet: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=STAKE", help="In minor units; may be given again."),
    ] = None,
    json: Json = False,
) -> None:
    """Deal the cards and settle the bets."""
    settlement = punto.settle(rulebook, cards, parse_bets(bet or []))
    if json:
        print_json(_as_json(settlement))
    else:
        _print(settlement)


def parse_bets(texts: Sequence[str]) -> dict[str, int]:
    """Read `banker=200` and the like; each wager once."""
    bets: dict[str, int] = {}
    for text in texts:
        wager, equals, stake = text.partition("=")
        if not equals:
            raise WrongWager(f"expected a bet such as banker=200, got {text!r}")
        if wager in bets:
            raise WrongWager(f"{wager!r} is bet on twice")
        bets[wager] = parse_stake(stake)
    return bets


def _as_json(settlement: Settlement) -> dict[str, Any]:
    void, winner = settlement.void, settlement.winner
    return {
        "rulebook": settlement.rulebook,
        "void": {"reason": void.reason.value, "clause": void.clause} if void else None,
        "player": _hand_as_json(settlement.player),
        "banker": _hand_as_json(settlement.banker),
        "winner": winner.value if winner else None,
        "natural": settlement.natural,
        "cards_used": settlement.cards_used,
        "net": sum(bet.net for bet in settlement.bets),
        "bets": [
            {
                "wager": bet.wager,
                "stake": bet.stake,
                "outcome": bet.outcome.value,
                "pays": str(bet.pays) if bet.pays else None,
                "returned": bet.returned,
                "net": bet.net,
                "clause": bet.clause,
            }
            for bet in settlement.bets
        ],
    }


def _hand_as_json(hand: Hand) -> dict[str, Any]:
    return {"cards": [str(card) for card in hand.cards], "total": hand.total, "pair": hand.pair}


def _print(settlement: Settlement) -> None:
    out = console()
    out.print(f"Player  {settlement.player!s:9} {settlement.player.total}")
    out.print(f"Banker  {settlement.banker!s:9} {settlement.banker.total}")
    out.print(_result(settlement))
    if settlement.bets:
        columns = ("wager", "stake", "outcome", "pays", "returned", "net", "clause")
        rows = [
            (
                bet.wager,
                str(bet.stake),
                bet.outcome.value,
                str(bet.pays or "–"),
                str(bet.returned),
                _signed(bet.net),
                bet.clause or "–",
            )
            for bet in settlement.bets
        ]
        print_table(columns, rows, numbers=("stake", "pays", "returned", "net"))
        out.print(f"net {_signed(sum(bet.net for bet in settlement.bets))}")


def _signed(net: int) -> str:
    return f"{net:+d}" if net else "0"


def _result(settlement: Settlement) -> str:
    if settlement.void:
        clause = f" (clause {settlement.void.clause})" if settlement.void.clause else ""
        return f"Void: {settlement.void.reason.value}{clause}; all stakes go back"
    assert settlement.winner is not None, "a round that is not void has a winner or is a tie"
    natural = ", natural" if settlement.natural else ""
    ending = (
        "Tie" if settlement.winner.value == "tie" else f"{settlement.winner.value.title()} wins"
    )
    return f"{ending}{natural}"
