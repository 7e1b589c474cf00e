"""What a page shows is looked at in every frame: nothing may be told before it is seen."""

from typing import Final

from tests.browser.screen import Screen

_FRAMES_OF_A_ROUND: Final = 5
_WATCH: Final = """() => {
  const early = (window.early = { frames: 0, hands: 0, found: [] });
  const points = (name) =>
    name.startsWith('Ace') ? 1 : (Number.parseInt(name, 10) || 0) % 10;
  const told = (hand) => hand.querySelector('.total')?.textContent ?? null;
  const look = () => {
    early.frames += 1;
    const hands = [...document.querySelectorAll('.hand')];
    early.hands += hands.some((hand) => hand.querySelector('.cards [role=img]')) ? 1 : 0;
    let isClosed = false;
    for (const hand of hands) {
      const names = [...hand.querySelectorAll('.cards [role=img]')].map((card) => card.ariaLabel);
      const closed = names.indexOf('Face-down card');
      isClosed ||= closed !== -1 || names.length < 2;
      const open = closed === -1 ? names : names.slice(0, closed);
      const sum = open.reduce((all, name) => all + points(name), 0) % 10;
      const total = told(hand);
      if (total !== null && (open.length === 0 || Number(total) !== sum)) {
        early.found.push(`${total} with ${names}`);
      }
    }
    const ending = document.querySelector('[data-testid=result] p.result');
    const isNew = ending && !ending.textContent.includes('Round');
    if (isNew && isClosed) early.found.push(`a result: ${ending.textContent}`);
    requestAnimationFrame(look);
  };
  look();
}"""


def watch_frames(screen: Screen) -> None:
    """Look at every frame of a page from now on."""
    screen.page.evaluate(_WATCH)


def assert_nothing_early(screen: Screen, rounds: int) -> None:
    """No total was there before its card's face, and no result before the last card.

    A few frames of each round, and its cards in one of them at least, or nothing was looked at.
    """
    early = screen.page.evaluate("window.early")
    assert early["found"] == []
    assert early["frames"] >= _FRAMES_OF_A_ROUND * rounds
    assert early["hands"] >= rounds
