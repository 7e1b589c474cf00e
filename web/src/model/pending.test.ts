import { describe, expect, test } from "vitest";
import type { Request } from "../protocol/socket";
import { EMPTY_PURSE, NOTHING_OWN, type OwnState } from "./own";
import {
  accepted,
  asked,
  builtOf,
  handBegun,
  handSettled,
  isDealt,
  NOTHING_PENDING,
  purseShown,
  refused,
  stakesOf,
  stakeTold,
  tableCleared,
  waitsFor,
} from "./pending";

const OWN: OwnState = {
  ...NOTHING_OWN,
  stakes: { tie: 50, player: 10 },
  previous: { banker: 70 },
};
const PURSE = { ...EMPTY_PURSE, available: 1000 };
const at = { id: "1", table: "t" };
const chip = (id: string, wager = "tie"): Request => ({
  type: "Chip",
  id,
  table: "t",
  wager,
  amount: 50,
});
const deal: Request = { type: "Deal", id: "d", table: "t" };

describe("what builds a stake", () => {
  test.each<[Request, Record<string, number>]>([
    [
      { ...at, type: "Chip", wager: "tie", amount: 5 },
      { tie: 55, player: 10 },
    ],
    [
      { ...at, type: "TakeOff", wager: "tie" },
      { tie: 0, player: 10 },
    ],
    [{ ...at, type: "Clear" }, {}],
    [
      { ...at, type: "Double" },
      { tie: 100, player: 20 },
    ],
    [{ ...at, type: "Rebet" }, { banker: 70 }],
    [{ ...at, type: "NewGame" }, { banker: 70 }],
    [
      { ...at, type: "Undo" },
      { tie: 50, player: 10 },
    ],
    [
      { ...at, type: "Rest", wager: "tie" },
      { tie: 50, player: 10 },
    ],
  ])("is shown as if it were done: %o", (request, stakes) => {
    const pending = asked(NOTHING_PENDING, request, OWN);
    expect(builtOf(pending, OWN)).toEqual(stakes);
    expect(stakesOf(pending, OWN)).toEqual(stakes);
  });

  test("is under way until it is answered, or its stake is told", () => {
    const both = asked(asked(NOTHING_PENDING, chip("a"), OWN), chip("b", "player"), OWN);
    expect([waitsFor(both, "tie"), waitsFor(both, "player"), waitsFor(both, "banker")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(waitsFor(stakeTold(both, { id: "a" }), "tie")).toBe(false);
    expect(waitsFor(stakeTold(both, { id: "b" }), "tie")).toBe(true);
    // What another screen has asked for, or nobody, answers nothing of ours.
    expect(stakeTold(both, { id: "of another" }).requests).toHaveLength(2);
    expect(stakeTold(both, { id: null }).requests).toHaveLength(2);
    expect(waitsFor(accepted(both, { type: "Accepted", id: "b" }), "player")).toBe(false);
    expect(accepted(both, { type: "Accepted", id: "of another" }).requests).toHaveLength(2);
  });

  test("keeps every spot waiting where it is about all of them", () => {
    expect(waitsFor(asked(NOTHING_PENDING, { ...at, type: "Undo" }, OWN), "any")).toBe(true);
  });

  test("is gone when it is refused, and the reason stays until something else is asked", () => {
    const pending = asked(NOTHING_PENDING, chip("a"), OWN);
    const no = { id: "a", code: "above-maximum", words: "no", wager: "tie" };
    const after = refused(pending, no);
    expect(after?.requests).toEqual([]);
    expect(after?.refusal).toEqual({ ...no, id: undefined });
    expect(asked(after ?? pending, chip("b"), OWN).refusal).toBeNull();
    expect(refused(pending, { ...no, id: "of another" })).toBeNull();
    expect(refused(pending, { ...no, id: "" })).toBeNull();
  });
});

describe("a hand", () => {
  const chipAndDeal = asked(asked(NOTHING_PENDING, chip("a"), OWN), deal, OWN);

  test("is played with all that was built, and holds its stake until its end is seen", () => {
    expect(stakesOf(chipAndDeal, OWN)).toEqual({ tie: 100, player: 10 });
    expect(purseShown(chipAndDeal, PURSE)).toEqual({ ...PURSE, available: 890, held: 110 });
    expect(purseShown(handSettled(chipAndDeal), PURSE)).toBe(PURSE);
  });

  test("that repeats a bet is played with the previous one", () => {
    const again: Request = { type: "RebetAndDeal", id: "d", table: "t" };
    expect(stakesOf(asked(NOTHING_PENDING, again, OWN), OWN)).toEqual({ banker: 70 });
  });

  test("is part of the version that the house has said", () => {
    const answered = accepted(chipAndDeal, { type: "Accepted", id: "d", version: 7 });
    expect(isDealt(chipAndDeal, 9)).toBe(false);
    expect([6, 7, 8].map((version) => isDealt(answered, version))).toEqual([false, true, true]);
    expect(isDealt(NOTHING_PENDING, 9)).toBe(false);
  });

  test("that is refused gives its bets back to be changed", () => {
    const after = refused(chipAndDeal, { id: "d", code: "net-zero-win", words: "", clause: "6" });
    expect(after).toMatchObject({ dealing: null, inPlay: null, settled: true });
    expect(after?.refusal).toEqual({ code: "net-zero-win", words: "", clause: "6" });
  });

  test("was seen to begin, and is over when the player goes on", () => {
    expect(handBegun(chipAndDeal).dealing?.seen).toBe(true);
    expect(handBegun(NOTHING_PENDING).dealing).toBeNull();
    expect(tableCleared(chipAndDeal)).toMatchObject({ inPlay: null, settled: true });
  });
});
