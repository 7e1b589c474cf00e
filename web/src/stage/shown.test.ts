import { describe, expect, test } from "vitest";
import { asked, NOTHING_PENDING } from "../model/pending";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { TIGER } from "../testing/tables";
import { isBusy, shownOf } from "./shown";
import { spotsOf, unchanged } from "./spots";
import { bare, beginAt, newTimeline, putAside, sweep, type Timeline } from "./timeline";

const SHARED = true;
const OWN_GAME = false;

const CARDS = { player_cards: ["2s", "3s", "4s"], banker_cards: ["5s", "6s"] };

function at(change: Parameters<FakeHouse["snapshot"]>[0]): Timeline {
  return beginAt(newTimeline("t"), new FakeHouse(new Chance(1)).snapshot(change));
}

describe("bets", () => {
  test("are taken at a shared table until its clock has run out", () => {
    const open = at({ phase: "betting", closes_at_ms: 500 });
    const takes = (now: number): boolean => shownOf(open, NOTHING_PENDING, SHARED, now).takesBets;
    expect([499, 500].map(takes)).toEqual([true, false]);
  });

  test("are not taken where nothing is known, the table is closed or it waits", () => {
    const waiting = { round: 3, found: "malfunction", words: "", since_ms: 5 } as const;
    const open = { phase: "betting", closes_at_ms: 500 } as const;
    for (const timeline of [
      newTimeline("t"),
      at({ ...open, is_open: false }),
      at({ ...open, waiting }),
      at({ ...open, phase: "dealing" }),
    ]) {
      expect(shownOf(timeline, NOTHING_PENDING, SHARED, 0).takesBets).toBe(false);
    }
  });

  test("are taken in a game of one's own while there is nothing to be seen", () => {
    const ready = at({});
    const dealing = asked(NOTHING_PENDING, { type: "Deal", id: "d", table: "t" }, ready.own);
    expect(shownOf(ready, NOTHING_PENDING, OWN_GAME, 0).takesBets).toBe(true);
    expect(shownOf(ready, dealing, OWN_GAME, 0).takesBets).toBe(false);
    expect([isBusy(ready, NOTHING_PENDING), isBusy(ready, dealing)]).toEqual([false, true]);
  });
});

describe("hands", () => {
  const dealt = at({ ...CARDS, phase: "dealing", player: 9, banker: 1 });

  test("lie open after a snapshot, with their totals", () => {
    const { hands } = shownOf(dealt, NOTHING_PENDING, SHARED, 0);
    expect(hands.player.cards.map(({ face }) => face)).toEqual(["up", "up", "up"]);
    expect([hands.player.total, hands.banker.total]).toEqual([9, 1]);
    expect(hands.player.result).toBeNull();
  });

  test("tell no total beyond the cards that lie open", () => {
    const faces = { player: ["up", "up", "down"], banker: ["down", "down"] } as const;
    const { hands } = shownOf({ ...dealt, faces }, NOTHING_PENDING, SHARED, 0);
    expect([hands.player.total, hands.banker.total]).toEqual([null, null]);
  });

  test("name the natural that ends the round, once all cards are seen", () => {
    const reason = { rule: "natural", draws: false, player: 8, banker: 9 } as const;
    const seen = { ...dealt.seen, reasons: { player: reason, banker: reason } };
    const of = (timeline: Timeline): boolean[] => {
      const { hands } = shownOf(timeline, NOTHING_PENDING, SHARED, 0);
      return [hands.player.natural, hands.banker.natural];
    };
    expect(of({ ...dealt, seen })).toEqual([false, true]);
    const faces = { player: ["up", "up", "up"], banker: ["up", "down"] } as const;
    expect(of({ ...dealt, seen, faces })).toEqual([false, false]);
  });

  test("tell what the Banker does only when all cards are seen", () => {
    const reason = { rule: "banker", draws: true, player: 5, banker: 1, third: 4 } as const;
    const seen = { ...dealt.seen, reasons: { player: reason, banker: reason } };
    const faces = { player: ["up", "up", "down"], banker: ["up", "up"] } as const;
    const ruleOf = (timeline: Timeline, side: "player" | "banker"): unknown =>
      shownOf(timeline, NOTHING_PENDING, SHARED, 0).hands[side].rule;
    expect(ruleOf({ ...dealt, seen }, "banker")).toMatchObject({ against: 4, total: 1 });
    expect(ruleOf({ ...dealt, seen, faces }, "banker")).toBeNull();
    expect(ruleOf({ ...dealt, seen, faces }, "player")).toMatchObject({ against: null, total: 5 });
  });

  test.each([
    ["player", "wins", "loses"],
    ["banker", "loses", "wins"],
    ["tie", "ties", "ties"],
  ] as const)("say who has won: %s", (winner, player, banker) => {
    const over = at({ ...CARDS, phase: "settled", winner });
    const { hands } = shownOf(over, NOTHING_PENDING, SHARED, 0);
    expect([hands.player.result, hands.banker.result]).toEqual([player, banker]);
  });

  test("are gone once the player has gone on", () => {
    const over = sweep(at({ ...CARDS, phase: "settled", winner: "player" }));
    const { hands, result } = shownOf(over, NOTHING_PENDING, OWN_GAME, 0);
    expect([hands.player.cards, hands.banker.cards, result]).toEqual([[], [], null]);
  });
});

test("a result that was recorded without cards has no totals", () => {
  const recorded = shownOf(at({ winner: "tie" }), NOTHING_PENDING, SHARED, 0).result;
  expect(recorded).toMatchObject({ winner: "tie", player: null, banker: null });
});

describe("the hand before", () => {
  const over = at({ ...CARDS, phase: "settled", winner: "player", round: 6 });

  test("stays in view through the next window, and never beside cards of another one", () => {
    const aside = putAside(over);
    const next = { ...at({ phase: "betting", round: 7 }), last: aside.last };
    const { last, result } = shownOf(next, NOTHING_PENDING, SHARED, 0);
    expect([last?.round, last?.winner, result]).toEqual([6, "player", null]);
    expect(last?.cards).toEqual({ player: CARDS.player_cards, banker: CARDS.banker_cards });
    const dealt = { ...at({ ...CARDS, phase: "dealing", round: 7 }), last };
    expect(shownOf(dealt, NOTHING_PENDING, SHARED, 0).last).toBeNull();
    expect(shownOf({ ...over, last }, NOTHING_PENDING, SHARED, 0).last).toBeNull();
  });

  test("is there in one's own game as soon as the table is swept", () => {
    expect(shownOf(over, NOTHING_PENDING, OWN_GAME, 0).last).toBeNull();
    expect(shownOf(sweep(over), NOTHING_PENDING, OWN_GAME, 0).last?.round).toBe(6);
    expect(shownOf(bare(over), NOTHING_PENDING, OWN_GAME, 0).last).toBeNull();
  });
});

describe("spots", () => {
  const chip = { type: "Chip", id: "1", table: "t", wager: "banker", amount: 100 } as const;

  test("hold limits, stake, table total, refusal and what is pending", () => {
    const timeline = at({ on_wager: { banker: 700 } });
    const pending = asked(NOTHING_PENDING, chip, timeline.own);
    const shown = shownOf(timeline, pending, SHARED, 0);
    const spots = spotsOf(TIGER, shown, { wager: "tie", words: "no" });
    const banker = spots.find((spot) => spot.id === "banker");
    expect(banker).toMatchObject({ stake: 100, pending: true, tableTotal: 700, refusal: null });
    expect(banker?.limit).toEqual({ minimum: 100, maximum: 100_000, step: 2 });
    expect(spots.find((spot) => spot.id === "tie")).toMatchObject({
      refusal: "no",
      pending: false,
    });
  });

  test("are the same as before where nothing about them is new", () => {
    const timeline = at({});
    const shownWith = (pending: typeof NOTHING_PENDING) =>
      spotsOf(TIGER, shownOf(timeline, pending, SHARED, 0), null);
    const before = shownWith(NOTHING_PENDING);
    const after = unchanged(before, shownWith(asked(NOTHING_PENDING, chip, timeline.own)));
    const fresh = after.filter((spot, i) => spot !== before[i]).map(({ id }) => id);
    expect(fresh).toEqual(["banker"]);
  });

  test("lie by their pay lines, whatever the wagers are called", () => {
    const wagers = TIGER.wagers.map((wager, i) => ({ ...wager, id: `w${i}`, name: `Wager ${i}` }));
    const shown = shownOf(at({}), NOTHING_PENDING, SHARED, 0);
    const layOf = (info: typeof TIGER): unknown =>
      spotsOf(info, shown, null).map(({ place, tint }) => [place, tint]);
    expect(layOf({ ...TIGER, wagers })).toEqual(layOf(TIGER));
    expect(layOf(TIGER)).toContainEqual(["banker", "banker"]);
  });
});
