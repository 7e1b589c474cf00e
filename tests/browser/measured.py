"""What can be pressed on a page is measured, moment by moment and at every size of screen."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

SIZES: Final = (
    (1440, 900),
    (1280, 800),
    (1280, 720),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (360, 640),
    (844, 390),
)
LEAST_TARGET: Final = 44
"""Pixels that a thumb finds without looking."""
MOST_MOVED: Final = 1

MEASURE: Final = """async () => {
  // Twice: what was measured in the first frame is laid out in the second.
  for (const _ of [1, 2])
    await new Promise((done) => new ResizeObserver(done).observe(document.body));
  const all = [...document.querySelectorAll('button, a[href], input')];
  const canBePressed = (one) =>
    !one.disabled && one.ariaDisabled !== 'true' && !one.closest('.skip')
    && one.checkVisibility({ visibilityProperty: true });
  const nameOf = (one) =>
    one.dataset.wager ?? one.dataset.seat
    ?? [one.className.replace(/ ?svelte-\\w+/g, ''), one.value || one.textContent.trim(),
        one.getAttribute('href')].join(' ');
  const boxes = {}, covered = [], outside = [];
  for (const one of all.filter(canBePressed)) {
    const { x, y, width, height } = (one.closest('label') ?? one).getBoundingClientRect();
    const name = nameOf(one);
    boxes[name] = [x, y, width, height];
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!one.contains(there) && one.closest('label')?.contains(there) !== true)
      covered.push(`${name} by ${there?.outerHTML.slice(0, 80)}`);
    if (x < -0.5 || y < -0.5 || x + width > innerWidth + 0.5 || y + height > innerHeight + 0.5)
      outside.push(name);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  const scrolls = scrollWidth > innerWidth || scrollHeight > innerHeight || scrollY > 0;
  return { boxes, covered, outside, scrolls };
}"""
"""Everything that can be pressed now, by name; what is covered, and what is not on the screen."""

SHIFTS: Final = """
  window.shifts = [];
  const partOf = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML)?.slice(0, 90);
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(partOf)]);
  }).observe({ type: 'layout-shift', buffered: true });
"""
"""Notes what the browser itself sees move."""

Boxes = dict[str, list[float]]


class Measured:
    """The boxes of a page, by size, as they were when they could first be pressed."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._first: dict[tuple[int, int], Boxes] = {size: {} for size in SIZES}
        self.boxes = 0
        """How many were measured."""
        self.wrong: list[str] = []
        """What has moved, is covered or lies outside, and when."""

    def at(self, moment: str) -> None:
        """Measure at every size; the screen has the first of them again afterwards."""
        for size in (*SIZES[1:], SIZES[0]):
            width, height = size
            self._page.set_viewport_size(ViewportSize(width=width, height=height))
            found = self._page.evaluate(MEASURE)
            where = f"{moment}, {width} × {height}"
            self.wrong += [f"covered: {name}: {where}" for name in found["covered"]]
            self.wrong += [f"outside: {name}: {where}" for name in found["outside"]]
            self.wrong += [f"the page scrolls: {where}"] if found["scrolls"] else []
            self._compare(self._first[size], found["boxes"], where)

    def _compare(self, first: Boxes, boxes: Boxes, where: str) -> None:
        for name, box in boxes.items():
            was = first.setdefault(name, box)
            moved = max(abs(new - old) for new, old in zip(box, was, strict=True))
            self.boxes += 1
            if moved > MOST_MOVED:
                self.wrong.append(f"moved by {moved:.1f} px: {name}: {where}")

    def small(self) -> list[str]:
        """Find what a thumb would miss on a phone."""
        return [
            f"{name}: {width} × {height} at {size}"
            for size in ((390, 844), (360, 640), (844, 390))
            for name, (_, _, width, height) in self._first[size].items()
            if min(width, height) < LEAST_TARGET
        ]
