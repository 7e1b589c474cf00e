import { describe, expect, test } from "vitest";
import { contrast } from "../design/colour";
import { Language } from "../messages/language.svelte";
import { show } from "../testing/show";
import { breakDown, chipLook, INLAY, INLAY_INK, shownChips } from "./chip";
import Chips from "./Chips.svelte";
import ChipStack from "./ChipStack.svelte";
import { boxOf, insertsOf, seatOf, THICKNESS } from "./stack";

const TRADE = [
  1, 2, 5, 10, 25, 50, 100, 300, 500, 1000, 3000, 5000, 10_000, 30_000, 50_000, 100_000,
];

describe("a chip", () => {
  test("looks like no other of the set", () => {
    const looks = TRADE.map((value) => JSON.stringify(chipLook(value)));
    expect(new Set(looks).size).toBe(TRADE.length);
  });

  test("has its colour, or else another edge than the chips of its colour", () => {
    for (const value of TRADE) {
      const { body, count, width } = chipLook(value);
      const alike = TRADE.map(chipLook).filter((look) => look.body === body);
      const edges = alike.filter((look) => look.count === count && look.width === width);
      expect(edges, String(value)).toHaveLength(1);
    }
  });

  test("bears a number that can be read, whatever its colour", () => {
    expect(contrast(INLAY, INLAY_INK)).toBeGreaterThanOrEqual(7);
  });

  test.each(TRADE)("of %d shows its inserts", (value) => {
    const { body, insert } = chipLook(value);
    expect(contrast(body, insert)).toBeGreaterThanOrEqual(3);
  });

  test("bears its value in major units", () => {
    const language = new Language();
    language.currency = { code: "EUR", digits: 2 };
    const { container } = show(Chips, { values: [500_000] }, language);
    expect(container.textContent?.trim()).toBe("5K");
  });
});

describe("a stack", () => {
  test("breaks a stake into few chips", () => {
    expect(breakDown(1750, [100, 500, 1000, 50])).toEqual({
      chips: [1000, 500, 100, 100, 50],
      rest: 0,
    });
    expect(breakDown(1755, [100, 500, 1000, 50]).rest).toBe(5);
  });

  test("shows a chip for any stake at all", () => {
    expect(shownChips(3, [10, 50], 4)).toEqual([10]);
    expect(shownChips(0, [10, 50], 4)).toEqual([]);
    expect(shownChips(10 ** 15, [10], 4)).toHaveLength(4);
  });

  test("grows upwards and leaves what lies below where it was", () => {
    expect(seatOf(3).y - seatOf(4).y).toBeCloseTo(THICKNESS);
    const [, top, , height] = boxOf(5).split(" ").map(Number);
    const [, lower, , less] = boxOf(4).split(" ").map(Number);
    expect((top ?? 0) + (height ?? 0)).toBeCloseTo((lower ?? 0) + (less ?? 0));
  });

  test("shows about half of a chip's inserts on its edge", () => {
    const look = chipLook(100);
    const shown = insertsOf(seatOf(0), look).split("M").length - 1;
    expect(shown).toBeGreaterThanOrEqual(look.count / 2);
    expect(shown).toBeLessThanOrEqual(look.count / 2 + 1);
  });

  test("shows one number, that of the uppermost chip", () => {
    const { container } = show(Chips, { values: [1000, 100, 25] });
    expect(container.textContent?.trim()).toBe("25");
  });

  test("tells the whole stake in figures", () => {
    const { container } = show(ChipStack, { stake: 12_345, denominations: [5, 100] });
    expect(container.textContent).toContain("12,345");
  });
});
