/** A hand that its player opens himself. */

import { describe, expect, test } from "vitest";
import type { Happened } from "../protocol/messages";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { LiveTable, type LiveOptions } from "./live";
import { PACES } from "./pace";

type Event = Happened["events"][number];

const card = (place: number, side: "player" | "banker", name: string, total: number): Event => ({
  type: "CardDealt",
  place,
  side,
  card: name,
  total,
});
const FOUR: Event[] = [
  card(0, "player", "4s", 4),
  card(1, "banker", "Kh", 0),
  card(2, "player", "Jd", 4),
  card(3, "banker", "3s", 3),
];
const TOTALS: Event = { type: "TotalsAnnounced", player: 4, banker: 3, reasons: [] };

/** A table that has come to the moment at which the Player's two cards wait. */
function waiting(options: Partial<LiveOptions> = {}): { house: FakeHouse; live: LiveTable } {
  const house = new FakeHouse(new Chance(1));
  const live = new LiveTable({
    table: "t",
    shared: true,
    pace: () => PACES.standard,
    squeezes: () => ["player"],
    squeezeMs: 9000,
    ...options,
  });
  live.hear(house.snapshot(), 0);
  const begin: Event[] = [{ type: "BettingOpened", round: 1 }, { type: "BettingClosed" }];
  live.hear(house.frame([...begin, ...FOUR]), 0);
  while (live.timeline.squeezing === null && live.due !== null) live.advance(live.due);
  return { house, live };
}

const faces = (live: LiveTable): string[] =>
  live.shown(0).hands.player.cards.map(({ face }) => face);

describe("a hand that waits for thumbs", () => {
  test("has both cards at hand, and nothing goes on meanwhile", () => {
    const { live } = waiting();
    const { squeezing, hands } = live.shown(0);
    expect(squeezing).toMatchObject({ side: "player", first: 0, until: 9000 });
    expect(faces(live)).toEqual(["squeeze", "squeeze"]);
    expect(hands.player.total).toBeNull();
    live.advance(5000);
    expect(faces(live)).toEqual(["squeeze", "squeeze"]);
    expect(live.shown(0).hands.banker.cards.map(({ face }) => face)).toEqual(["down", "down"]);
  });

  test("is opened in any order, and each card is heard as it opens", () => {
    const { live } = waiting();
    const [second] = live.reveal(2000, 1);
    expect(second).toMatchObject({ kind: "step", what: { kind: "turn", index: 1, card: "Jd" } });
    expect(faces(live)).toEqual(["squeeze", "up"]);
    expect(live.shown(0).hands.player.total).toBeNull();
    expect(live.shown(0).squeezing).not.toBeNull();
    expect(live.reveal(2100, 1)).toEqual([]);
    const [first] = live.reveal(3000, 0);
    expect(first).toMatchObject({ kind: "step", what: { kind: "turn", index: 0, card: "4s" } });
    expect(live.shown(0).squeezing).toBeNull();
    expect(live.shown(0).hands.player.total).toBe(4);
    expect(live.due).toBe(3000 + PACES.standard.turn);
  });

  test("is opened all at once by whoever is tired of it", () => {
    const { live } = waiting();
    expect(live.reveal(2000)).toHaveLength(2);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.reveal(2000)).toEqual([]);
  });

  test("opens when its time is over, and play goes on", () => {
    const { live } = waiting();
    expect(live.due).toBe(9000);
    live.reveal(4000, 0);
    expect(live.advance(8999)).toEqual([]);
    expect(live.advance(9000)).toHaveLength(1);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.shown(0).squeezing).toBeNull();
  });

  test("has no end where nobody else waits", () => {
    const { live } = waiting({ squeezeMs: null });
    expect(live.shown(0).squeezing?.until).toBeNull();
    expect(live.due).toBeNull();
    expect(live.advance(1_000_000)).toEqual([]);
  });

  test("does not delay the next round", () => {
    const { house, live } = waiting();
    live.hear(house.frame([{ type: "BettingOpened", round: 2 }], 60_000), 3000);
    expect(live.shown(3000)).toMatchObject({ squeezing: null, takesBets: true });
  });

  test("a third card waits alone, with the two that are open beside it", () => {
    const { house, live } = waiting();
    live.reveal(1000);
    live.hear(house.frame([TOTALS, card(4, "player", "Ac", 5)]), 1000);
    while (live.timeline.squeezing === null && live.due !== null) live.advance(live.due);
    expect(live.shown(0).squeezing).toMatchObject({ side: "player", first: 2, until: 10_000 });
    expect(faces(live)).toEqual(["up", "up", "squeeze"]);
    expect(live.shown(0).hands.player.total).toBe(4);
    live.reveal(5000, 2);
    expect(live.shown(0).hands.player.total).toBe(5);
  });
});
