import { describe, expect, test } from "vitest";
import { follow } from "../model/seen";
import type { Happened, Roads, Snapshot } from "../protocol/messages";
import { NO_ROADS_MESSAGE } from "../model/recall";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { PACES } from "./pace";
import {
  beginAt,
  caughtUp,
  endingOf,
  hold,
  newTimeline,
  reach,
  skipTo,
  step,
  tell,
  type Private,
  type Timeline,
} from "./timeline";

const HOW = { pace: PACES.standard, faceUp: false };

function begun(seed: number): { house: FakeHouse; timeline: Timeline } {
  const house = new FakeHouse(new Chance(seed));
  return { house, timeline: beginAt(newTimeline("t"), house.snapshot()) };
}

function told(timeline: Timeline, frame: Happened, now = 0): Timeline {
  const next = follow(timeline.told, frame);
  if (next === null) throw new Error("something lies between");
  return tell(timeline, next, frame.events, now, HOW);
}

/** Take steps until nothing is ahead. */
function toTheEnd(timeline: Timeline, look: (timeline: Timeline) => void = () => {}): Timeline {
  let at = timeline;
  for (let [next] = at.ahead; next !== undefined; [next] = at.ahead) {
    at = step(at, next);
    look(at);
  }
  return at;
}

describe("a timeline", () => {
  test.each([1, 2, 3, 4])("comes step by step to what was told (%d)", (seed) => {
    const { house, timeline } = begun(seed);
    const after = toTheEnd(told(timeline, house.frame(house.play({ banker: 100 }).events)));
    const { version, closesAt } = after.told;
    expect({ ...after.seen, version, closesAt }).toEqual(after.told);
    expect(caughtUp(after).seen).toBe(after.told);
  });

  test("is a value: what happens gives another, and the first stays as it was", () => {
    const { house, timeline } = begun(5);
    const before = JSON.stringify(timeline);
    toTheEnd(told(timeline, house.frame(house.play({}).events)));
    expect(JSON.stringify(timeline)).toBe(before);
  });

  test("shows a card face down before it is turned, and never more cards than were dealt", () => {
    const { house, timeline } = begun(6);
    const frame = house.frame(house.play({}).events);
    const faces: string[] = [];
    toTheEnd(told(timeline, frame), ({ seen, faces: { player, banker } }) => {
      expect(player).toHaveLength(seen.hands.player.length);
      expect(banker).toHaveLength(seen.hands.banker.length);
      faces.push(player[0] ?? "none");
    });
    expect(faces.indexOf("down")).toBeLessThan(faces.indexOf("up"));
  });

  test("plans on from what is ahead, and from now where nothing is", () => {
    const { house, timeline } = begun(7);
    const first = told(timeline, house.frame([{ type: "BettingClosed" }]), 100);
    expect(first.nextAt).toBe(100);
    const second = told(first, house.frame([{ type: "TableClosed" }]), 900);
    expect(second.nextAt).toBe(100);
    expect(second.ahead.map(({ step: { what } }) => what.kind)).toEqual(["bets-closed", "quiet"]);
    expect(told(toTheEnd(second), house.frame([{ type: "TableOpened" }]), 5000).nextAt).toBe(5000);
  });

  test("begins anew at a snapshot, with the cards open and nothing ahead", () => {
    const { house, timeline } = begun(8);
    const busy = told(timeline, house.frame(house.play({}).events));
    const anew = beginAt(busy, house.snapshot({ player_cards: ["2s"], banker_cards: ["3s"] }));
    expect(anew).toMatchObject({ ahead: [], faces: { player: ["up"], banker: ["up"] } });
    expect(anew.seen).toBe(anew.told);
  });
});

describe("the hand before", () => {
  /** A timeline that has seen one round to its end, and the next take bets. */
  function after(seed: number): { house: FakeHouse; next: Timeline } {
    const { house, timeline } = begun(seed);
    const over = toTheEnd(told(timeline, house.frame(house.play({}).events)));
    const opened = house.frame([{ type: "BettingOpened", round: house.round + 1 }]);
    return { house, next: toTheEnd(told(over, opened)) };
  }

  const at = (house: FakeHouse, last: Timeline["last"], change: Partial<Snapshot>) =>
    beginAt(newTimeline("t", undefined, last), house.snapshot(change)).last;

  test("stays in view when the page is loaded anew in the next window", () => {
    const { house, next } = after(3);
    const round = house.round + 1;
    expect(next.last).not.toBeNull();
    expect(at(house, next.last, { phase: "betting", round })).toBe(next.last);
    expect(at(house, next.last, { phase: "ready", round: house.round })).toBe(next.last);
  });

  test("is no longer it when another was played since, or was ruled otherwise", () => {
    const { house, next } = after(3);
    const last = next.last && { ...next.last, winner: "banker" as const };
    expect(at(house, last, { phase: "betting", round: house.round + 2 })).toBeNull();
    const bead: Roads["bead"] = [[0, 0, "P", ""]];
    const roads = { ...NO_ROADS_MESSAGE, bead };
    expect(at(house, last, { phase: "betting", round: house.round + 1, roads })).toBeNull();
  });
});

test("every card knows when it began to move, by the plan and not by whoever looks", () => {
  const { house, timeline } = begun(6);
  const planned = told(timeline, house.frame(house.play({}).events), 1000);
  const [early, late] = [toTheEnd(planned), toTheEnd(skipTo(planned, "end", 9000))];
  const length = planned.ahead.reduce((sum, { step: { lasts } }) => sum + lasts, 0);
  const began = ({ motions }: Timeline) => [...motions.player, ...motions.banker];
  const { deal, turn } = PACES.standard;
  expect(early.motions.player.slice(0, 2)).toEqual([
    { laid: 1000, turned: 1000 + 4 * deal },
    { laid: 1000 + 2 * deal, turned: 1000 + 4 * deal + turn },
  ]);
  const shift = 9000 - length - 1000;
  expect(began(late)).toEqual(
    began(early).map(({ laid, turned }) => ({ laid: laid + shift, turned: turned + shift })),
  );
  expect(beginAt(early, house.snapshot()).motions).toEqual({ player: [], banker: [] });
});

describe("what is private", () => {
  const balance: Private = {
    type: "YourBalance",
    available: 7,
    held: 0,
    net: 0,
    last_win: 0,
    owed: 0,
  };

  test("is held until it is reached", () => {
    const held = hold(begun(1).timeline, balance);
    expect([held.held, held.purse.available]).toEqual([[balance], 0]);
    expect(reach(held, balance).purse.available).toBe(7);
  });

  test("is part of the ending of its own round only", () => {
    const { house, timeline } = begun(2);
    const { events, entry } = house.play({ banker: 100 });
    const over = toTheEnd(told(timeline, house.frame(events)));
    expect(endingOf(over)).toMatchObject({ winner: entry.winner, net: null });
    const result: Private = {
      type: "YourResult",
      table: "t",
      round: entry.round,
      void: false,
      bets: entry.bets,
      net: 55,
    };
    expect(endingOf(reach(over, result))?.net).toBe(55);
    expect(endingOf(reach(over, { ...result, round: 99 }))?.net).toBeNull();
  });
});

test("a round that is over is kept while the next takes bets, and its cards are not", () => {
  const { house, timeline } = begun(3);
  const over = toTheEnd(told(timeline, house.frame(house.play({}).events)));
  const next = toTheEnd(told(over, house.frame([{ type: "BettingOpened", round: 2 }])));
  expect(next.last).toEqual(endingOf(over));
  expect(next.last?.cards.player).toEqual(over.seen.hands.player.map(({ card }) => card));
  expect(next.faces).toEqual({ player: [], banker: [] });
  expect(endingOf(next)).toBeNull();
});
