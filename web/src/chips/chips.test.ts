import { describe, expect, test } from "vitest";
import { contrast } from "../design/colour";
import { Language } from "../messages/language.svelte";
import { show } from "../testing/show";
import { breakDown, chipLook, shownChips } from "./chip";
import Chip from "./Chip.svelte";
import ChipStack from "./ChipStack.svelte";

const TRADE = [
  1, 2, 5, 10, 25, 50, 100, 300, 500, 1000, 3000, 5000, 10_000, 30_000, 50_000, 100_000,
];

describe("a chip", () => {
  test("looks like no other of the set", () => {
    const looks = TRADE.map((value) => JSON.stringify(chipLook(value)));
    expect(new Set(looks).size).toBe(TRADE.length);
  });

  test("has another rim than the next chips of its colour", () => {
    expect(chipLook(10).rim).not.toBe(chipLook(50).rim);
    expect(chipLook(10).rim).not.toBe(chipLook(25).rim);
  });

  test.each(TRADE)("of %d can be read", (value) => {
    const { body, mark } = chipLook(value);
    expect(contrast(body, mark)).toBeGreaterThanOrEqual(4.5);
  });

  test("bears its value in major units", () => {
    const language = new Language();
    language.currency = { code: "EUR", digits: 2 };
    const { container } = show(Chip, { value: 500_000 }, language);
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

  test("tells the whole stake in figures", () => {
    const { container } = show(ChipStack, { stake: 12_345, denominations: [5, 100] });
    expect(container.textContent).toContain("12,345");
  });
});
