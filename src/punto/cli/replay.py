"""`punto replay`: one round, told from the journal, for whoever asks what happened."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import msgspec
import typer

from punto.cli.audit import require_key
from punto.cli.output import Json, console, print_json, print_section, print_table
from punto.cli.place import Data, KeyFile, Url, database_of, key_of
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.coup import Bet
    from punto.replay.bundle import Bundle
    from punto.replay.signed_history import Checked
    from punto.replay.story import Story
    from punto.table.record import ShoeMixed

FAILED: Final = 1


def replay_round(
    name: Annotated[
        str | None, typer.Argument(metavar="ROUND", help="A table and a number: tiger-17.")
    ] = None,
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all of it, signed, for a dispute."),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Check such a bundle, or a history; no house is needed.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Tell a round: bets, cards, rules, payments, balances, and whether the shoe was honest."""
    if (name is None) == (check is None):
        raise WrongInput("give a ROUND, or a bundle to --check")
    if check is not None:
        _check(check, json=json)
    else:
        _tell(name or "", data, database, key=key, bundle=bundle, json=json)


def _tell(
    name: str,
    data: Path | None,
    url: str | None,
    *,
    key: Path | None,
    bundle: Path | None,
    json: bool,
) -> None:
    from punto.replay.bundle import bundled
    from punto.replay.chronicle import chronicle, parse_round
    from punto.replay.story import story_of
    from punto.store.database import plainly
    from punto.store.timestamp import utc_ms

    parse_round(name)
    database = database_of(data, url)
    database.require_schema()
    with plainly(database), database.reading() as connection:
        house = key_of(data, key) if bundle is not None else None
        if house is not None:
            require_key(connection, house.public)
        found = chronicle(connection, name, house)
        story = story_of(found)
        if bundle is not None and house is not None:
            _write(bundle, bundled(connection, found, house, utc_ms()))
    _show(story, json=json)
    raise typer.Exit(FAILED if story.doubts else 0)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror}") from None


def _check(path: Path, *, json: bool) -> None:
    from punto.replay.bundle import faults
    from punto.replay.signed_history import checked_history, is_history

    try:
        text = path.read_bytes()
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror}") from None
    if is_history(text):
        _show_history(checked_history(text), json=json)
    bundle, wrong = faults(text, str(path))
    if json:
        house, name = bundle.content.house, bundle.content.story.round
        print_json({"holds": not wrong, "house": house, "round": name, "faults": list(wrong)})
    else:
        _print_checked(bundle, wrong)
    raise typer.Exit(FAILED if wrong else 0)


def _show_history(checked: "Checked", *, json: bool) -> NoReturn:
    from punto.store.timestamp import utc

    if json:
        print_json(msgspec.to_builtins(checked))
    else:
        out = console()
        told = f"{checked.rounds} rounds of {checked.account}, told {utc(checked.at_ms)}"
        out.print(f"{told}\nhouse {checked.house}", soft_wrap=True)
        verdict = "The signature holds." if checked.holds else "The signature does not hold."
        out.print(f"\n{verdict}", style="bold")
    raise typer.Exit(0 if checked.holds else FAILED)


def _print_checked(bundle: "Bundle", wrong: tuple[str, ...]) -> None:
    from punto.store.timestamp import utc

    content, out = bundle.content, console()
    out.print(f"round {content.story.round}, bundled {utc(content.at_ms)}")
    out.print(f"house {content.house}", soft_wrap=True)
    out.print(f"fairness: {content.story.fairness}")
    print_section("What does not hold", wrong)
    verdict = "Signature, hashes and story hold." if not wrong else "The bundle does not hold."
    out.print(f"\n{verdict}", style="bold")


# --- telling ------------------------------------------------------------------------------------


def _show(story: "Story", *, json: bool) -> None:
    if json:
        print_json(msgspec.to_builtins(story))
        return
    out = console()
    out.print(f"Round {story.round}", style="bold")
    out.print(f"{story.title} ({story.rulebook}){', in training' if story.training else ''}")
    print_section("The shoe", _shoe(story))
    rows = [(each.at, str(each.position), each.who, each.what) for each in story.happened]
    print()
    print_table(("when", "entry", "who", "what"), rows, title="What happened", numbers=("entry",))
    print_section("The cards", _cards(story))
    _print_bets("Bets", story.bets)
    if story.void is not None:
        print_section("Void", _void(story))
        _print_bets("After the void", story.void.bets)
    _print_balances(story)
    print_section("What does not hold", story.doubts)


def _shoe(story: "Story") -> Iterator[str]:
    dealing = story.dealing
    if dealing is not None and not dealing.scanned:
        yield f"Shoe {dealing.number}, {dealing.gone} cards gone before the round."
        yield f"Commitment {dealing.commitment}."
        if dealing.outside:
            yield f"Mixed with entropy from outside, {dealing.outside}."
        if dealing.mixed is not None:
            yield from _mixed(dealing.mixed)
        if dealing.revealed is not None:
            yield f"Secret {dealing.revealed.secret}."
    yield f"{story.fairness[:1].upper()}{story.fairness[1:]}."


def _mixed(mixed: "ShoeMixed") -> Iterator[str]:
    for each in mixed.contributions:
        word = f" and the word {each.word!r}" if each.word else ""
        added = "withheld what was promised" if each.is_withheld else f"added {each.random}{word}"
        yield f"{each.who} {added}."
    if mixed.beacon is not None:
        yield f"Beacon {mixed.beacon.chain[:8]}, round {mixed.beacon.round}."
    elif mixed.silent:
        yield "The beacon that was called was silent."


def _cards(story: "Story") -> Iterator[str]:
    for side, hand in (("Player", story.player), ("Banker", story.banker)):
        if hand.cards:
            yield f"{side} {' '.join(hand.cards)}: {hand.total}"
    for rule in story.third_cards:
        yield _cited(f"{rule.words}.", rule.clause)
    if story.winner is not None:
        natural = ", with a natural" if story.natural else ""
        ending = "A tie" if story.winner == "tie" else f"{story.winner.title()} wins"
        yield f"{ending}{natural}."


def _cited(sentence: str, clause: str | None) -> str:
    return f"{sentence} [{clause}]" if clause else sentence


def _void(story: "Story") -> Iterator[str]:
    void = story.void
    assert void is not None, "asked before"
    when = "after it was paid" if void.after_payment else "before it was paid"
    yield _cited(f"{void.reason.replace('-', ' ')}, {when}.", void.clause)
    yield f"{void.who}: {void.why}"


def _print_bets(title: str, bets: "tuple[Bet, ...]") -> None:
    if not bets:
        return
    columns = ("account", "wager", "stake", "outcome", "pays", "returned", "net", "clause")
    rows = [
        (
            bet.bettor,
            bet.wager,
            str(bet.stake),
            bet.outcome,
            bet.pays or "–",
            str(bet.returned),
            f"{bet.net:+d}" if bet.net else "0",
            bet.clause or "–",
        )
        for bet in bets
    ]
    print()
    print_table(columns, rows, title=title, numbers=("stake", "pays", "returned", "net"))


def _print_balances(story: "Story") -> None:
    if not story.balances:
        return
    columns = ("account", "before", "after", "owed before", "owed after")
    rows = [
        (
            each.account,
            *map(str, (each.before, each.after, each.owed_before, each.owed_after)),
        )
        for each in story.balances
    ]
    print_table(columns, rows, title="Credits around the round", numbers=columns[1:])
