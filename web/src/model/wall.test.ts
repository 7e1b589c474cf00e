/** What a wall makes of a table: its limits, the size of its lines, and when it invites people. */

import { describe, expect, test } from "vitest";
import { TIGER } from "../testing/tables";
import { fitting, widthOf } from "./fitting";
import { isAlive, isIdle, PATIENCE } from "./idle";
import { isMain, limitGroups } from "./limits";
import { unknownTable, type TableState } from "./table";

describe("limits", () => {
  const names = (limits: Record<string, [number, number]>): string[] => {
    const wagers = TIGER.wagers.map((wager) => {
      const [minimum, maximum] = limits[wager.id] ?? [500, 20_000];
      return { ...wager, minimum, maximum };
    });
    return limitGroups(wagers).map(
      (group) =>
        `${group.wagers.map(({ id }) => id).join("+")} ${group.minimum}-${group.maximum}${isMain(group) ? " main" : ""}`,
    );
  };

  test("that are the same for all are said once", () => {
    expect(names({})).toEqual([
      "player+banker+tie+tiger-pair+tiger+small-tiger+big-tiger+tiger-tie 500-20000",
    ]);
  });

  test("of the two hands come first, and those that are alike go together", () => {
    const hands: [number, number] = [2_500, 500_000];
    expect(names({ player: hands, banker: hands, tie: [500, 50_000] })).toEqual([
      "player+banker 2500-500000 main",
      "tie 500-50000",
      "tiger-pair+tiger+small-tiger+big-tiger+tiger-tie 500-20000",
    ]);
  });
});

describe("a line", () => {
  test("is as large as its place allows, and no larger than it should be", () => {
    expect(fitting("Tie", 1150, 84)).toBe(84);
    const long = "Banker has 3, Player drew 8: stands";
    expect(fitting(long, 1150, 84)).toBeLessThan(84);
    expect(fitting(long, 1150, 84) * widthOf(long)).toBeLessThanOrEqual(1150);
  });

  test("of Han characters is wider than one of as many letters", () => {
    expect(widthOf("本局作废")).toBeGreaterThan(widthOf("void"));
  });

  test("of nothing has a size too", () => {
    expect(fitting("", 100, 40)).toBe(40);
  });
});

describe("a wall is idle", () => {
  const table = (change: Partial<TableState>): TableState => ({ ...unknownTable("t"), ...change });

  test("some minutes after the last sign of life, and not before", () => {
    expect(isIdle(table({}), 1_000, 1_000 + PATIENCE - 1)).toBe(false);
    expect(isIdle(table({}), 1_000, 1_000 + PATIENCE)).toBe(true);
  });

  test("never while bets lie there, or while play waits for a decision", () => {
    const later = 10 * PATIENCE;
    const waiting = { round: 3, found: "malfunction", words: "it stopped" } as const;
    expect(isIdle(table({ phase: "betting", bettors: 1 }), 0, later)).toBe(false);
    expect(isIdle(table({ phase: "dealing", waiting }), 0, later)).toBe(false);
    expect(isIdle(table({ phase: "settled", bettors: 1 }), 0, later)).toBe(true);
  });

  test("although a table deals by itself, for nobody", () => {
    expect(isAlive(table({ phase: "dealing" }))).toBe(false);
    expect(isAlive(table({ bettors: 2 }))).toBe(true);
    expect(isAlive(table({ dealer: true }))).toBe(true);
    expect(isAlive(table({ dealer: false }))).toBe(false);
  });
});
