import { describe, expect, test, vi } from "vitest";
import { Chance } from "../testing/random";
import { anchorAt, inwards } from "./anchor";
import { contains, foldTo, lifted, tipOf, type Fold } from "./fold";
import { FALLS_OVER, foldAt, pulled, shareOf, stepped, type Peeled } from "./peeled";
import { dot, HEIGHT, turnedBy, WIDTH, type Point } from "./point";
import { areaOf, before, beyond, OUTLINE, pointsOf } from "./polygon";
import { Squeezing } from "./squeezing.svelte";
import { flatPart, overlay, stretchedAlong, stripsOf } from "./strip";

const CORNERS: Point[] = [...OUTLINE];
const EDGES: Point[] = [
  { x: 50, y: 0 },
  { x: 50, y: 140 },
  { x: 0, y: 70 },
  { x: 100, y: 70 },
];

function foldOf(anchor: Point, finger: Point): Fold {
  const fold = foldTo(anchor, finger);
  if (fold === null) throw new Error("nothing is lifted");
  return fold;
}

const somewhere = (chance: Chance): Point => ({ x: chance.below(101), y: chance.below(141) });

describe("a piece of a card", () => {
  test("is cut by a line, and both parts together are the whole", () => {
    const across = { x: 0, y: 1 };
    expect(areaOf(beyond(OUTLINE, across, 100))).toBe(40 * 100);
    expect(areaOf(before(OUTLINE, across, 100))).toBe(100 * 100);
    expect(beyond(OUTLINE, across, 200)).toEqual([]);
    const chance = new Chance(3);
    for (let i = 0; i < 100; i += 1) {
      const normal = turnedBy({ x: 1, y: 0 }, chance.below(360));
      const at = dot(normal, somewhere(chance));
      const both = areaOf(beyond(OUTLINE, normal, at)) + areaOf(before(OUTLINE, normal, at));
      expect(both).toBeCloseTo(WIDTH * HEIGHT, 6);
    }
  });

  test("is written as the points of a drawing", () => {
    expect(pointsOf([{ x: 1, y: 2.345 }])).toBe("1.00,2.35");
  });
});

describe("a card is taken hold of", () => {
  test("at the nearest edge", () => {
    expect(anchorAt({ x: 50, y: 130 })).toEqual({ x: 50, y: 140 });
    expect(anchorAt({ x: 60, y: 9 })).toEqual({ x: 60, y: 0 });
    expect(anchorAt({ x: 3, y: 70 })).toEqual({ x: 0, y: 70 });
    expect(anchorAt({ x: 120, y: 70 })).toEqual({ x: 100, y: 70 });
  });

  test("at a corner where one is near", () => {
    expect(anchorAt({ x: 12, y: 132 })).toEqual({ x: 0, y: 140 });
    expect(anchorAt({ x: 99, y: 15 })).toEqual({ x: 100, y: 0 });
    expect(anchorAt({ x: -30, y: 200 })).toEqual({ x: 0, y: 140 });
  });

  test("and goes square from an edge, and along the diagonal from a corner", () => {
    expect(inwards({ x: 50, y: 140 })).toEqual({ x: 0, y: -1 });
    const { x, y } = inwards({ x: 100, y: 0 });
    expect(x / y).toBeCloseTo(-WIDTH / HEIGHT, 6);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 6);
  });
});

describe("a fold", () => {
  test("is not there before something is lifted, nor when it is pulled outwards", () => {
    expect(foldTo({ x: 50, y: 140 }, { x: 50, y: 140 })).toBeNull();
    expect(foldTo({ x: 50, y: 140 }, { x: 50, y: 180 })).toBeNull();
    expect(foldTo({ x: 0, y: 0 }, { x: -30, y: -30 })).toBeNull();
  });

  test("brings the anchor under the finger", () => {
    const chance = new Chance(1);
    for (let i = 0; i < 100; i += 1) {
      const anchor = chance.one([...CORNERS, ...EDGES]);
      const into = inwards(anchor);
      const far = 5 + chance.below(90);
      const finger = { x: anchor.x + into.x * far, y: anchor.y + into.y * far };
      const tip = tipOf(foldOf(anchor, finger));
      expect(tip.x).toBeCloseTo(finger.x, 6);
      expect(tip.y).toBeCloseTo(finger.y, 6);
    }
  });

  test("is square to an edge at first, and leans only when it is up", () => {
    const edge = { x: 50, y: 140 };
    expect(foldOf(edge, { x: 53, y: 136 }).normal.x).toBeCloseTo(0, 6);
    expect(Math.abs(foldOf(edge, { x: 90, y: 80 }).normal.x)).toBeGreaterThan(0.2);
  });

  test("leaves flat what it does not lift: nothing is hidden and nothing twice", () => {
    const fold = foldOf({ x: 50, y: 140 }, { x: 50, y: 80 });
    const flat = areaOf(flatPart([fold]));
    expect(flat + areaOf(lifted(fold))).toBeCloseTo(WIDTH * HEIGHT, 6);
    // Sixty up; the bend takes 26.7 of it: the line is half of both from the edge.
    expect(fold.limit).toBeCloseTo(140 - (60 + Math.PI * 8.5) / 2, 6);
  });
});

describe("what is drawn of a fold", () => {
  const apply = ({ x, y }: Point, m: readonly number[]): Point => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = m;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };

  test("a stretch of minus one reflects in the line, and twice is nothing", () => {
    const normal = turnedBy({ x: 1, y: 0 }, 30);
    const mirror = stretchedAlong(normal, { start: 20, from: 20, stretch: -1 });
    const point = { x: 70, y: 15 };
    const image = apply(point, mirror);
    expect(dot(normal, image) - 20).toBeCloseTo(20 - dot(normal, point), 6);
    const again = apply(image, mirror);
    expect(again.x).toBeCloseTo(point.x, 6);
    expect(again.y).toBeCloseTo(point.y, 6);
  });

  const numbers = (text: string): number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number);

  test("goes on without a gap from what lies flat to the tip under the finger", () => {
    for (const anchor of [...CORNERS, ...EDGES]) {
      const into = inwards(anchor);
      const fold = foldOf(anchor, { x: anchor.x + into.x * 50, y: anchor.y + into.y * 50 });
      const strips = stripsOf(fold);
      expect(strips.map(({ surface }) => surface)).toEqual([
        ...Array<string>(4).fill("back"),
        ...Array<string>(5).fill("face"),
      ]);
      const last = strips.at(-1);
      // The face is printed on the other side: the anchor lies there mirrored.
      const tip = apply({ x: WIDTH - anchor.x, y: anchor.y }, numbers(last?.matrix ?? ""));
      expect(tip.x).toBeCloseTo(tipOf(fold).x, 2);
      expect(tip.y).toBeCloseTo(tipOf(fold).y, 2);
      // A point of the line itself stays where it is.
      const onLine = { x: fold.normal.x * fold.limit, y: fold.normal.y * fold.limit };
      const first = apply(onLine, numbers(strips[0]?.matrix ?? ""));
      expect(first.x).toBeCloseTo(onLine.x, 2);
      expect(first.y).toBeCloseTo(onLine.y, 2);
    }
  });

  test("the shadow has the shape of what lies upon the card", () => {
    const fold = foldOf({ x: 50, y: 140 }, { x: 50, y: 60 });
    const upside = areaOf(beyond(OUTLINE, fold.normal, fold.limit + Math.PI * fold.radius));
    expect(areaOf(overlay(fold))).toBeCloseTo(upside, 6);
  });
});

describe("what was seen", () => {
  test("stays seen, wherever fingers go", () => {
    const chance = new Chance(7);
    for (let round = 0; round < 50; round += 1) {
      let peeled: Peeled = [];
      for (let i = 0; i < 40; i += 1) {
        const anchor = chance.one([...CORNERS, ...EDGES]);
        const next = pulled(peeled, anchor, somewhere(chance));
        expect(shareOf(next)).toBeGreaterThanOrEqual(shareOf(peeled));
        for (const old of peeled) {
          expect(next.some((fold) => fold.anchor === old.anchor && contains(fold, old))).toBe(true);
        }
        peeled = next;
      }
    }
  });

  test("several folds are in one card", () => {
    const one = pulled([], { x: 0, y: 0 }, { x: 20, y: 28 });
    const two = pulled(one, { x: 50, y: 140 }, { x: 50, y: 120 });
    expect(two).toHaveLength(2);
    expect(shareOf(two)).toBeGreaterThan(shareOf(one));
  });

  test("a fold is taken up again by its tip or where it began", () => {
    const peeled = stepped([], { x: 50, y: 140 }, 60);
    expect(foldAt(peeled, { x: 52, y: 82 })).toBe(peeled[0]);
    expect(foldAt(peeled, { x: 55, y: 139 })).toBe(peeled[0]);
    expect(foldAt(peeled, { x: 4, y: 4 })).toBeNull();
  });

  test.each([...EDGES, ...CORNERS])("a full drag from %o opens the card", (anchor) => {
    const across = { x: WIDTH - anchor.x, y: HEIGHT - anchor.y };
    expect(shareOf(pulled([], anchor, across))).toBeGreaterThan(FALLS_OVER);
  });

  test.each([...EDGES, ...CORNERS])("steps from %o open it too, in the end", (anchor) => {
    let peeled: Peeled = [];
    for (let i = 0; i < 20; i += 1) peeled = stepped(peeled, anchor, 10);
    expect(peeled).toHaveLength(1);
    expect(shareOf(peeled)).toBeGreaterThan(FALLS_OVER);
  });
});

describe("fingers and keys", () => {
  const squeezing = () => {
    const onover = vi.fn();
    return { card: new Squeezing(onover), onover };
  };

  test("a finger peels, and what it let go stays", () => {
    const { card, onover } = squeezing();
    card.down(1, { x: 0, y: 68 });
    card.move(1, { x: 0, y: 30 });
    const { share } = card;
    expect(share).toBeGreaterThan(0.2);
    card.move(1, { x: 0, y: 60 });
    card.up(1);
    expect(card.share).toBe(share);
    card.down(1, { x: 0, y: 30 });
    card.move(1, { x: 0, y: -60 });
    expect(onover).toHaveBeenCalledOnce();
  });

  test("a tap peels one step", () => {
    const { card } = squeezing();
    card.down(1, { x: 40, y: 60 });
    card.up(1);
    expect(card.peeled[0]?.anchor).toEqual({ x: 100, y: 140 });
    card.up(1);
    card.move(1, { x: 0, y: 0 });
    expect(card.peeled).toHaveLength(1);
  });

  test("a finger finds the edge that it sees, however the card lies", () => {
    const { card } = squeezing();
    card.turn();
    expect(card.degrees).toBe(90);
    // What was the bottom is now on the left.
    card.down(1, { x: -68, y: 0 });
    card.move(1, { x: -40, y: 0 });
    expect(card.peeled[0]?.anchor.x).toBeCloseTo(50, 6);
    expect(card.peeled[0]?.anchor.y).toBe(140);
  });

  test("arrows lift the edge that they point away from, as it is seen", () => {
    const { card } = squeezing();
    expect(card.key("ArrowUp")).toBe(true);
    expect(card.peeled[0]?.anchor).toEqual({ x: 50, y: 140 });
    expect(card.key("r")).toBe(true);
    card.key("ArrowUp");
    expect(card.peeled[1]?.anchor).toEqual({ x: 100, y: 70 });
    expect(card.key("x")).toBe(false);
  });

  test("Enter and Space open it, once", () => {
    const { card, onover } = squeezing();
    card.key("Enter");
    card.key(" ");
    expect(onover).toHaveBeenCalledOnce();
  });

  test("two fingers turn it, and it comes to rest square", () => {
    const { card } = squeezing();
    card.down(1, { x: -40, y: 0 });
    card.down(2, { x: 40, y: 0 });
    expect(card.isSpinning).toBe(true);
    card.move(2, { x: 20, y: 60 });
    expect(card.degrees).toBeCloseTo(45, 6);
    card.move(2, { x: -10, y: 60 });
    card.up(2);
    expect(card.degrees).toBe(90);
    card.up(1);
    expect(card.peeled).toEqual([]);
  });
});
