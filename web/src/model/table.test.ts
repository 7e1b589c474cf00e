import { describe, expect, test } from "vitest";
import type { Roads } from "../protocol/messages";
import { NO_ROADS_MESSAGE } from "./recall";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { follow, see } from "./seen";
import { readShoes, SHOES_KEPT } from "./shoes";
import { tableOf, unknownTable, type TableState } from "./table";

describe("events", () => {
  test.each([1, 2, 3])("come to the same in one frame or in many (%d)", (seed) => {
    const chance = new Chance(seed);
    const one = new FakeHouse(chance);
    let together = tableOf(one.snapshot());
    let apart: TableState = together;
    for (let i = 0; i < 50; i += 1) {
      const { events } = one.play({ banker: 100 });
      const frame = one.frame(events);
      together = follow(together, frame) as TableState;
      apart = { ...events.reduce(see, apart), version: frame.version, closesAt: null };
      expect(apart).toEqual(together);
      expect(follow(together, frame)).toBe(together);
    }
  });

  test("that are missing are noticed", () => {
    const house = new FakeHouse(new Chance(1));
    const table = tableOf(house.snapshot());
    house.version += 1;
    expect(follow(table, house.frame([]))).toBeNull();
  });

  test("a snapshot of the end is the end of the events", () => {
    const house = new FakeHouse(new Chance(4));
    const { events, entry } = house.play({});
    const followed = events.reduce(see, tableOf(house.snapshot()));
    const shown = tableOf(
      house.snapshot({
        phase: "settled",
        player_cards: entry.player,
        banker_cards: entry.banker,
        ...entry.totals,
        winner: entry.winner,
      }),
    );
    const cards = ({ hands }: TableState): (string | null)[][] =>
      [hands.player, hands.banker].map((hand) => hand.map(({ card }) => card));
    expect(cards(followed)).toEqual(cards(shown));
    expect(followed.totals).toEqual(shown.totals);
    expect(followed.winner).toBe(shown.winner);
    expect(followed.hands.player.map(({ place }) => place)).toEqual(
      shown.hands.player.map(({ place }) => place),
    );
  });

  test("a window that is prolonged has its new end", () => {
    const open = see(unknownTable("mbs"), { type: "BettingOpened", round: 3 });
    const longer = see(open, { type: "BettingProlonged", closes_at_ms: 40_000 });
    expect(longer).toEqual({ ...open, closesAt: 40_000 });
  });

  test("a corrected card is another card, wherever it lies", () => {
    const house = new FakeHouse(new Chance(2));
    const table = tableOf(house.snapshot({ player_cards: ["2s", "3s"], banker_cards: ["4s"] }));
    const told = { place: 2, side: "player", before: "3s", card: "9h", total: 1 } as const;
    const after = see(table, { type: "CardCorrected", ...told });
    expect(after.hands.player.map(({ card }) => card)).toEqual(["2s", "9h"]);
    expect(after.totals.player).toBe(1);
    expect(after.hands.player.map(({ total }) => total)).toEqual([null, null]);
    const closed = see(after, { type: "CardCorrected", ...told, card: "8h", total: null });
    expect(closed.totals.player).toBe(0);
  });

  test("a table that waits for a supervisor says so until it is decided", () => {
    const house = new FakeHouse(new Chance(2));
    const found = { round: 3, found: "malfunction", words: "a supervisor decides" } as const;
    const ruled = { type: "Ruled", decision: "supervisor", clause: null, ...found } as const;
    const waiting = see(tableOf(house.snapshot()), ruled);
    expect(waiting.waiting).toEqual(found);
    const late = tableOf(house.snapshot({ waiting: { ...found, since_ms: 5 } }));
    expect(late.waiting).toMatchObject(found);
    for (const table of [waiting, late]) {
      expect(see(table, { type: "Decided", round: 3, void: true }).waiting).toBeNull();
    }
    const clear = see(tableOf(house.snapshot()), { ...ruled, decision: "stand" });
    expect(clear.waiting).toBeNull();
  });

  test("a recorded result is on the road until it is dropped", () => {
    const house = new FakeHouse(new Chance(2));
    const roads = { ...NO_ROADS_MESSAGE, big: [[0, 0, "B", 0, ""]] as Roads["big"] };
    const recorded = { type: "ResultRecorded", round: 4, winner: "banker", natural: true } as const;
    const after = see(tableOf(house.snapshot()), { ...recorded, roads });
    expect(after).toMatchObject({ round: 4, winner: "banker", natural: true });
    expect(after.roads.big).toHaveLength(1);
    const dropped = see(after, { type: "ResultDropped", round: 4, roads: NO_ROADS_MESSAGE });
    expect(dropped).toMatchObject({ winner: null, natural: false });
    expect(dropped.roads.big).toHaveLength(0);
  });

  test("tables open and close, rulings and seats are known", () => {
    let table = unknownTable("t");
    table = see(table, { type: "TableClosed" });
    expect(table.isOpen).toBe(false);
    table = see(table, { type: "TableOpened" });
    table = see(table, { type: "SeatsChanged", taken: [2, 5] });
    table = see(table, {
      type: "Ruled",
      round: 1,
      found: "incorrect-number-of-cards",
      decision: "void",
      words: "so",
      clause: "5.2",
    });
    expect(table).toMatchObject({ isOpen: true, taken: [2, 5], ruling: { clause: "5.2" } });
    const voided = see(table, {
      type: "RoundVoided",
      round: 1,
      reason: "foreign-card",
      clause: "5.1.1",
      after_payment: true,
      roads: NO_ROADS_MESSAGE,
    });
    expect(voided.voided).toEqual({ reason: "foreign-card", clause: "5.1.1", afterPayment: true });
  });
});

test("a result names what has won, and the next round forgets it", () => {
  const house = new FakeHouse(new Chance(4));
  const result = { type: "ResultAnnounced", winner: "banker", player: 5, banker: 6 } as const;
  const more = { natural: false, clause: null, roads: NO_ROADS_MESSAGE, won: { tiger: "12:1" } };
  const over = see(tableOf(house.snapshot()), { ...result, ...more });
  expect(over.won).toEqual({ tiger: "12:1" });
  const next = see(over, { type: "BettingOpened", round: 2, last: true });
  expect([next.won, next.shoe?.last]).toEqual([{}, true]);
  expect(tableOf(house.snapshot({ won: { tie: "8:1" } })).won).toEqual({ tie: "8:1" });
});

describe("shoes", () => {
  const promise = { type: "ShoeCommitted", number: 1, commitment: "c1" } as const;
  const opened = { type: "ShoeOpened", number: 1, size: 416, burned: 0 } as const;
  const begun = { type: "BettingOpened", round: 7 } as const;
  const dealt = (gone: number, card: string) =>
    ({ type: "CardDealt", place: gone - 1, side: "player", card, total: 2, gone }) as const;
  const revealed = {
    type: "ShoeRevealed",
    number: 1,
    decks: 8,
    secret: "ab",
    outside: "cd",
  } as const;

  test("are followed from promise to reveal, with every card in its place", () => {
    const events = [promise, opened, begun, dealt(1, "2s"), dealt(2, "Kh"), revealed];
    const table = events.reduce(see, unknownTable("t"));
    expect(table.shoes).toEqual([
      {
        number: 1,
        commitment: "c1",
        early: true,
        decks: 8,
        secret: "ab",
        outside: "cd",
        seen: { 1: "2s", 2: "Kh" },
        rounds: { 7: [1, 2] },
      },
    ]);
    expect(table.shoe?.gone).toBe(2);
  });

  test("keep what was seen of them, and the first promise, over a gap", () => {
    const before = [promise, opened, begun, dealt(1, "2s")].reduce(see, unknownTable("t"));
    const snapshot = new FakeHouse(new Chance(3)).snapshot({
      committed_as: "t",
      commitments: { "1": "another", "2": "c2", "0": "c0" },
      revealed: [[0, 8, "ef", ""]],
    });
    const [zero, one, two] = tableOf(snapshot, before).shoes;
    expect(one).toMatchObject({ commitment: "c1", early: true, seen: { 1: "2s" } });
    expect(two).toMatchObject({ commitment: "c2", early: true, seen: {} });
    expect(zero).toMatchObject({ commitment: "c0", early: false, secret: "ef" });
  });

  test("of another name are another's", () => {
    const before = [promise, opened].reduce(see, unknownTable("t"));
    const snapshot = new FakeHouse(new Chance(3)).snapshot({ committed_as: "t-g2" });
    expect(tableOf(snapshot, before).shoes).toEqual([]);
  });

  test("that were kept are read as far as they fit", () => {
    const { shoes } = [promise, opened, begun, dealt(1, "2s")].reduce(see, unknownTable("t"));
    const kept = JSON.parse(JSON.stringify([...shoes, { number: 2 }, null, 5])) as unknown;
    expect(readShoes(kept)).toEqual(shoes);
    expect(readShoes("no list")).toEqual([]);
  });

  test("of long ago are forgotten", () => {
    let table = unknownTable("t");
    for (let number = 1; number < 40; number += 1) {
      table = see(table, { type: "ShoeCommitted", number, commitment: "c" });
    }
    expect(table.shoes).toHaveLength(SHOES_KEPT);
    expect(table.shoes.at(-1)?.number).toBe(39);
  });
});
