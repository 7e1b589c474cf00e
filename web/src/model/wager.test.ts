import { describe, expect, test } from "vitest";
import rulebooks from "../gallery/rulebooks.json";
import type { Line } from "../protocol/messages";
import { RWS, TIGER, ZERO } from "../testing/tables";
import {
  hasEnding,
  isBackOnTie,
  isEnding,
  placeOf,
  sidesBetOn,
  sideWins,
  stripesOf,
  tintOf,
} from "./wager";

const lines = (id: string, wager: string): Line[] =>
  rulebooks.find((book) => book.id === id)?.wagers.find((one) => one.id === wager)?.lines as Line[];

describe("from pay lines", () => {
  test("follows the place", () => {
    expect(placeOf(lines("mbs-tiger", "banker"))).toBe("banker");
    expect(placeOf(lines("mbs-tiger", "tie"))).toBe("tie");
    expect(placeOf(lines("mbs-tiger", "tiger"))).toBe("side");
    expect(placeOf(lines("zero-commission", "banker"))).toBe("banker");
  });

  test("follows the tint", () => {
    expect(tintOf(lines("mbs-tiger", "big-tiger"))).toBe("banker");
    expect(tintOf(lines("mbs-tiger", "tiger-tie"))).toBe("tie");
    expect(tintOf(lines("mbs-tiger", "tiger-pair"))).toBe("none");
    expect(tintOf(lines("mbs-no-commission", "player-pair"))).toBe("player");
  });

  test("a condition that any of several winners meets is on no hand", () => {
    const either: Line["when"] = { winner: ["player", "banker"] };
    expect(placeOf([{ pays: "1:1", when: either }])).toBe("side");
    expect(tintOf([{ pays: "1:1", when: either }])).toBe("none");
  });

  test("follow the hands that were bet on, whatever the wagers are called", () => {
    expect(sidesBetOn(ZERO.wagers, { player: 1, tie: 5, banker: 0 })).toEqual(["player"]);
    const renamed = ZERO.wagers.map((wager) => ({ ...wager, id: `x-${wager.id}` }));
    expect(sidesBetOn(renamed, { "x-banker": 5, "x-player": 5 })).toEqual(["player", "banker"]);
    expect(sidesBetOn(renamed, { player: 5 })).toEqual([]);
  });
});

test("what has won beside the hands is told by the pay lines alone", () => {
  const won = { banker: "1:2", tiger: "20:1", "big-tiger": "50:1", other: "9:1" };
  expect(sideWins(TIGER.wagers, won).map(({ id, pays }) => [id, pays])).toEqual([
    ["tiger", "20:1"],
    ["big-tiger", "50:1"],
  ]);
  expect(sideWins(TIGER.wagers, {})).toEqual([]);
});

test("a table has a moment of its own where a wager is about one ending, by its lines alone", () => {
  const named = (wagers: typeof TIGER.wagers) => wagers.map((one) => ({ ...one, name: "?" }));
  expect(hasEnding(named(TIGER.wagers))).toBe(true);
  expect(hasEnding(named(RWS.wagers))).toBe(false);
  expect(isEnding(TIGER.wagers, { banker: "1:2", tiger: "20:1" })).toBe(true);
  expect(isEnding(TIGER.wagers, { tie: "8:1", "tiger-tie": "35:1" })).toBe(true);
  expect(isEnding(TIGER.wagers, { banker: "1:1", "tiger-pair": "20:1" })).toBe(false);
  expect(isEnding(TIGER.wagers, {})).toBe(false);
});

test("an ending that may as well be another win is none, and neither is a total of two cards", () => {
  const side = (...whens: Line["when"][]) => [
    { id: "side", lines: whens.map((when) => ({ pays: "3:1", words: "", clause: null, when })) },
  ];
  const six: Line["when"] = { winner: "banker", banker_total: 6 };
  const pair: Line["when"] = { winner: "banker", banker_pair: true };
  const first: Line["when"] = { winner: "banker", banker_initial_total: 6 };
  const seven: Line["when"] = { winner: "banker", banker_total: 7 };
  expect(isEnding(side(six, pair), { side: "3:1" })).toBe(false);
  expect(isEnding(side(six, seven), { side: "3:1" })).toBe(true);
  expect([hasEnding(side(first)), isEnding(side(first), { side: "3:1" })]).toEqual([false, false]);
});

test("a tie gives back what lies on the two hands", () => {
  const back = TIGER.wagers.filter(({ lines }) => isBackOnTie(lines)).map(({ id }) => id);
  expect(back).toEqual(["player", "banker"]);
});

test("a wager about one total of the hand that wins has stripes, by the cards it wants", () => {
  const six = { winner: "banker", banker_total: 6 } as const;
  const of = (...whens: Parameters<typeof stripesOf>[0][number]["when"][]) =>
    stripesOf(whens.map((when) => ({ pays: "20:1", when })));
  expect(of({ ...six, banker_cards: 2 })).toBe(1);
  expect(of({ ...six, banker_cards: 3 })).toBe(2);
  expect(of({ ...six, banker_cards: 2 }, { ...six, banker_cards: 3 })).toBe(3);
  expect(of(six)).toBe(3);
  expect(of({ winner: "tie", player_total: 6 })).toBe(0);
  expect(of({ winner: "banker" }, six)).toBe(0);
  expect(of({ pairs: 2 })).toBe(0);
});
