"""The wall display: it follows a table at once, whole, and is read from the end of a room."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from math import atan, degrees, hypot
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
import pytest
from playwright.sync_api import Page, ViewportSize, expect
from websockets.sync.client import ClientConnection, connect

import punto
from punto.protocol import Roads, ask, encode
from punto.protocol.tell import Snapshot
from punto.testing.serving import quick_house
from tests.browser.dealer import PIN
from tests.browser.driven_house import CARD_MS, RESULT_MS, DrivenHouse
from tests.browser.screen import PATIENCE_MS
from tests.browser.visitors import Visitors

SIZES: Final = (ViewportSize(width=1920, height=1080), ViewportSize(width=3840, height=2160))
WINDOW_MS: Final = 20_000
ROUNDS: Final = 56
IDLE_MS: Final = 3 * 60_000
SCENE_MS: Final = 12_000
PICTURES: Final = Path(__file__).parents[2] / "docs" / "screenshots"

METRES: Final = 8
INCHES: Final = 55
LEAST_MINUTES: Final = 5.0
"""A capital under five minutes of arc is at the limit of an eye that needs no glasses."""
LEAST_CALLED_MINUTES: Final = 10.0
"""What is called out can be read by an eye half as good."""
CALLED: Final = ".call, .total, .counts, .most, h1, h2"

ROADS: Final = """() => [...document.querySelectorAll('.roads figure svg')].map((road) =>
  [...road.querySelectorAll('g')].map((mark) => {
    const [x, y] = mark.getAttribute('transform').match(/[0-9]+/g).map(Number);
    return [x / 50, y / 50, mark.querySelector('text')?.textContent ?? ''];
  }))"""
"""Where the marks of each road lie, and the letters on them."""

OUTSIDE: Final = """() => [...document.querySelectorAll('.board *')].filter((one) => {
  if (one.closest('.aloud, ol .card')) return false;
  const box = one.getBoundingClientRect();
  const home = one.closest('section, .lost').getBoundingClientRect();
  return box.left < home.left - 1 || box.top < home.top - 1 ||
    box.right > home.right + 1 || box.bottom > home.bottom + 1;
}).map((one) => one.outerHTML.slice(0, 160))"""
"""What sticks out of its part of the wall."""

LAID_OUT: Final = """async () => {
  const measured = () => new Promise((done) => {
    const observer = new ResizeObserver(() => { observer.disconnect(); done(); });
    observer.observe(document.body);
  });
  await measured();
  await document.fonts.ready;
  await measured();
}"""
"""Roads measure their room with each frame and are laid out with the next; fonts load between."""

SCROLLS: Final = """() => [document.documentElement, document.body, document.querySelector('.wall')]
  .some((one) => one.scrollWidth > innerWidth || one.scrollHeight > innerHeight)"""

BOXES: Final = """() => [...document.querySelectorAll('.board > *, .hand, .row, .call, figure')]
  .map((one) => one.getBoundingClientRect())
  .flatMap(({ left, top, width, height }) =>
    [left, top, width, height].map((length) => (length / innerWidth) * 1920))"""
"""Where everything is, in pixels of a screen of 1920."""

CAPITALS: Final = """(called) => {
  const pen = document.createElement('canvas').getContext('2d');
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll('.board *')]
    .filter((one) => own(one) && !one.closest('svg, .enamel, .aloud'))
    .map((one) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return [pen.measureText('H').actualBoundingBoxAscent, one.matches(called), one.textContent];
    });
}"""
"""How high a capital of each text is, whether it is called out, and what it says."""


@pytest.fixture(scope="module")
def config() -> str:
    """Open the usual house, with limits of several kinds, and two tables that a person deals."""
    most = {wager.id: 200_00 for wager in punto.rulebook("mbs-tiger").wagers[2:]} | {"tie": 500_00}
    limits = "".join(
        f"[tables.limits.{wager}]\nminimum = 5_00\nmaximum = {maximum}\n"
        for wager, maximum in most.items()
    )
    usual = quick_house(WINDOW_MS, CARD_MS, RESULT_MS)
    before, tiger, after = usual.partition('id = "tiger"')
    table, end, rest = after.partition("\n\n")
    hall = rest.rpartition("[[tables]]")[2].replace("salon", "hall").replace("Salon", "Hall")
    results = rest.replace('id = "salon"', 'id = "salon"\nresults_only = true')
    return f"{before}{tiger}{table}\n{limits}{end}{results}\n\n[[tables]]{hall}"


@pytest.fixture(scope="module", autouse=True)
def link(house: DrivenHouse) -> str:
    """Take the link of a dealer before time moves: what the house prints is read past then."""
    return house.links()["dealer"].partition("#")[2]


def minutes_of_arc(capital_px: float, width_px: int) -> float:
    """Say under which angle a capital is seen, eight metres from a screen of 55 inches."""
    width_mm = INCHES * 25.4 * 16 / hypot(16, 9)
    return degrees(atan(capital_px / width_px * width_mm / (METRES * 1000))) * 60


def snapshot(house: DrivenHouse, table: str) -> Snapshot:
    """Ask the house itself how a table stands."""
    with connect(f"ws://{urlsplit(house.address).netloc}/ws/watch", max_size=None) as socket:
        socket.send(encode(ask.Watch(table=table)).decode())
        while (frame := heard(socket))["type"] != "Snapshot":
            pass
        return msgspec.convert(frame, Snapshot)


def marks_of(roads: Roads) -> list[list[tuple[int, int]]]:
    """Give where the marks of each road lie, as the house says."""
    printed = (roads.bead, roads.big, roads.big_eye, roads.small, roads.cockroach)
    return [[(mark[0], mark[1]) for mark in road] for road in printed]


def assert_shows(page: Page, told: Snapshot) -> None:
    """Want hands, result, roads and counts on the wall to be those of the house."""
    for side, total in (("player", told.player), ("banker", told.banker)):
        expect(page.locator(f".hand.{side} .total")).to_have_text(str(total))
    cards = page.locator(".hand .card")
    expect(cards).to_have_count(len(told.player_cards) + len(told.banker_cards))
    counts, shown = told.roads.counts, page.get_by_test_id("counts")
    expect(shown).to_have_text(f"B{counts.banker}P{counts.player}T{counts.tie}")
    drawn: list[list[tuple[int, int, str]]] = page.evaluate(ROADS)
    assert [[(c, r) for c, r, _ in road] for road in drawn] == marks_of(told.roads)
    assert [mark[2] for mark in drawn[0]] == [mark[2] for mark in told.roads.bead]


def assert_fits_and_is_legible(page: Page) -> None:
    """Want the same composition on both screens, with nothing outside and nothing too small."""
    boxes = []
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(LAID_OUT)
        assert not page.evaluate(SCROLLS)
        assert page.evaluate(OUTSIDE) == []
        boxes.append(page.evaluate(BOXES))
        for capital, called, text in page.evaluate(CAPITALS, CALLED):
            least = LEAST_CALLED_MINUTES if called else LEAST_MINUTES
            assert minutes_of_arc(capital, size["width"]) >= least, text
    page.set_viewport_size(SIZES[0])
    assert boxes[1] == pytest.approx(boxes[0], abs=1)


def picture(page: Page, name: str, place: Path) -> None:
    """Take a picture, for docs if that is asked for."""
    path = (PICTURES if os.environ.get("PUNTO_SCREENSHOTS") else place) / f"{name}.jpg"
    page.screenshot(path=path, quality=85, animations="disabled")
    assert path.stat().st_size > 5_000


def test_the_wall_follows_a_table(visitors: Visitors, house: DrivenHouse, tmp_path: Path) -> None:
    """The clock of the page stands still: whatever is shown was shown without waiting."""
    wall = visitors.come(viewport=SIZES[0])
    page, call = wall.page, wall.page.get_by_test_id("call")
    page.clock.install()
    page.goto("/wall/tiger")
    expect(page.get_by_test_id("wall")).to_be_visible()
    wall.stop_time()
    house.open_bets("tiger")
    expect(call).to_have_text("Place your bets, please")
    expect(page.locator(".limits")).to_contain_text("1 – 1,000")
    expect(page.locator(".limits")).to_contain_text("Tie 5 – 500 · Side bets 5 – 200")
    assert_fits_and_is_legible(page)
    house.close_bets("tiger")
    expect(page.locator(".hand .card")).to_have_count(1)
    expect(call).to_have_text("No more bets")
    house.advance(ROUNDS * (WINDOW_MS + 5 * CARD_MS + RESULT_MS))
    house.deal("tiger")
    told = snapshot(house, "tiger")
    winner = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}[str(told.winner)]
    expect(call).to_contain_text(winner)
    assert_shows(page, told)
    assert told.shoe is not None
    expect(page.get_by_test_id("shoe")).to_contain_text(f"{told.shoe.gone} of {told.shoe.size} out")
    assert_fits_and_is_legible(page)
    picture(page, "wall", tmp_path)
    invites(page, tmp_path)
    loses_its_link(page)
    assert page.context.cookies() == []


def invites(page: Page, place: Path) -> None:
    """Nobody has bet: after some minutes the wall invites, with one thing after the other."""
    page.clock.run_for(IDLE_MS)
    invitation = page.get_by_test_id("invitation")
    for words, name in (("What a bet pays", ""), ("Nine is as good as it gets", "wall-invitation")):
        for _ in range(2):
            if words in invitation.inner_text():
                break
            page.clock.run_for(SCENE_MS)
        expect(invitation).to_contain_text(words)
        assert_fits_and_is_legible(page)
        if name:
            picture(page, name, place)


def loses_its_link(page: Page) -> None:
    """Without a network the wall says so, and comes back by itself."""
    page.context.set_offline(True)
    expect(page.get_by_test_id("lost")).to_contain_text("Connection lost")
    assert_fits_and_is_legible(page)
    page.context.set_offline(False)
    page.clock.resume()
    expect(page.get_by_test_id("lost")).to_have_count(0)


@contextmanager
def console_of(house: DrivenHouse, link: str) -> Iterator[ClientConnection]:
    """Enrol a dealer, and speak for the console: what it looks like is shown elsewhere."""
    said = {"link": link, "name": "dora", "pin": PIN}
    where, form = f"{house.address}api/staff/enrolments", {"Content-Type": "application/json"}
    with urlopen(Request(where, msgspec.json.encode(said), form)) as answer:  # noqa: S310 – our own house
        cookie = answer.headers["set-cookie"].partition(";")[0]
    address = f"ws://{urlsplit(house.address).netloc}/ws/console"
    with connect(address, additional_headers={"Cookie": cookie}) as socket:
        yield socket


def heard(socket: ClientConnection) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=PATIENCE_MS / 1000))
    return frame


def done(socket: ClientConnection, table: str, kind: str, **fields: Any) -> None:  # noqa: ANN401 – its fields
    """Ask for something at a table, and wait until it is done."""
    said = {"type": kind, "id": f"{table}-{kind}-{len(fields)}", "table": table, **fields}
    socket.send(msgspec.json.encode(said).decode())
    while (answer := heard(socket)).get("id") != said["id"]:
        pass
    assert answer["type"] == "Accepted", answer


def test_the_wall_follows_recorded_results(
    visitors: Visitors, house: DrivenHouse, link: str
) -> None:
    page = visitors.come("wall/no-such-table", viewport=SIZES[0]).page
    expect(page.get_by_role("heading")).to_have_text("There is no table “no-such-table”")
    page.get_by_role("link", name="Salon").click()
    call, recorded = page.get_by_test_id("call"), page.get_by_test_id("recorded")
    expect(call).to_have_text("Waits for a dealer")
    with console_of(house, link) as console:
        done(console, "salon", "TakeTable")
        done(console, "salon", "BringShoe", scanned=True)
        done(console, "salon", "RecordResult", winner="banker", natural=True)
        expect(call).to_have_text("Banker wins")
        done(console, "salon", "RecordResult", winner="tie")
        expect(call).to_have_text("Tie")
        expect(recorded).to_have_text("T")
        assert_fits_and_is_legible(page)
        done(console, "salon", "DropResult", why="it was the Player")
        expect(call).to_have_text("Banker wins")
        expect(page.get_by_test_id("counts")).to_have_text("B1P0T0")
        done(console, "salon", "LeaveTable")
        waits_for_a_supervisor(page, console)


def waits_for_a_supervisor(page: Page, console: ClientConnection) -> None:
    """What the rulebook does not cover stops the table, and everybody reads why."""
    page.goto("/wall/hall?language=zh-Hant")
    call = page.get_by_test_id("call")
    expect(call).to_have_text("等待荷官")
    done(console, "hall", "TakeTable")
    done(console, "hall", "BringShoe")
    done(console, "hall", "OpenBets")
    expect(call).to_have_text("請下注")
    done(console, "hall", "CloseBets")
    expect(call).to_have_text("停止下注")
    done(console, "hall", "DrawCard")
    found = {"found": "malfunction"}
    done(console, "hall", "ReportIrregularity", irregularity=found, why="the reader is stuck")
    expect(call).to_contain_text("第 1 局等待主管裁決")
    assert_fits_and_is_legible(page)
    page.goto("/wall/hall?language=en")
    expect(call).to_have_text("Round 1 waits for a supervisor: a malfunction")
    assert_fits_and_is_legible(page)
