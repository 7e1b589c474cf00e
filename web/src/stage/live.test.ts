import { describe, expect, test } from "vitest";
import { sumOf } from "../model/own";
import type { Happened, Tell } from "../protocol/messages";
import type { Request } from "../protocol/socket";
import { FakeHouse, type Entry } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { LiveTable, type Effect, type LiveOptions } from "./live";
import { PACES } from "./pace";

function liveOf(options: Partial<LiveOptions> = {}): LiveTable {
  return new LiveTable({
    table: "t",
    shared: true,
    pace: () => PACES.standard,
    squeezes: () => [],
    ...options,
  });
}

/** Let time go by, and look at what is shown at every step of it. */
function run(live: LiveTable, from: number, look: (now: number) => void = () => {}): number {
  let now = from;
  for (let i = 0; i < 500; i += 1) {
    look(now);
    if (live.timeline.squeezing !== null) live.reveal(now);
    if (live.due === null) break;
    now = Math.max(now, live.due);
    live.seek(now);
  }
  return now;
}

/** What the live shows of a round that is over is what the books say of it. */
function expectShown(live: LiveTable, entry: Entry): void {
  const { player, banker } = live.shown(0).hands;
  expect(player.cards).toEqual(entry.player.map((card) => ({ card, face: "up" })));
  expect(banker.cards).toEqual(entry.banker.map((card) => ({ card, face: "up" })));
  expect(player.total).toBe(entry.totals.player);
  expect(banker.total).toBe(entry.totals.banker);
  expect(live.shown(0).result).toMatchObject({ round: entry.round, winner: entry.winner });
  expect(live.shown(0).purse.available).toBe(entry.available);
  if (entry.bets.length === 0) return;
  expect(live.shown(0).ownResult?.bets).toEqual(entry.bets);
  expect(live.shown(0).result?.net).toBe(entry.net);
}

function stakesBy(chance: Chance): Record<string, number> {
  const wagers = ["player", "banker", "tie"].filter(() => chance.chance(0.5));
  return Object.fromEntries(wagers.map((wager) => [wager, 100 * (1 + chance.below(9))]));
}

describe("a thousand rounds of the online game", () => {
  test.each([1, 2, 3, 4, 5])("show what the books say (%d)", (seed) => {
    const chance = new Chance(seed);
    const house = new FakeHouse(chance);
    let voids = 0;
    const live = liveOf({
      shared: false,
      squeezes: (stakes) => (seed % 2 === 0 && (stakes["banker"] ?? 0) > 0 ? ["banker"] : []),
    });
    let now = 0;
    live.hear(house.snapshot(), now);
    live.hear(house.balance(), now);
    for (let i = 0; i < 200; i += 1) {
      const stakes: Record<string, number> = { player: 100, ...stakesBy(chance) };
      live.hear(house.yourStakes(stakes), now);
      const before = house.available;
      const ask: Request = { type: "Deal", id: `d${i}`, table: "t" };
      expect(live.ask(ask)).toBe(true);
      expect(live.ask({ ...ask, id: `again${i}` })).toBe(false);
      const { events, entry } = house.play(stakes);
      const answer: Tell[] = [
        house.yourStakes({}, stakes, `d${i}`),
        house.strip(),
        { type: "Accepted", id: `d${i}`, version: house.version + 1 },
      ];
      const told: Tell[] = [house.frame(events), house.balance(), house.result(entry)];
      // The answer and what happened may come in either order.
      for (const message of chance.chance(0.5) ? [...told, ...answer] : [...answer, ...told]) {
        live.hear(message, now);
      }
      now = run(live, now, () => {
        const over = live.timeline.seen.phase === "settled" || live.timeline.seen.phase === "void";
        if (over) return;
        // Nothing tells the end before the end: not the balance, not the strip, not a bet.
        expect(live.shown(0).purse.available).toBe(before - sumOf(stakes));
        expect(live.shown(0).ownResult).toBeNull();
        expect(live.timeline.own.strip.length).toBe(Math.min(10, i - voids));
        for (const side of ["player", "banker"] as const) {
          const { cards, total } = live.shown(0).hands[side];
          if (cards.every(({ face }) => face !== "up")) expect(total).toBeNull();
        }
      });
      if (entry.winner === null) voids += 1;
      expect(live.isBusy).toBe(false);
      expectShown(live, entry);
      expect(live.shown(0).stakes).toEqual(stakes);
      now += 10;
    }
  });
});

describe("five hundred rounds of a shared table", () => {
  test.each([11, 12, 13, 14, 15])("show what the books say (%d)", (seed) => {
    const chance = new Chance(seed);
    const house = new FakeHouse(chance);
    const live = liveOf();
    let now = 1000;
    live.hear(house.snapshot(), now);
    live.hear(house.balance(), now);
    for (let i = 0; i < 100; i += 1) {
      const stakes = stakesBy(chance);
      const { events, entry } = house.play(stakes);
      for (const event of events) {
        const frame = house.frame([event], event.type === "BettingOpened" ? now + 5000 : null);
        // A frame may come twice, and time goes on as it likes.
        for (const once of chance.chance(0.1) ? [frame, frame] : [frame]) live.hear(once, now);
        if (event.type === "BettingOpened") {
          expect(live.shown(now).takesBets).toBe(true);
          live.hear(house.yourStakes(stakes), now);
        }
        now += chance.below(1500);
        live.seek(now);
      }
      live.hear(house.balance(), now);
      if (entry.bets.length > 0) live.hear(house.result(entry), now);
      if (chance.chance(0.7)) {
        now = run(live, now);
        expectShown(live, entry);
        expect(live.timeline.seen).toEqual(live.timeline.told);
      }
    }
  });
});

describe("what is lost", () => {
  test("a gap asks for the table anew, and a snapshot shows it at once", () => {
    const house = new FakeHouse(new Chance(5));
    const live = liveOf();
    live.hear(house.snapshot(), 0);
    house.version += 3;
    const gap: Happened = house.frame([{ type: "BettingOpened", round: 7 }]);
    expect(live.hear(gap, 0)).toEqual([{ kind: "watch-again" }]);
    const cards = { player_cards: ["2s", "3s", "4s"], banker_cards: ["5s", "6s"] };
    const snapshot = house.snapshot({ ...cards, phase: "dealing", player: 9, banker: 1 });
    live.hear(snapshot, 0);
    expect(live.shown(0).hands.player.total).toBe(9);
    expect(live.shown(0).hands.player.cards.map(({ face }) => face)).toEqual(["up", "up", "up"]);
    expect(live.due).toBeNull();
  });

  test("a hand that was dealt while the link was lost is said, not shown", () => {
    const house = new FakeHouse(new Chance(6));
    const live = liveOf({ shared: false });
    live.hear(house.snapshot(), 0);
    live.hear(house.balance(), 0);
    live.hear(house.yourStakes({ player: 100 }), 0);
    live.ask({ type: "Deal", id: "d", table: "t" });
    const { entry } = house.play({ player: 100 });
    house.version += 1;
    const heard: Effect[] = [];
    for (const message of [
      house.snapshot(),
      house.yourStakes({}, { player: 100 }),
      house.balance(),
      { type: "Accepted", id: "d", version: house.version } as const,
    ]) {
      heard.push(...live.hear(message, 0));
    }
    expect(heard).toContainEqual({ kind: "missed-game" });
    expect(live.shown(0).hands.player.cards).toEqual([]);
    expect(live.shown(0).result).toBeNull();
    expect(live.isBusy).toBe(false);
    expect(live.shown(0).purse.available).toBe(entry.available);
  });
});

describe("what is asked", () => {
  function open(): { house: FakeHouse; live: LiveTable } {
    const house = new FakeHouse(new Chance(7));
    const live = liveOf({ shared: false });
    live.hear(house.snapshot(), 0);
    return { house, live };
  }

  const chip = (id: string): Request => ({
    type: "Chip",
    id,
    table: "t",
    wager: "tie",
    amount: 50,
  });

  test("a chip lies there at once, pending, and once only when the house has heard", () => {
    const { house, live } = open();
    live.ask(chip("a"));
    live.ask(chip("b"));
    expect(live.shown(0).stakes).toEqual({ tie: 100 });
    expect(live.shown(0).waitsFor("tie")).toBe(true);
    live.hear(house.yourStakes({ tie: 50 }, {}, "a"), 0);
    expect(live.shown(0).stakes).toEqual({ tie: 100 });
    live.hear({ type: "Accepted", id: "a" }, 0);
    live.hear(house.yourStakes({ tie: 100 }, {}, "b"), 0);
    live.hear({ type: "Accepted", id: "b" }, 0);
    expect(live.shown(0).stakes).toEqual({ tie: 100 });
    expect(live.shown(0).waitsFor("tie")).toBe(false);
  });

  test("what another screen of the same player puts down is no answer to a chip of ours", () => {
    const { house, live } = open();
    live.ask(chip("a"));
    live.hear(house.yourStakes({ player: 20 }, {}, "of another screen"), 0);
    expect(live.shown(0).stakes).toEqual({ player: 20, tie: 50 });
    expect(live.shown(0).waitsFor("tie")).toBe(true);
    live.hear(house.yourStakes({ player: 20, tie: 50 }, {}, "a"), 0);
    expect(live.shown(0).stakes).toEqual({ player: 20, tie: 50 });
    expect(live.shown(0).waitsFor("tie")).toBe(false);
  });

  test("a refusal takes it back and stays at its spot until the next try", () => {
    const { live } = open();
    live.ask(chip("a"));
    const words = "no";
    const effects = live.hear(
      { type: "Refused", id: "a", code: "above-maximum", words, wager: "tie" },
      0,
    );
    expect(effects).toHaveLength(1);
    expect(live.shown(0).stakes).toEqual({});
    expect(live.shown(0).refusal).toMatchObject({ code: "above-maximum", wager: "tie" });
    live.ask(chip("b"));
    expect(live.shown(0).refusal).toBeNull();
  });

  test("a refused deal gives the bets back to be changed", () => {
    const { house, live } = open();
    live.hear(house.yourStakes({ player: 50, banker: 50 }), 0);
    live.ask({ type: "Deal", id: "d", table: "t" });
    expect(live.shown(0).takesBets).toBe(false);
    live.hear({ type: "Refused", id: "d", code: "net-zero-win", words: "", clause: "6" }, 0);
    expect(live.shown(0).takesBets).toBe(true);
    expect(live.shown(0).stakes).toEqual({ player: 50, banker: 50 });
    expect(live.shown(0).refusal).toMatchObject({ code: "net-zero-win", clause: "6" });
  });
});

test("a chip that is still under way when Deal is pressed is in play", () => {
  const house = new FakeHouse(new Chance(1));
  const live = liveOf({ shared: false });
  live.hear(house.snapshot(), 0);
  live.hear(house.balance(), 0);
  const before = live.shown(0).purse.available;
  live.ask({ type: "Chip", id: "c", table: "t", wager: "player", amount: 300 });
  live.ask({ type: "Deal", id: "d", table: "t" });
  expect(live.shown(0).stakes).toEqual({ player: 300 });
  expect(live.shown(0).purse.available).toBe(before - 300);
});

test("what is private waits for what is still to be seen, and for nothing longer", () => {
  const house = new FakeHouse(new Chance(2));
  const live = liveOf();
  live.hear(house.snapshot(), 0);
  live.hear(house.balance(), 0);
  live.hear(house.frame([{ type: "BettingClosed" }, { type: "TableClosed" }]), 0);
  house.available += 500;
  live.hear(house.balance(), 0);
  expect(live.shown(0).purse.available).toBe(house.available - 500);
  run(live, 0);
  expect(live.shown(0).purse.available).toBe(house.available);
});

test("a hand that a snapshot finds finished is shown where others play too, and there only", () => {
  const over = { phase: "settled", winner: "player", round: 3 } as const;
  const snapshot = new FakeHouse(new Chance(2)).snapshot({ ...over, player_cards: ["9s"] });
  const cards = [true, false].map((shared) => {
    const live = liveOf({ shared });
    live.hear(snapshot, 0);
    return [live.shown(0).hands.player.cards.length, live.shown(0).result?.round ?? null];
  });
  expect(cards).toEqual([
    [1, 3],
    [0, null],
  ]);
});
