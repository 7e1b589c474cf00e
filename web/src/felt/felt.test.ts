/** Where everything lies, measured at every size of screen that a table is played on. */

import { describe, expect, test } from "vitest";
import rulebooks from "../gallery/rulebooks.json";
import { placeOf } from "../model/wager";
import type { Line } from "../protocol/messages";
import { arrangeWings, centreOf, type Wager } from "./arrange";
import { layoutOf } from "./layout";
import { boundsOf, outlineOf, pointAt, type Box } from "./ring";
import { seatsOnDesk } from "./seat";
import { shapeOf, stageOf, type Furniture, type Stage } from "./stage";

type Screen = readonly [width: number, height: number, aside: number, bars: number];

/** Screens by width and height, with what the bar, the dock and a score card beside them leave. */
const SCREENS: readonly Screen[] = [
  [1440, 900, 404, 152],
  [1280, 800, 404, 152],
  [1280, 720, 404, 152],
  [1024, 768, 304, 152],
  [768, 1024, 0, 210],
  [390, 844, 0, 210],
  [360, 640, 0, 200],
  [320, 568, 0, 200],
  [844, 390, 0, 112],
];

const wagersOf = (id: string): Wager[] =>
  (rulebooks.find((book) => book.id === id)?.wagers ?? []).map((wager) => ({
    id: wager.id,
    place: placeOf(wager.lines as Line[]),
  }));

function stageFor(screen: Screen, id: string, seats: number): Stage {
  const [width, height, aside, bars] = screen;
  const wagers = wagersOf(id);
  const has: Furniture = {
    sides: wagers.filter(({ place }) => place === "side").length,
    others: wagers.length - 2,
    seats,
    isOwn: id === "zero-commission",
  };
  return stageOf(shapeOf(width, height), width - aside, height - bars, has);
}

const apart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x + 0.01 ||
  other.x + other.width <= one.x + 0.01 ||
  one.y + one.height <= other.y + 0.01 ||
  other.y + other.height <= one.y + 0.01;

const inside = ({ x, y, width, height }: Box, stage: Stage): boolean =>
  x >= -0.01 && y >= -0.01 && x + width <= stage.width + 0.01 && y + height <= stage.height + 0.01;

/** Corners of a spot's outline, from its path; the box about it may reach into its neighbour. */
function pointsOf(path: string, { x, y }: Box): { x: number; y: number }[] {
  const found = [...path.matchAll(/(?:[MLQ]|0 [01] )(-?[\d.]+) (-?[\d.]+)/g)];
  return found.map(([, px, py]) => ({ x: x + Number(px), y: y + Number(py) }));
}

describe.each(SCREENS)("at %d × %d", (...screen) => {
  describe.each(rulebooks.map(({ id }) => id))("%s", (id) => {
    const stage = stageFor(screen, id, id === "zero-commission" ? 0 : 7);
    const spots = [...layoutOf(stage, wagersOf(id)).values()];

    test("every wager has a spot on the screen, large enough for a thumb", () => {
      expect(spots).toHaveLength(wagersOf(id).length);
      for (const { box } of spots) {
        expect(inside(box, stage)).toBe(true);
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      }
    });

    test("what is printed in a spot stands in it, one line below the other", () => {
      for (const { box, name, odds, facts, chips } of spots) {
        for (const { x, y } of [name, odds, facts, chips]) {
          expect(x > 0 && x < box.width && y > 0 && y < box.height).toBe(true);
        }
        expect(odds.y - name.y).toBeGreaterThanOrEqual(12);
        expect(facts.y - odds.y).toBeGreaterThanOrEqual(11);
      }
    });

    test("cards, call and spots keep clear of each other", () => {
      const cards = (["player", "banker"] as const).map((side) => ({
        ...stage.hands[side],
        height: stage.head + Math.max(stage.card * 1.4, stage.third + stage.card),
      }));
      for (const box of cards) {
        expect(inside(box, stage)).toBe(true);
        expect(apart(box, stage.call)).toBe(true);
        for (const spot of spots) expect(apart(box, spot.box)).toBe(true);
      }
      const middle = { ...stage.call, x: stage.call.x + stage.call.width / 4 };
      middle.width /= 2;
      for (const { outline, box } of spots) {
        for (const { x, y } of pointsOf(outline, box)) {
          expect(apart({ x, y, width: 0, height: 0 }, middle)).toBe(true);
        }
      }
    });

    test("seats stand on the screen, clear of each other, large enough to press", () => {
      for (const [i, { at, width, height }] of stage.seats.entries()) {
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(stage.shape === "desk" ? 36 : 40);
        expect(at.x - width / 2).toBeGreaterThanOrEqual(-0.01);
        expect(at.x + width / 2).toBeLessThanOrEqual(stage.width + 0.01);
        expect(at.y + height / 2).toBeLessThanOrEqual(stage.height + 0.01);
        const next = stage.seats[i + 1];
        if (next) expect(Math.hypot(next.at.x - at.x, next.at.y - at.y)).toBeGreaterThan(width);
      }
    });
  });
});

describe("the rule of the layout", () => {
  const rings = { centre: { x: 518, y: -896 }, far: 1264, middle: 1408, near: 1553, reach: 17.1 };

  test.each([
    ["mbs-no-commission", 6.2, 1, 2],
    ["mbs-elements", 6.2, 2, 2],
    ["mbs-tiger", 9.3, 3, 3],
  ])("%s has a centre of %d degrees either way, %d over %d", (id, half, above, below) => {
    const wagers = wagersOf(id);
    expect(centreOf(wagers.length - 2)).toBeCloseTo(half);
    const arranged = arrangeWings(wagers, rings);
    expect(arranged.get("player")).toMatchObject({ from: -17.1, inner: 1264, outer: 1553 });
    expect(arranged.get("banker")).toMatchObject({ to: 17.1, inner: 1264, outer: 1553 });
    const rows = [...arranged.values()];
    expect(rows.filter(({ outer }) => outer === 1408)).toHaveLength(above);
    expect(rows.filter(({ inner }) => inner === 1408)).toHaveLength(below);
  });

  test("a tie lies in the middle of a row that has one, all others in the order of the rulebook", () => {
    const orderOf = (id: string): string[] => [...arrangeWings(wagersOf(id), rings).keys()];
    expect(orderOf("mbs-tiger")).toEqual(
      "player banker tiger-pair tie tiger small-tiger big-tiger tiger-tie".split(" "),
    );
    expect(orderOf("mbs-elements").slice(2, 4)).toEqual(["tie", "player-pair"]);
  });

  test("eleven wagers are four over five, and the wings keep five and a half degrees", () => {
    const others = Array.from({ length: 9 }, (_, i) => ({
      id: `side ${i}`,
      place: "side" as const,
    }));
    const wings = [
      { id: "player", place: "player" as const },
      { id: "banker", place: "banker" as const },
    ];
    const arranged = arrangeWings([...wings, ...others], rings);
    const rows = [...arranged.values()];
    expect(rows.filter(({ outer }) => outer === 1408)).toHaveLength(4);
    expect(rows.filter(({ inner }) => inner === 1408)).toHaveLength(5);
    const { from, to } = arranged.get("banker") ?? { from: 0, to: 0 };
    expect(to - from).toBeGreaterThanOrEqual(5.5 - 1e-9);
  });

  test("seats are 4.95 degrees apart, or closer where there are more than seven", () => {
    const pitch = (count: number): number => {
      const [first, second] = seatsOnDesk(count, rings.centre, 1585);
      return first && second ? second.turn - first.turn : 0;
    };
    expect(pitch(7)).toBeCloseTo(-4.95);
    expect(pitch(16)).toBeCloseTo(-29.7 / 15);
  });
});

describe("a sector", () => {
  const sector = { centre: { x: 0, y: 0 }, inner: 80, outer: 100, from: -30, to: 30 };

  test("is as high as from the corners of its far side to the middle of its near one", () => {
    const box = boundsOf(sector);
    expect(box.y).toBeCloseTo(80 * Math.cos(Math.PI / 6));
    expect(box.y + box.height).toBeCloseTo(100);
    expect(box.width).toBeCloseTo(100);
  });

  test("is told by a closed path that begins and ends at its far side", () => {
    const path = outlineOf(sector, 0, 0, { x: 0, y: 0 });
    const { x, y } = pointAt(sector.centre, 80, -30);
    expect(path.startsWith(`M${x.toFixed(1)} ${y.toFixed(1)}A80 80`)).toBe(true);
    expect(path.endsWith(`${x.toFixed(1)} ${y.toFixed(1)}Z`)).toBe(true);
  });
});
