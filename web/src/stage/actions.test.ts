import { expect, test } from "vitest";
import { NOTHING_OWN, type OwnState } from "../model/own";
import { NOTHING_PENDING } from "../model/pending";
import { actionsOf, askedBy, leftToStake, type Action } from "./actions";
import { shownOf, type Shown } from "./shown";
import { newTimeline } from "./timeline";

const purse = { available: 100, held: 0, net: 0, lastWin: 0, owed: 0 };

function shown(own: Partial<OwnState>): Shown {
  const timeline = { ...newTimeline("t"), purse, own: { ...NOTHING_OWN, ...own } };
  return shownOf(timeline, NOTHING_PENDING, false, 0);
}

const usable = (own: Partial<OwnState>, ownGame: boolean, open = true): string[] =>
  Object.entries(actionsOf(shown(own), ownGame, open))
    .filter(([, can]) => can)
    .map(([action]) => action);

test("what is built can be undone, cleared, doubled and dealt", () => {
  const own = { stakes: { tie: 40 }, previous: { player: 5 }, canUndo: true };
  expect(usable(own, false)).toEqual(["undo", "clear", "double", "rest"]);
  expect(usable(own, true)).toEqual(["undo", "clear", "double", "rest", "deal"]);
});

test("what was bet before can be repeated while nothing is built", () => {
  const own = { previous: { player: 5 } };
  expect(usable(own, false)).toEqual(["rest", "rebet"]);
  expect(usable(own, true)).toEqual(["rest", "rebet", "rebet-deal"]);
});

test("while bets are closed nothing can be used, and a shared table has no Deal at all", () => {
  expect(usable({ stakes: { tie: 40 }, canUndo: true }, true, false)).toEqual([]);
  expect(Object.keys(actionsOf(shown({}), false, true))).not.toContain("deal");
});

test("in a game of one's own what is built is not yet taken", () => {
  expect(leftToStake(shown({ stakes: { tie: 40 } }), true)).toBe(60);
  expect(leftToStake(shown({ stakes: { tie: 40 } }), false)).toBe(100);
  expect(usable({ stakes: { tie: 100 } }, true)).not.toContain("rest");
});

test.each<[Exclude<Action, "rest">, object]>([
  ["undo", { type: "Undo" }],
  ["clear", { type: "Clear" }],
  ["double", { type: "Double" }],
  ["rebet", { type: "Rebet" }],
  ["new-game", { type: "NewGame" }],
  ["rebet-deal", { type: "RebetAndDeal", seed: "ab" }],
  ["deal", { type: "Deal", seed: "ab" }],
])("%s asks for what it says", (action, asks) => {
  expect(askedBy(action, "ab")).toEqual(asks);
});
