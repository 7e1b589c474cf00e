/** Arrow keys between the buttons of a group, by where they lie on the screen. */

const STEPS: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Point {
  x: number;
  y: number;
}

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The nearest that lies that way; sideways distance counts double, so that rows hold together. */
export function nearestThatWay(from: Point, all: readonly Point[], dx: number, dy: number): number {
  let best = -1;
  let least = Infinity;
  all.forEach((point, i) => {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    const distance = ahead + 2 * aside;
    if (ahead > 1 && distance < least) [best, least] = [i, distance];
  });
  return best;
}

export function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  const here = document.activeElement;
  if (step === undefined || here === null || !event.currentTarget.contains(here)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const found = nearestThatWay(centre(here), buttons.map(centre), ...step);
  if (found < 0) return;
  event.preventDefault();
  buttons[found]?.focus();
}
