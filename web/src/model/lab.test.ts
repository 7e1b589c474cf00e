import { describe, expect, test } from "vitest";
import type { LabOdds } from "../protocol/messages";
import {
  addressOf,
  cardsLeft,
  DECKS,
  decksPlot,
  FIRST,
  leftOf,
  moved,
  questionIn,
  REMOVAL,
  removalPlot,
  scaleOf,
} from "./lab";

const odds: LabOdds = {
  rulebook: "mbs-tiger@3",
  title: "Tiger",
  family: "french",
  decks: 2,
  ranks: ["A", "6", "T"],
  suits: ["s", "h", "d", "c"],
  cards: { A: 8, "6": 8, T: 8 },
  suits_known: true,
  own: 0,
  wagers: [],
};

describe("a question", () => {
  test("is asked again by its address", () => {
    const question = {
      rulebook: "mbs-elements@2",
      decks: 6,
      gone: { "6": 4, Tm: 1 },
      toml: '[[wagers]]\nid = "öx & co"\n',
      wager: "tie",
      rounds: 1_000_000,
      shoes: 20_000,
      seed: 4242,
    };
    const address = addressOf(question);
    expect(questionIn(new URL(address, "http://house/").hash)).toEqual(question);
    expect(address.startsWith("/lab#")).toBe(true);
  });

  test("is the usual one where the address says nothing, or nonsense", () => {
    expect(questionIn("")).toEqual(FIRST);
    expect(questionIn("#decks=11&gone=x.y&rounds=7&shoes=7&seed=-1")).toEqual(FIRST);
    expect(questionIn("#decks=0.5").decks).toBe(FIRST.decks);
  });
});

describe("a shoe", () => {
  test("loses cards by rank and by suit, and gets them back", () => {
    const one = moved(odds, {}, "6", "", 1);
    expect(one).toEqual({ "6": 1 });
    const two = moved(odds, one ?? {}, "6", "s", 1);
    expect(two).toEqual({ "6": 1, "6s": 1 });
    expect(moved(odds, two ?? {}, "6", "", -1)).toEqual({ "6s": 1 });
    expect(leftOf(odds, two ?? {}, "6", "")).toBe(6);
    expect(leftOf(odds, two ?? {}, "6", "s")).toBe(1);
    expect(cardsLeft(odds, two ?? {})).toBe(22);
  });

  test("gives no card that it has not, and takes none back that never left", () => {
    expect(moved(odds, { "6s": 2 }, "6", "s", 1)).toBeNull();
    expect(moved(odds, { "6": 8 }, "6", "", 1)).toBeNull();
    expect(moved(odds, { "6": 8 }, "6", "h", 1)).toBeNull();
    expect(moved(odds, {}, "6", "", -1)).toBeNull();
  });
});

describe("drawings", () => {
  test("have round numbers round all values", () => {
    expect(scaleOf([-0.013, 0, 0.021])).toEqual({ low: -0.02, high: 0.03, step: 0.01 });
    const flat = scaleOf([0.5, 0.5]);
    expect(flat.low).toBeLessThanOrEqual(0.5);
    expect(flat.high).toBeGreaterThan(flat.low);
  });

  test("raise a bar for a gain, and hang one for a loss", () => {
    const { bars, zero, lines } = removalPlot([
      ["A", 0.0001],
      ["6", -0.0002],
      ["T", 0],
    ]);
    expect(bars.map(({ gains }) => gains)).toEqual([true, false, true]);
    expect((bars[0]?.y ?? 0) + (bars[0]?.height ?? 0)).toBeCloseTo(zero);
    expect(bars[1]?.y).toBeCloseTo(zero);
    expect(bars[1]?.height).toBeCloseTo(2 * (bars[0]?.height ?? 0));
    for (const { y } of lines) expect(y).toBeGreaterThanOrEqual(REMOVAL.top - 1e-9);
    for (const { x, width } of bars) expect(x + width).toBeLessThanOrEqual(REMOVAL.width);
  });

  test("put higher edges higher, deck by deck", () => {
    const { dots, path } = decksPlot([0.01, 0.012, 0.0125]);
    expect(dots.map(({ decks }) => decks)).toEqual([1, 2, 3]);
    expect(dots[2]?.y).toBeLessThan(dots[0]?.y ?? 0);
    expect(dots[2]?.x).toBeLessThanOrEqual(DECKS.width - DECKS.right);
    expect(path.split("L")).toHaveLength(3);
  });
});
