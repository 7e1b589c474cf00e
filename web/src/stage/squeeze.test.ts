/** A hand that its player opens himself. */

import { describe, expect, test } from "vitest";
import type { ClosedHands, Happened } from "../protocol/messages";
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
  while (live.timeline.squeezing === null && live.due !== null) live.seek(live.due);
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
    live.seek(5000);
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
    expect(live.seek(8999)).toEqual([]);
    expect(live.seek(9000)).toHaveLength(1);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.shown(0).squeezing).toBeNull();
  });

  test("has no end where nobody else waits", () => {
    const { live } = waiting({ squeezeMs: null });
    expect(live.shown(0).squeezing?.until).toBeNull();
    expect(live.due).toBeNull();
    expect(live.seek(1_000_000)).toEqual([]);
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
    while (live.timeline.squeezing === null && live.due !== null) live.seek(live.due);
    expect(live.shown(0).squeezing).toMatchObject({ side: "player", first: 2, until: 10_000 });
    expect(faces(live)).toEqual(["up", "up", "squeeze"]);
    expect(live.shown(0).hands.player.total).toBe(4);
    live.reveal(5000, 2);
    expect(live.shown(0).hands.player.total).toBe(5);
  });
});

describe("where the right is somebody's", () => {
  const hidden = (event: Event): Event =>
    event.type === "CardDealt" && event.side === "player"
      ? { ...event, card: null, total: null }
      : event;
  const closed = (hands: ClosedHands["hands"], opened: Event[] = []): ClosedHands => ({
    type: "ClosedHands",
    table: "t",
    round: 1,
    hands,
    opened: opened.filter((event) => event.type === "CardDealt"),
  });
  const hers = (places: number[], until_ms: number | null = 21_000) => [
    { side: "player" as const, position: 3, places, until_ms },
  ];

  /** A table at which the first four lie there, and seat 3 squeezes the Player's. */
  function atSalon(seat: number, events: Event[]): { house: FakeHouse; live: LiveTable } {
    const house = new FakeHouse(new Chance(1));
    const live = new LiveTable({
      table: "t",
      shared: true,
      pace: () => PACES.standard,
      squeezes: () => ["player", "banker"],
      byRight: true,
      toDevice: (ms) => ms - 1000,
    });
    live.hear(house.snapshot(), 0);
    live.hear({ type: "YourSeat", table: "t", position: seat, standing: false }, 0);
    const begin: Event[] = [{ type: "BettingOpened", round: 1 }, { type: "BettingClosed" }];
    live.hear(house.frame(begin), 0);
    live.hear(closed(hers([0, 2])), 0);
    live.hear(house.frame(events), 0);
    for (let i = 0; i < 20 && live.due !== null && live.timeline.squeezing === null; i += 1) {
      live.seek(live.due);
    }
    return { house, live };
  }

  test("only whoever has it squeezes, by the clock of the house, and opens for all", () => {
    const { live } = atSalon(3, FOUR);
    expect(live.shown(0).squeezing).toMatchObject({ side: "player", until: 20_000 });
    expect(live.reveal(5000, 1)[0]).toEqual({ kind: "open-card", place: 2 });
    live.hear(closed(hers([0]), [card(2, "player", "Jd", 4)]), 5100);
    expect(faces(live)).toEqual(["squeeze", "up"]);
    // The dealer goes on: the house opens what is left.
    live.hear(closed([], FOUR), 6000);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.shown(0).squeezing).toBeNull();
  });

  test("others wait for it, and know no face before it is open", () => {
    const { house, live } = atSalon(5, FOUR.map(hidden));
    expect(live.shown(0).squeezing).toBeNull();
    expect(live.due).toBeNull();
    expect(live.shown(0).table.closed).toHaveLength(1);
    const { cards, total } = live.shown(0).hands.player;
    expect(cards.map(({ card: name }) => name)).toEqual([null, null]);
    expect(total).toBeNull();
    live.hear(closed(hers([0]), [{ ...card(2, "player", "Jd", 0), total: null } as Event]), 5000);
    expect(live.shown(0).hands.player.total).toBeNull();
    live.hear(
      closed(
        [],
        [FOUR[0], FOUR[2]].filter((event) => event !== undefined),
      ),
      6000,
    );
    for (let i = 0; i < 9 && live.due !== null; i += 1) live.seek(live.due);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.shown(0).hands.player.total).toBe(4);
    expect(Object.values(live.timeline.told.shoes.at(-1)?.seen ?? {})).not.toContain(null);
    live.hear(house.frame([TOTALS]), 7000);
    expect(live.timeline.told.totals).toEqual({ player: 4, banker: 3 });
  });

  test("what was opened while it was still ahead is known when it comes", () => {
    const { live } = atSalon(5, []);
    const house = new FakeHouse(new Chance(1));
    house.version = live.timeline.told.version;
    live.hear(house.frame(FOUR.map(hidden)), 50_000);
    live.hear(closed([], FOUR), 50_000);
    while (live.due !== null) live.seek(live.due);
    expect(live.shown(0).hands.player).toMatchObject({ total: 4 });
    expect(faces(live)).toEqual(["up", "up"]);
  });

  const dealt = {
    player_cards: ["4s", "Jd"],
    banker_cards: ["Kh", "3s"],
    phase: "dealing" as const,
    round: 1,
  };
  const openings = [0, 2].map((place) => ({ kind: "open-card", place }));

  test("whoever has it and lost the link opens what he was shown, once", () => {
    const { house, live } = atSalon(3, FOUR);
    expect(live.hear(house.snapshot(dealt), 5000)).toEqual([]);
    expect(faces(live)).toEqual(["up", "up"]);
    expect(live.hear(closed(hers([0, 2])), 5000)).toEqual(openings);
    expect(live.hear(closed(hers([0])), 5100)).toEqual([]);
  });

  test("whoever has it and loads the page anew opens them when he knows his seat", () => {
    const { house, live } = atSalon(5, []);
    live.hear(house.snapshot(dealt), 5000);
    expect(live.hear(closed(hers([0, 2])), 5000)).toEqual([]);
    const seat = { type: "YourSeat", table: "t", position: 3, standing: false } as const;
    expect(live.hear(seat, 5000)).toEqual(openings);
    expect(live.hear(seat, 5100)).toEqual([]);
  });

  test("whoever squeezes on another screen sees backs here, and opens nothing", () => {
    const { house, live } = atSalon(3, []);
    live.hear(house.snapshot({ ...dealt, player_cards: [null, null] }), 5000);
    expect(live.hear(closed(hers([0, 2])), 5000)).toEqual([]);
    const seat = { type: "YourSeat", table: "t", position: 3, standing: false } as const;
    expect(live.hear(seat, 5000)).toEqual([]);
  });

  test("what is dealt after a snapshot waits for his thumbs", () => {
    const { house, live } = atSalon(3, []);
    live.hear(house.snapshot({ phase: "dealing", round: 1 }), 5000);
    expect(live.hear(closed(hers([0, 2])), 5000)).toEqual([]);
    live.hear(house.frame(FOUR), 5000);
    expect(live.hear(closed(hers([0, 2], 22_000)), 5000)).toEqual([]);
    while (live.timeline.squeezing === null && live.due !== null) live.seek(live.due);
    expect(faces(live)).toEqual(["squeeze", "squeeze"]);
  });

  test("whoever comes late sees backs, and no total of them", () => {
    const { house, live } = atSalon(5, []);
    const cards = { player_cards: [null, "Jd"], banker_cards: ["Kh", "3s"], banker: 3 };
    live.hear(house.snapshot({ ...cards, phase: "dealing", round: 1 }), 0);
    live.hear(closed(hers([0])), 0);
    expect(live.shown(0).hands.player).toMatchObject({ total: null });
    expect(live.shown(0).hands.banker).toMatchObject({ total: 3 });
  });
});
