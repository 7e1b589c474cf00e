"""No message ever holds an undealt card, a seed before its reveal, or another player's identity.

A night of random play is recorded, every frame of every socket, and held against the journal.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

import punto
from punto.cards import parse_card
from punto.coup.event import Bet, BettingOpened, CardDealt, RoundVoided, WagersCollected, WagersPaid
from punto.errors import WrongCard
from punto.fair import Reveal, Verdict, verify
from punto.house.record import decode_table
from punto.server.config import default_config
from punto.table.record import Recorded, ShoeRevealed
from tests.rules.citing import cites
from tests.server.night import OWN, Heard, Night, night

YOURS: Final = ("YourStakes", "YourResult", "YourStrip", "YourBalance", "YourTicket")
PRIVATE: Final = (*YOURS, "Accepted")
SECRET_DIGITS: Final = 64
RUNS: Final = re.compile(rf"[0-9a-f]{{{SECRET_DIGITS},}}")
RULEBOOKS: Final = {
    table.id: table.rulebook for table in default_config().tables if table.driver != "dealer"
}
"""Of the tables that play by themselves."""


@pytest.fixture(scope="module")
def told() -> Night:
    return night()


def events_of(told: Night, table: str, after: int, through: int) -> list[Recorded]:
    links = told.links[table][after:through]
    return [event for link in links for event in decode_table(link.body or b"").events]


def actual(socket: Heard, table: str) -> str:
    return f"{table}-{socket.account}" if table == OWN else table


def frames(socket: Heard, *kinds: str) -> Iterator[dict[str, Any]]:
    for text in socket.texts:
        frame = json.loads(text)
        if frame["type"] in kinds:
            yield frame


def strings(value: Any, place: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 – any JSON
    """Give every string in a message, and where it is."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from strings(inner, f"{place}.{key}")
        case list():
            for inner in value:
                yield from strings(inner, place)
        case str():
            yield place, value
        case _:
            pass


def is_card(text: str) -> bool:
    try:
        parse_card(text)
    except WrongCard:
        return False
    return True


def test_the_night_was_worth_looking_at(told: Night) -> None:
    events = [event for table in told.links for event in events_of(told, table, 0, 10**9)]
    assert sum(isinstance(event, CardDealt) for event in events) > 100
    assert sum(isinstance(event, ShoeRevealed) for event in events) > 8
    assert sum(len(socket.texts) for socket in told.sockets) > 1_000
    assert told.unrevealed


def test_nobody_is_named_to_another(told: Night) -> None:
    accounts = {socket.account for socket in told.sockets if socket.account}
    assert len(accounts) == 7
    for socket in told.sockets:
        everything = "\n".join(socket.texts)
        for other in accounts - {socket.account}:
            assert other not in everything


def test_a_secret_is_told_when_it_is_revealed_and_never_before(told: Night) -> None:
    revealed = {
        event.secret: (table, link.position)
        for table, links in told.links.items()
        for link in links
        for event in decode_table(link.body or b"").events
        if isinstance(event, ShoeRevealed)
    }
    assert {len(secret) for secret in (*told.unrevealed, *revealed)} == {SECRET_DIGITS}
    for socket in told.sockets:
        firsts = first_told(socket.texts, {*told.unrevealed, *revealed})
        assert not firsts.keys() & set(told.unrevealed)
        for secret, text in firsts.items():
            table, position = revealed[secret]
            frame = json.loads(text)
            assert frame["type"] in {"Happened", "Snapshot"}
            assert actual(socket, frame["table"]) == table
            assert frame["version"] >= position


def first_told(texts: list[str], secrets: set[str]) -> dict[str, str]:
    """Find where each secret is told first, wherever in a run of digits it may begin."""
    firsts: dict[str, str] = {}
    for text in texts:
        for run in RUNS.findall(text):
            for start in range(len(run) - SECRET_DIGITS + 1):
                piece = run[start : start + SECRET_DIGITS]
                if piece in secrets:
                    firsts.setdefault(piece, text)
    return firsts


def test_cards_are_told_only_as_they_are_dealt(told: Night) -> None:
    for socket in told.sockets:
        for frame in frames(socket, "Happened"):
            table = actual(socket, frame["table"])
            stored = events_of(told, table, frame["after"], frame["version"])
            dealt = [event.card for event in stored if isinstance(event, CardDealt)]
            assert [e["card"] for e in frame["events"] if e["type"] == "CardDealt"] == dealt


def test_a_snapshot_shows_the_cards_of_its_moment(told: Night) -> None:
    for socket in told.sockets:
        for frame in frames(socket, "Snapshot"):
            shown = sorted(frame["player_cards"] + frame["banker_cards"])
            stored = events_of(told, actual(socket, frame["table"]), 0, frame["version"])
            assert shown == ([] if frame["table"] == OWN else sorted(_of_last_round(stored)))


def _of_last_round(events: list[Recorded]) -> list[str]:
    cards: list[str] = []
    for event in events:
        cards = [] if isinstance(event, BettingOpened) else cards
        cards += [event.card] if isinstance(event, CardDealt) else []
    return cards


def test_a_card_stands_nowhere_else_in_any_message(told: Night) -> None:
    allowed = {".events.card", ".player_cards", ".banker_cards"}
    for socket in told.sockets:
        for text in socket.texts:
            for place, string in strings(json.loads(text)):
                assert place in allowed or not is_card(string), (place, text)


def test_the_log_holds_no_secret_no_card_and_no_ticket(told: Night) -> None:
    """With all that it ever tells: every question, every message, every round."""
    text = "\n".join(told.log)
    for kind in ("POST /api/guests: 201", "Chip", "Deal", "CashOut", "bets are taken", "is paid"):
        assert kind in text
    # What the house checks of itself, code, rulebooks and settings, is for everyone to compare.
    rest = "\n".join(line for line in told.log if " self-check: " not in line)
    assert not RUNS.search(rest), "neither a secret nor a mark is so much as begun"
    assert not re.search(r"\b[2-9TJQKA][shdcmwafe]\b", text), "a card"
    tickets = {
        frame["ticket"]["number"]
        for socket in told.sockets
        for frame in frames(socket, "YourTicket")
        if frame["ticket"]
    }
    assert tickets
    for private in (
        *tickets,
        "demo-1",
        "demo-2",
        *(s for h in told.sockets for s in h.seeds),
    ):
        assert private not in text, private
    assert not re.search(r"\b2468\b", text), "the attendant's PIN"


# --- what is private ----------------------------------------------------------------------------


def test_a_spectator_hears_nothing_private(told: Night) -> None:
    spectators = [socket for socket in told.sockets if not socket.account]
    assert len(spectators) == 2
    for socket in spectators:
        assert not list(frames(socket, *PRIVATE))
        codes = {frame["code"] for frame in frames(socket, "Refused")}
        assert codes == {"sign-in", "no-such-table"}


def test_what_is_private_names_requests_of_its_owner_alone(told: Night) -> None:
    named: set[str] = set()
    for socket in told.sockets:
        answered = {frame["id"] for frame in frames(socket, "Accepted", "Refused")}
        for frame in frames(socket, *YOURS):
            assert frame["id"] is None or frame["id"] in answered, frame
            named |= {frame["type"]} if frame["id"] is not None else set()
    assert named == set(YOURS)


def test_a_result_is_told_to_whose_it_is(told: Night) -> None:
    for socket in told.sockets:
        for frame in frames(socket, "YourResult"):
            bets = _bets_of(told, actual(socket, frame["table"]), frame["round"])
            own = sorted((b.wager, b.stake, b.net) for b in bets if b.bettor == socket.account)
            assert sorted((b["wager"], b["stake"], b["net"]) for b in frame["bets"]) == own
            assert frame["net"] == sum(net for _, _, net in own)


def _bets_of(told: Night, table: str, number: int) -> list[Bet]:
    found: dict[int, list[Bet]] = {}
    current = 0
    for event in events_of(told, table, 0, 10**9):
        match event:
            case BettingOpened(opened):
                current = opened
            case WagersCollected(bets) | WagersPaid(bets) | RoundVoided(bets=bets):
                found.setdefault(current, []).extend(bets)
            case _:
                pass
    return found[number]


# --- shoes that anyone can check ----------------------------------------------------------------


def _shoes(socket: Heard, table: str) -> Iterator[tuple[dict[str, Any], str, list[str]]]:
    """Follow a table as a client does: each reveal, its commitment, the cards seen of that shoe."""
    promised: dict[int, str] = {}
    cards: dict[int, list[str]] = {}
    current = missed = 0
    for frame in frames(socket, "Snapshot", "Happened"):
        if frame["table"] != table:
            continue
        if frame["type"] == "Snapshot":
            promised |= {int(number): text for number, text in frame["commitments"].items()}
            assert frame["committed_as"] == actual(socket, table)
            shoe = frame["shoe"] or {"number": 0, "gone": 0}
            current, missed = shoe["number"], shoe["number"] if shoe["gone"] else 0
        for event in frame.get("events", ()):
            match event["type"]:
                case "ShoeCommitted":
                    promised[event["number"]] = event["commitment"]
                case "ShoeOpened":
                    current = event["number"]
                case "BettingOpened":
                    assert current in promised, "the house is bound before anyone bets"
                case "CardDealt":
                    cards.setdefault(current, []).append(event["card"])
                case "ShoeRevealed" if event["number"] != missed:
                    yield event, promised[event["number"]], cards.get(event["number"], [])


@pytest.mark.parametrize("table", RULEBOOKS)
def test_every_revealed_shoe_is_the_one_that_was_promised(told: Night, table: str) -> None:
    checked = 0
    for socket in told.sockets:
        if table == OWN and not socket.account:
            continue
        for event, committed, cards in _shoes(socket, table):
            reveal = Reveal(
                table=actual(socket, table),
                shoe=event["number"],
                decks=event["decks"],
                secret=bytes.fromhex(event["secret"]),
                outside=bytes.fromhex(event["outside"]),
            )
            gone = [parse_card(card) for card in cards]
            deck = punto.rulebook(RULEBOOKS[table]).deck
            assert verify(reveal, deck, committed=committed, gone=gone) is Verdict.TRUE
            assert len(gone) >= 4
            checked += 1
    assert checked > 0


@cites(zero="GAME RULES 9")
def test_the_online_game_shuffles_with_the_players_own_seed(told: Night) -> None:
    hands = 0
    for socket in told.sockets:
        if socket.account:
            outside = [event["outside"] for event, _, _ in _shoes(socket, OWN)]
            assert outside == socket.seeds
            hands += len(outside)
    assert hands > 4
