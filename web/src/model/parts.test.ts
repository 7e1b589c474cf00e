/** The small readers: lobby, history, amounts, the house. */

import { describe, expect, test } from "vitest";
import type { PlayedRound } from "../protocol/messages";
import { tile } from "../testing/tables";
import { minorUnits } from "./amount";
import { historyQuery, historyRound } from "./history";
import { mayToggle, toggled, trayOf } from "./tray";
import { PAGES, SHEETS, sheetOf } from "./sheet";
import { hearHouse, playable, UNKNOWN_HOUSE } from "./house";
import { lobbyTable } from "./lobby";
import { hearOwn, NOTHING_OWN } from "./own";
import { recalled } from "./recall";
import { NO_ROADS, roadsOf, unchangedMarks, type BigCell } from "./road";

describe("the lobby", () => {
  test("shows a shared table with its window and its road", () => {
    const shown = lobbyTable(
      tile({ phase: "betting", closes_at_ms: 5, big: [[0, 0, "B", 1, "bp3"]] }),
    );
    expect(shown).toMatchObject({ phase: "betting", closesAt: 5, players: 3, seats: null });
    expect(shown.big[0]).toMatchObject({ winner: "B", ties: 1, bankerPair: true, six: 3 });
  });

  test("shows a game of one's own as open at any time", () => {
    expect(lobbyTable(tile({ driver: "player" }))).toMatchObject({ phase: "open", players: null });
    expect(lobbyTable(tile({ phase: "void" })).phase).toBe("waiting");
    expect(lobbyTable(tile({ phase: "ready", dealer: false })).phase).toBe("undealt");
    expect(lobbyTable(tile({ phase: "ready", dealer: true })).phase).toBe("waiting");
    expect(lobbyTable(tile({ phase: "dealing", dealer: false })).phase).toBe("dealing");
    expect(lobbyTable(tile({ positions: 8 })).seats).toEqual({ taken: 3, total: 8 });
  });

  test("shows that a table waits for a supervisor", () => {
    const waiting = { round: 3, found: "malfunction", words: "", since_ms: 5 } as const;
    expect(lobbyTable(tile({ phase: "dealing", waiting })).phase).toBe("undecided");
    expect(lobbyTable(tile({ driver: "player", waiting })).phase).toBe("undecided");
  });
});

test("amounts are typed in many ways, and never rounded", () => {
  expect(minorUnits("200", 2)).toBe(20_000);
  expect(minorUnits("1 000.5", 2)).toBe(100_050);
  expect(minorUnits("0,05", 2)).toBe(5);
  expect(minorUnits("7", 0)).toBe(7);
  for (const wrong of ["", "0", "-1", "1.005", "ten", "1.2.3", "1e5"]) {
    expect(minorUnits(wrong, 2)).toBeNull();
  }
});

const PLAYED: PlayedRound = {
  round: "zero-g-1",
  table: "zero",
  rulebook: "zero-commission@2020-04-27",
  at_ms: 1,
  player_cards: ["2s", "3s"],
  banker_cards: ["4s", "5s", "6s"],
  player: 5,
  banker: 5,
  winner: "tie",
  void: false,
  staked: 100,
  returned: 1000,
  net: 900,
  bets: [
    {
      wager: "tie",
      stake: 100,
      outcome: "win",
      pays: "9:1",
      returned: 1000,
      net: 900,
      clause: null,
    },
  ],
};

test("a round of the past is shown and recalled in dealing order", () => {
  expect(historyRound(PLAYED, PAGES, "Zero")).toMatchObject({
    winner: "T",
    table: "Zero",
    net: 900,
  });
  expect(historyRound({ ...PLAYED, winner: null, void: true }, PAGES).winner).toBeNull();
  const told = recalled(PLAYED).events;
  const cards = told.flatMap((event) => (event.type === "CardDealt" ? event.card : []));
  expect(cards).toEqual(["2s", "4s", "3s", "5s", "6s"]);
  expect(told.at(-1)?.type).toBe("RoundSettled");
  const void_ = recalled({ ...PLAYED, winner: null, void: true }).events.at(-1);
  expect(void_?.type).toBe("RoundVoided");
});

test("rounds are sought by table, ending and whole days of this place", () => {
  const day = { table: "zero", ended: "tie", from: "2026-03-14", to: "2026-03-15" } as const;
  const [since, until] = [14, 16].map((one) => new Date(2026, 2, one).getTime());
  expect(String(historyQuery(day))).toBe(
    `table=zero&since_ms=${since}&until_ms=${until}&ended=tie`,
  );
  expect(String(historyQuery({ table: "", ended: "", from: "", to: "soon" }))).toBe("");
});

test("private messages are taken as they are", () => {
  let own = hearOwn(NOTHING_OWN, {
    type: "YourStakes",
    table: "t",
    stakes: { player: 5 },
    previous: {},
    can_undo: true,
    hopeless: true,
    clause: "6",
  });
  own = hearOwn(own, { type: "YourStrip", table: "t", strip: "BP", roadmap: "TBP" });
  expect(own).toMatchObject({ hopeless: true, clause: "6", strip: ["B", "P"] });
  expect(own.roadmap).toHaveLength(3);
  expect(hearOwn(own, { type: "Pong", at_ms: 0, now_ms: 0 })).toBe(own);
});

test("the house says who we are, what we have and what is wrong", () => {
  let state = hearHouse(UNKNOWN_HOUSE, {
    type: "Welcome",
    protocol: 1,
    now_ms: 9,
    who: "guest",
    name: "g1",
    since_ms: 7,
    trouble: null,
  });
  state = hearHouse(state, {
    type: "YourBalance",
    available: 5,
    owed: 4,
    held: 1,
    net: -2,
    last_win: 3,
  });
  state = hearHouse(state, { type: "Trouble", words: "the disk is full" });
  expect(state).toMatchObject({ who: "guest", since: 7, trouble: "the disk is full" });
  expect(state.purse).toEqual({ available: 5, held: 1, net: -2, lastWin: 3, owed: 4 });
});

test("what is held for a ticket is no credits to play with", () => {
  const ticket = {
    id: "c1",
    number: "1234 5678",
    amount: 500,
    at_ms: 0,
    house: "Punto",
    terminal: "terminal-1",
    sequence: 3,
  };
  const purse = { ...UNKNOWN_HOUSE.purse, available: 20, held: 530 };
  expect(playable({ ...UNKNOWN_HOUSE, purse })).toBe(550);
  expect(playable({ ...UNKNOWN_HOUSE, purse, ticket })).toBe(50);
  expect(playable({ ...UNKNOWN_HOUSE, ticket })).toBe(0);
});

test("roads come with their marks", () => {
  const roads = roadsOf({
    bead: [[0, 0, "T", "n"]],
    leading_ties: 1,
    big: [],
    big_eye: [[0, 0, "R"]],
    small: [],
    cockroach: [],
    ask_banker: ["R", null, null],
    ask_player: ["B", null, null],
    counts: { banker: 0, player: 0, tie: 0 },
  });
  expect(roads.bead[0]).toMatchObject({ winner: "T", natural: true, six: 0 });
  expect(roads.bigEye).toEqual([{ c: 0, r: 0, colour: "R" }]);
  expect(roads.ask.player[0]).toBe("B");
});

test("of two roads only the marks that changed are other ones", () => {
  const cell: BigCell = { c: 0, r: 0, winner: "B", ties: 0 };
  const before = { ...NO_ROADS, big: [cell, { ...cell, r: 1 }] };
  const told = { ...NO_ROADS, big: [{ ...cell }, { ...cell, r: 1, ties: 1 }, { ...cell, c: 1 }] };
  const now = unchangedMarks(before, told);
  expect(now).toEqual(told);
  expect(now.big.map((mark) => before.big.indexOf(mark))).toEqual([0, -1, -1]);
});

test("an address says what lies over a table, and nothing else does", () => {
  const at = (address: string) => sheetOf(address.slice(address.indexOf("?")));
  expect(sheetOf("?sheet=rules")).toEqual({ kind: "rules" });
  expect(sheetOf("?sheet=pays")).toEqual({ kind: "pays" });
  expect(sheetOf("?sheet=roads")).toEqual({ kind: "roads" });
  expect(at(SHEETS.history("zero"))).toEqual({ kind: "history", table: "zero", round: null });
  expect(at(SHEETS.history(""))).toEqual({ kind: "history", table: "", round: null });
  expect(at(SHEETS.round("zero-7"))).toEqual({ kind: "history", table: "", round: "zero-7" });
  expect(at(SHEETS.verify("zero", 7))).toEqual({ kind: "verify", table: "zero", round: 7 });
  expect(at(SHEETS.verify("zero", null))).toEqual({ kind: "verify", table: "zero", round: null });
  expect(sheetOf("?sheet=verify&round=x")).toEqual({ kind: "verify", table: null, round: null });
  expect(["", "?sheet=", "?sheet=office", "?table=zero"].map(sheetOf)).toEqual(Array(4).fill(null));
});

test("a tray has the chips that were chosen and that the table has, at least one and at most eight", () => {
  const chips = [1, 5, 25, 100, 500, 1000, 5000, 10000, 50000];
  expect(trayOf(chips, [])).toEqual(chips);
  expect(trayOf(chips, [100, 5, 7])).toEqual([5, 100]);
  expect(trayOf(chips, [7])).toEqual(chips);
  expect(toggled([5, 100], 25)).toEqual([5, 25, 100]);
  expect(toggled([5, 100], 5)).toEqual([100]);
  expect(mayToggle([100], 100)).toBe(false);
  expect(mayToggle([5, 100], 100)).toBe(true);
  const eight = chips.slice(0, 8);
  expect([mayToggle(eight, 50000), mayToggle(eight, 1)]).toEqual([false, true]);
  expect(toggled(chips, 1)).toEqual(chips.slice(1));
});
