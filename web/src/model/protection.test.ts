import { describe, expect, test } from "vitest";
import type { YourProtection } from "../protocol/messages";
import { isCheckDue, pauseAt, UNKNOWN_HOUSE } from "./house";
import { dayBegins, filledIn, limitsOf } from "./protection";

const NONE = {
  stake: null,
  loss_day: null,
  loss_week: null,
  minutes_day: null,
  check_minutes: null,
};
const EMPTY = { stake: "", loss_day: "", loss_week: "", minutes_day: "", check_minutes: "" };

describe("limits that are filled in", () => {
  test("are amounts in minor units and whole steps of minutes", () => {
    expect(limitsOf({ ...EMPTY, stake: "12.50", minutes_day: "60" }, 2)).toEqual({
      ...NONE,
      stake: 1250,
      minutes_day: 60,
    });
    expect(limitsOf(EMPTY, 2)).toEqual(NONE);
  });

  test.each([
    ["stake", "0"],
    ["loss_day", "1.234"],
    ["loss_week", "-5"],
    ["minutes_day", "7"],
    ["minutes_day", "0"],
    ["check_minutes", "1445"],
    ["check_minutes", "1e1"],
  ] as const)("name the field that is wrong: %s %s", (name, text) => {
    expect(limitsOf({ ...EMPTY, [name]: text }, 2)).toBe(name);
  });

  test("are read as they are shown", () => {
    const limits = { ...NONE, stake: 1250, loss_week: 100_000, check_minutes: 30 };
    expect(limitsOf(filledIn(limits, 2), 2)).toEqual(limits);
    expect(filledIn(limits, 2).stake).toBe("12.50");
  });
});

test("a period ends with the day that was named", () => {
  const [from, to] = [dayBegins("2026-03-28"), dayBegins("2026-03-28", 1)];
  expect(new Date(from ?? 0).getDate()).toBe(28);
  expect(new Date(to ?? 0).getDate()).toBe(29);
  expect(dayBegins("")).toBeNull();
});

describe("what the house says of protection", () => {
  const told = (change: Partial<YourProtection>): YourProtection => ({
    type: "YourProtection",
    excluded_until_ms: null,
    check_at_ms: null,
    stake: null,
    id: null,
    ...change,
  });
  const state = (change: Partial<YourProtection>) => ({
    ...UNKNOWN_HOUSE,
    protection: told(change),
  });

  test("a pause holds until its end, or for ever", () => {
    expect(pauseAt(UNKNOWN_HOUSE, 0)).toBeNull();
    expect(pauseAt(state({ excluded_until_ms: 100 }), 99)).toBe(100);
    expect(pauseAt(state({ excluded_until_ms: 100 }), 100)).toBeNull();
    expect(pauseAt(state({ excluded_until_ms: 2 ** 53 }), 100)).toBe("ever");
  });

  test("a check is due from its time on", () => {
    expect(isCheckDue(UNKNOWN_HOUSE, 0)).toBe(false);
    expect(isCheckDue(state({ check_at_ms: 100 }), 99)).toBe(false);
    expect(isCheckDue(state({ check_at_ms: 100 }), 100)).toBe(true);
  });
});
