/** What a console makes of what it is told, and what its one key does next. */

import { describe, expect, test } from "vitest";
import { Calling } from "../house/calling";
import type { ConsoleView, Due, Greeting, PlacedBet, WaitingRound } from "../protocol/messages";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import {
  cardsOf,
  decides,
  hearConsole,
  mayReport,
  unknownConsole,
  type ConsoleState,
} from "./console";
import { nextOf, restOf } from "./due";
import { isPin } from "./pin";
import { asksAboutShoe, suspicionOf } from "./report";
import { Mixer } from "../sound/mixer";
import { chipsAt, payoutOf, positionsOf } from "./payout";
import { stepsOf, stepsShown } from "./steps";

const HELLO: Greeting = {
  type: "Greeting",
  protocol: 1,
  now_ms: 0,
  name: "dora",
  role: "dealer",
  trouble: null,
};

function view(change: Partial<ConsoleView> = {}): ConsoleView {
  return {
    type: "ConsoleView",
    table: "t",
    version: 1,
    dealer: "dora",
    scanned: false,
    results_only: false,
    training: false,
    due: "open-bets",
    next_step: "“Place your bets, please”",
    next_side: null,
    player: 0,
    banker: 0,
    winner: null,
    aside: [],
    bets: [],
    ...change,
  };
}

function told(change: Partial<ConsoleView> = {}, hello: Partial<Greeting> = {}): ConsoleState {
  const house = new FakeHouse(new Chance(1));
  return [{ ...HELLO, ...hello }, house.snapshot(), view(change)].reduce(
    hearConsole,
    unknownConsole("t"),
  );
}

describe("the one key", () => {
  test.each<[Due, string]>([
    ["open-bets", "OpenBets"],
    ["close-bets", "CloseBets"],
    ["card", "DrawCard"],
    ["totals", "AnnounceTotals"],
    ["result", "AnnounceResult"],
    ["collect", "CollectLosing"],
    ["pay", "PayWinning"],
  ])("does what is due: %s", (due, type) => {
    expect(nextOf(told({ due }))).toMatchObject({ kind: "ask", what: { type } });
  });

  test("waits for a card that must be read, and is held for a shoe", () => {
    expect(nextOf(told({ due: "card", scanned: true }))).toEqual({ kind: "scan" });
    expect(nextOf(told({ due: "shoe" }))).toEqual({ kind: "shoe" });
    expect(nextOf(told({ due: "record" }))).toEqual({ kind: "record" });
  });

  test("takes the table first, for a dealer; others look on", () => {
    const take = { kind: "ask", what: { type: "TakeTable" } };
    expect(nextOf(told({ dealer: "" }))).toMatchObject(take);
    expect(nextOf(told({ dealer: "dave" }))).toMatchObject(take);
    const looking = { kind: "wait", why: "dealer" };
    expect(nextOf(told({ dealer: "" }, { role: "supervisor" }))).toEqual(looking);
  });

  test("does nothing while a supervisor decides, or before anything is known", () => {
    expect(nextOf(told({ due: "decision" }))).toEqual({ kind: "wait", why: "decision" });
    expect(nextOf(unknownConsole("t"))).toEqual({ kind: "wait", why: "connecting" });
  });
});

describe("the key to the end of a round", () => {
  test("announces, collects and pays what both hands have decided", () => {
    const rest = ["AnnounceTotals", "AnnounceResult", "CollectLosing", "PayWinning"];
    for (const [i, due] of (["totals", "result", "collect", "pay"] as const).entries()) {
      const asked = restOf(told({ due, winner: "player" }));
      expect(asked.map(({ type }) => type)).toEqual(rest.slice(i));
    }
  });

  test("goes no further than the totals where a third card is called for", () => {
    expect(restOf(told({ due: "totals" }))).toEqual([{ type: "AnnounceTotals" }]);
    expect(restOf(told({ due: "open-bets" }))).toEqual([{ type: "OpenBets" }]);
    expect(restOf(told({ due: "card", scanned: true }))).toEqual([]);
  });
});

describe("what is told", () => {
  test("of another table is not heard", () => {
    expect(hearConsole(told(), view({ table: "u", due: "pay" })).view?.due).toBe("open-bets");
  });

  test("after a gap asks for the table anew, until it has come", () => {
    const house = new FakeHouse(new Chance(1));
    house.frame([]);
    const behind = hearConsole(told(), house.frame([{ type: "BettingClosed" }]));
    expect(behind.isBehind).toBe(true);
    expect(hearConsole(behind, house.snapshot()).isBehind).toBe(false);
  });

  test("of cards is in the order in which they left the shoe", () => {
    const house = new FakeHouse(new Chance(1));
    const hands = { player_cards: ["4s", "Jd", "Ac"], banker_cards: ["Kh", "3s"] };
    const state = hearConsole(told(), house.snapshot({ phase: "dealing", ...hands }));
    expect(cardsOf(state).map(({ card }) => card)).toEqual(["4s", "Kh", "Jd", "3s", "Ac"]);
  });
});

describe("the steps", () => {
  test("have a third card only where there is one, or one is due", () => {
    const names = (change: Partial<ConsoleView>) => stepsOf(told(change)).map(({ name }) => name);
    expect(names({ due: "totals" })).not.toContain("player");
    const house = new FakeHouse(new Chance(1));
    const hands = { player_cards: ["4s", "Jd"], banker_cards: ["Kh", "3s"] };
    const dealt = hearConsole(
      told({ due: "card", next_side: "player" }),
      house.snapshot({ phase: "dealing", ...hands }),
    );
    expect(stepsOf(dealt).find(({ is }) => is === "due")?.name).toBe("player");
  });

  test("that are shown have the one that is due among them", () => {
    for (const due of ["open-bets", "close-bets", "totals", "collect", "pay"] as const) {
      expect(stepsShown(stepsOf(told({ due }))).some(({ is }) => is === "due")).toBe(true);
    }
    expect(stepsOf(told({ due: "shoe" }))).toEqual([]);
  });
});

describe("what waits for a supervisor", () => {
  const waiting: WaitingRound = {
    table: "u",
    name: "U",
    round: 3,
    found: "malfunction",
    words: "not covered",
    who: "dora",
    why: "it jams",
    since_ms: 5,
  };

  test("is known whichever table it is at, until it is decided", () => {
    const called = hearConsole(told(), { type: "Queue", waiting: [waiting], count: 1 });
    expect([called.queue, called.waits]).toEqual([[waiting], 1]);
    const decided = hearConsole(called, { type: "Queue", waiting: [], count: 0 });
    expect([decided.queue, decided.waits]).toEqual([[], 0]);
  });

  test("is only counted while the console is locked, and rings once for each", () => {
    document.title = "Console";
    const rung: string[] = [];
    const mixer = new Mixer();
    mixer.play = (sound) => void rung.push(sound);
    const calling = new Calling(mixer);
    calling.show([], 1);
    calling.show([], 1);
    expect([rung, document.title]).toEqual([["call"], "(1) Console"]);
    calling.show([], 2);
    expect([rung.length, document.title]).toEqual([2, "(2) Console"]);
    calling.show([waiting, { ...waiting, table: "v" }], 2);
    expect([rung.length, document.title]).toEqual([2, "(2) Console"]);
    calling.show([waiting, { ...waiting, table: "w" }], 2);
    expect(rung.length).toBe(3);
  });

  test("rings once for each, and stands in the title", () => {
    document.title = "Console";
    const rung: string[] = [];
    const mixer = new Mixer();
    mixer.play = (sound) => void rung.push(sound);
    const calling = new Calling(mixer);
    calling.show([], 0);
    expect([rung.length, document.title]).toEqual([0, "Console"]);
    calling.show([waiting], 1);
    calling.show([{ ...waiting }], 1);
    expect([rung, document.title]).toEqual([["call"], "(1) Console"]);
    calling.show([waiting, { ...waiting, table: "v" }], 2);
    expect([rung.length, document.title]).toEqual([2, "(2) Console"]);
    calling.show([], 0);
    expect([rung.length, document.title]).toEqual([2, "Console"]);
  });

  test("is decided by those who are called", () => {
    expect(decides(told())).toBe(false);
    expect(decides(told({}, { role: "supervisor" }))).toBe(true);
  });
});

test.each([
  ["too-many-copies", "extra-or-missing-cards", true],
  ["foreign-card", "foreign-card", true],
  ["not-a-card", "foreign-card", true],
  ["no-card-called-for", "incorrect-number-of-cards", false],
  ["result-announced", "incorrect-number-of-cards", false],
])("a card refused with %s may be %s", (code, found, ofShoe) => {
  const suspicion = suspicionOf(code, "no");
  expect(suspicion).toEqual({ found, why: "no" });
  expect(asksAboutShoe(suspicion.found)).toBe(ofShoe);
});

test("what is wrong with a shoe is reported before any round of it", () => {
  const { table, ...rest } = unknownConsole("salon");
  const shoe = { number: 1, size: 416, gone: 0, cut_card_is_out: false };
  expect(mayReport({ ...rest, table: { ...table, round: 0, shoe: null } })).toBe(false);
  expect(mayReport({ ...rest, table: { ...table, round: 0, shoe } })).toBe(true);
  expect(mayReport({ ...rest, table: { ...table, round: 1, shoe: null } })).toBe(true);
});

test("a PIN is digits, and not all the same", () => {
  expect(["2468", "123456789012"].every(isPin)).toBe(true);
  expect(["246", "1111", "24a8", "1234567890123"].some(isPin)).toBe(false);
});

test("what is collected and paid is added up by position", () => {
  const bet = (bettor: string, stake: number, returned: number | null): PlacedBet => ({
    bettor,
    position: null,
    cash: false,
    wager: `w${stake}`,
    stake,
    returned,
  });
  const positions = positionsOf([bet("a", 100, 250), bet("a", 40, 0), bet("b", 60, 60)]);
  expect(positions.map(({ bettor, pay, collect, net }) => [bettor, pay, collect, net])).toEqual([
    ["a", 150, 40, 110],
    ["b", 0, 0, 0],
  ]);
  expect(payoutOf(positions)).toEqual({ collected: 40, paid: 150, win: -110 });
  expect(positionsOf([bet("a", 100, null)])[0]).toMatchObject({ isSettled: false, staked: 100 });
});

test("chips at a position are one bettor without a name", () => {
  const chips = (position: number, wager: string, stake: number): PlacedBet => ({
    bettor: "",
    position,
    cash: true,
    wager,
    stake,
  });
  const bets = [chips(3, "tie", 50), chips(3, "player", 20), chips(4, "tie", 10)];
  const found = positionsOf(bets);
  expect(found.map(({ position, staked, isCash }) => [position, staked, isCash])).toEqual([
    [3, 70, true],
    [4, 10, true],
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
  expect([chipsAt(bets, 3, "tie"), chipsAt(bets, 4, "player")]).toEqual([50, 0]);
});
