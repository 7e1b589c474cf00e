import { describe, expect, test } from "vitest";
import type { Happened, Tell } from "../protocol/messages";
import type { Request } from "../protocol/socket";
import { PACES } from "../stage/pace";
import { FakeHouse, type Entry } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { TableScreen, type Effect, type ScreenOptions } from "./screen";
import { sumOf } from "./own";

function screenOf(options: Partial<ScreenOptions> = {}): TableScreen {
  return new TableScreen({
    table: "t",
    shared: true,
    pace: () => PACES.standard,
    squeezes: () => [],
    ...options,
  });
}

/** Let time go by, and look at what is shown at every step of it. */
function run(screen: TableScreen, from: number, look: (now: number) => void = () => {}): number {
  let now = from;
  for (let i = 0; i < 500; i += 1) {
    look(now);
    if (screen.squeezing !== null) screen.reveal(now);
    if (screen.due === null) break;
    now = Math.max(now, screen.due);
    screen.advance(now);
  }
  return now;
}

/** What the screen shows of a round that is over is what the books say of it. */
function expectShown(screen: TableScreen, entry: Entry): void {
  const { player, banker } = screen.hands;
  expect(player.cards).toEqual(entry.player.map((card) => ({ card, face: "up" })));
  expect(banker.cards).toEqual(entry.banker.map((card) => ({ card, face: "up" })));
  expect(player.total).toBe(entry.totals.player);
  expect(banker.total).toBe(entry.totals.banker);
  expect(screen.result).toMatchObject({ round: entry.round, winner: entry.winner });
  expect(screen.shownPurse.available).toBe(entry.available);
  if (entry.bets.length === 0) return;
  expect(screen.ownResult?.bets).toEqual(entry.bets);
  expect(screen.result?.net).toBe(entry.net);
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
    const screen = screenOf({
      shared: false,
      squeezes: (stakes) => (seed % 2 === 0 && (stakes["banker"] ?? 0) > 0 ? ["banker"] : []),
    });
    let now = 0;
    screen.hear(house.snapshot(), now);
    screen.hear(house.balance(), now);
    for (let i = 0; i < 200; i += 1) {
      const stakes: Record<string, number> = { player: 100, ...stakesBy(chance) };
      screen.hear(house.yourStakes(stakes), now);
      const before = house.available;
      const ask: Request = { type: "Deal", id: `d${i}`, table: "t" };
      expect(screen.ask(ask)).toBe(true);
      expect(screen.ask({ ...ask, id: `again${i}` })).toBe(false);
      const { events, entry } = house.play(stakes);
      const answer: Tell[] = [
        house.yourStakes({}, stakes),
        house.strip(),
        { type: "Accepted", id: `d${i}`, version: house.version + 1 },
      ];
      const told: Tell[] = [house.frame(events), house.balance(), house.result(entry)];
      // The answer and what happened may come in either order.
      for (const message of chance.chance(0.5) ? [...told, ...answer] : [...answer, ...told]) {
        screen.hear(message, now);
      }
      now = run(screen, now, () => {
        const over = screen.shown.phase === "settled" || screen.shown.phase === "void";
        if (over) return;
        // Nothing tells the end before the end: not the balance, not the strip, not a bet.
        expect(screen.shownPurse.available).toBe(before - sumOf(stakes));
        expect(screen.ownResult).toBeNull();
        expect(screen.own.strip.length).toBe(Math.min(10, i - voids));
        for (const side of ["player", "banker"] as const) {
          const { cards, total } = screen.hands[side];
          if (cards.every(({ face }) => face !== "up")) expect(total).toBeNull();
        }
      });
      if (entry.winner === null) voids += 1;
      expect(screen.isBusy).toBe(false);
      expectShown(screen, entry);
      expect(screen.stakes).toEqual(stakes);
      now += 10;
    }
  });
});

describe("five hundred rounds of a shared table", () => {
  test.each([11, 12, 13, 14, 15])("show what the books say (%d)", (seed) => {
    const chance = new Chance(seed);
    const house = new FakeHouse(chance);
    const screen = screenOf();
    let now = 1000;
    screen.hear(house.snapshot(), now);
    screen.hear(house.balance(), now);
    for (let i = 0; i < 100; i += 1) {
      const stakes = stakesBy(chance);
      const { events, entry } = house.play(stakes);
      for (const event of events) {
        const frame = house.frame([event], event.type === "BettingOpened" ? now + 5000 : null);
        // A frame may come twice, and time goes on as it likes.
        for (const once of chance.chance(0.1) ? [frame, frame] : [frame]) screen.hear(once, now);
        if (event.type === "BettingOpened") {
          expect(screen.takesBets(now)).toBe(true);
          screen.hear(house.yourStakes(stakes), now);
        }
        now += chance.below(1500);
        screen.advance(now);
      }
      screen.hear(house.balance(), now);
      if (entry.bets.length > 0) screen.hear(house.result(entry), now);
      if (chance.chance(0.7)) {
        now = run(screen, now);
        expectShown(screen, entry);
        expect(screen.shown).toEqual(screen.table);
      }
    }
  });
});

describe("what is lost", () => {
  test("a gap asks for the table anew, and a snapshot shows it at once", () => {
    const house = new FakeHouse(new Chance(5));
    const screen = screenOf();
    screen.hear(house.snapshot(), 0);
    house.version += 3;
    const gap: Happened = house.frame([{ type: "BettingOpened", round: 7 }]);
    expect(screen.hear(gap, 0)).toEqual([{ kind: "watch-again" }]);
    const cards = { player_cards: ["2s", "3s", "4s"], banker_cards: ["5s", "6s"] };
    const snapshot = house.snapshot({ ...cards, phase: "dealing", player: 9, banker: 1 });
    screen.hear(snapshot, 0);
    expect(screen.hands.player.total).toBe(9);
    expect(screen.hands.player.cards.map(({ face }) => face)).toEqual(["up", "up", "up"]);
    expect(screen.due).toBeNull();
  });

  test("a hand that was dealt while the link was lost is said, not shown", () => {
    const house = new FakeHouse(new Chance(6));
    const screen = screenOf({ shared: false });
    screen.hear(house.snapshot(), 0);
    screen.hear(house.balance(), 0);
    screen.hear(house.yourStakes({ player: 100 }), 0);
    screen.ask({ type: "Deal", id: "d", table: "t" });
    const { entry } = house.play({ player: 100 });
    house.version += 1;
    const heard: Effect[] = [];
    for (const message of [
      house.snapshot(),
      house.yourStakes({}, { player: 100 }),
      house.balance(),
      { type: "Accepted", id: "d", version: house.version } as const,
    ]) {
      heard.push(...screen.hear(message, 0));
    }
    expect(heard).toContainEqual({ kind: "missed-game" });
    expect(screen.hands.player.cards).toEqual([]);
    expect(screen.result).toBeNull();
    expect(screen.isBusy).toBe(false);
    expect(screen.shownPurse.available).toBe(entry.available);
  });
});

describe("what is asked", () => {
  function open(): { house: FakeHouse; screen: TableScreen } {
    const house = new FakeHouse(new Chance(7));
    const screen = screenOf({ shared: false });
    screen.hear(house.snapshot(), 0);
    return { house, screen };
  }

  const chip = (id: string): Request => ({
    type: "Chip",
    id,
    table: "t",
    wager: "tie",
    amount: 50,
  });

  test("a chip lies there at once, pending, and once only when the house has heard", () => {
    const { house, screen } = open();
    screen.ask(chip("a"));
    screen.ask(chip("b"));
    expect(screen.stakes).toEqual({ tie: 100 });
    expect(screen.isPending("tie")).toBe(true);
    screen.hear(house.yourStakes({ tie: 50 }), 0);
    expect(screen.stakes).toEqual({ tie: 100 });
    screen.hear({ type: "Accepted", id: "a" }, 0);
    screen.hear(house.yourStakes({ tie: 100 }), 0);
    screen.hear({ type: "Accepted", id: "b" }, 0);
    expect(screen.stakes).toEqual({ tie: 100 });
    expect(screen.isPending("tie")).toBe(false);
  });

  test("a refusal takes it back and stays at its spot until the next try", () => {
    const { screen } = open();
    screen.ask(chip("a"));
    const words = "no";
    const effects = screen.hear(
      { type: "Refused", id: "a", code: "above-maximum", words, wager: "tie" },
      0,
    );
    expect(effects).toHaveLength(1);
    expect(screen.stakes).toEqual({});
    expect(screen.refusal).toMatchObject({ code: "above-maximum", wager: "tie" });
    screen.ask(chip("b"));
    expect(screen.refusal).toBeNull();
  });

  test("a refused deal gives the bets back to be changed", () => {
    const { house, screen } = open();
    screen.hear(house.yourStakes({ player: 50, banker: 50 }), 0);
    screen.ask({ type: "Deal", id: "d", table: "t" });
    expect(screen.takesBets(0)).toBe(false);
    screen.hear({ type: "Refused", id: "d", code: "net-zero-win", words: "", clause: "6" }, 0);
    expect(screen.takesBets(0)).toBe(true);
    expect(screen.stakes).toEqual({ player: 50, banker: 50 });
    expect(screen.refusal).toMatchObject({ code: "net-zero-win", clause: "6", wager: null });
  });

  test("all that is under way is shown as if it were done", () => {
    const { house, screen } = open();
    screen.hear(house.yourStakes({ tie: 50, player: 10 }, { banker: 70 }), 0);
    const bare = { table: "t" };
    const after = (request: Request): unknown => {
      screen.pending.clear();
      screen.ask(request);
      return screen.stakes;
    };
    expect(after({ type: "Double", id: "1", ...bare })).toEqual({ tie: 100, player: 20 });
    expect(after({ type: "Clear", id: "2", ...bare })).toEqual({});
    expect(after({ type: "Rebet", id: "3", ...bare })).toEqual({ banker: 70 });
    expect(after({ type: "TakeOff", id: "4", ...bare, wager: "tie" })).toEqual({
      tie: 0,
      player: 10,
    });
    expect(after({ type: "Undo", id: "5", ...bare })).toEqual({ tie: 50, player: 10 });
  });

  test("a table that may not be followed says why", () => {
    const { screen } = open();
    screen.hear({ type: "Refused", id: "", code: "sign-in", words: "sign in" }, 0);
    expect(screen.barred).toBe("sign-in");
  });
});

test("a chip that is still under way when Deal is pressed is in play", () => {
  const house = new FakeHouse(new Chance(1));
  const screen = screenOf({ shared: false });
  screen.hear(house.snapshot(), 0);
  screen.hear(house.balance(), 0);
  const before = screen.shownPurse.available;
  screen.ask({ type: "Chip", id: "c", table: "t", wager: "player", amount: 300 });
  screen.ask({ type: "Deal", id: "d", table: "t" });
  expect(screen.stakes).toEqual({ player: 300 });
  expect(screen.shownPurse.available).toBe(before - 300);
});
