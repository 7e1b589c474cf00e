import { describe, expect, test } from "vitest";
import { unknownTable, type TableState } from "../model/table";
import type { Reason } from "../protocol/messages";
import { TIGER } from "../testing/tables";
import { Language } from "./language.svelte";
import { callOf, type Called } from "./wallCall";

const english = new Language();
const chinese = new Language();
await chinese.use("zh-Hant");
document.documentElement.lang = "en";

function said(
  change: Partial<TableState>,
  more: Partial<Called> = {},
  language = english,
): [string, string] {
  const shoe = { number: 1, size: 416, gone: 0, cut_card_is_out: false };
  const table = { ...unknownTable("t"), shoe, ...change };
  const call = callOf(language, {
    info: TIGER,
    table,
    trouble: null,
    left: null,
    isIdle: false,
    ...more,
  });
  return [call.kind, call.words];
}

const hand = (...cards: string[]): TableState["hands"]["player"] =>
  cards.map((card, place) => ({ place, card, total: null }));

describe("a wall calls", () => {
  test("for bets in the document's words, and in those of the reader's language", () => {
    expect(said({ phase: "betting" })).toEqual(["call", "Place your bets, please"]);
    expect(said({ phase: "betting" }, {}, chinese)).toEqual(["call", "請下注"]);
    expect(said({ phase: "betting" }, { left: TIGER.last_call_ms })).toEqual(["call", "Last bets"]);
    expect(said({ phase: "betting" }, { left: 0 })).toEqual(["call", "No more bets"]);
    expect(said({ phase: "dealing" })).toEqual(["call", "No more bets"]);
    expect(said({ phase: "dealing" }, {}, chinese)).toEqual(["call", "停止下注"]);
  });

  test("why a third card is drawn, hand after hand", () => {
    const player: Reason = { rule: "player", draws: true, player: 4, banker: 3 };
    const banker: Reason = { rule: "banker", draws: false, player: 4, banker: 3, third: 8 };
    const reasons = { player, banker: null };
    const hands = { player: hand("4s", "Td"), banker: hand("Kh", "3s") };
    expect(said({ phase: "dealing", hands, reasons })[1]).toBe("Player has 4: draws a third card");
    const drawn = { ...hands, player: hand("4s", "Td", "8c") };
    expect(said({ phase: "dealing", hands: drawn, reasons: { player, banker } })[1]).toBe(
      "Banker has 3, Player drew 8: stands",
    );
  });

  test("the result, with totals where there are cards", () => {
    const totals = { player: 5, banker: 6 };
    expect(said({ phase: "settled", winner: "banker", totals })).toEqual([
      "result",
      "Banker wins, 6 over 5",
    ]);
  });

  test("the last recorded result where cards are physical, until it is taken back", () => {
    const info = { ...TIGER, results_only: true };
    const roads = { ...unknownTable("t").roads, bead: [{ c: 0, r: 0, winner: "T" as const }] };
    expect(said({ roads, dealer: true }, { info })).toEqual(["result", "Tie"]);
    expect(said({ dealer: true }, { info })).toEqual(["call", "Next round in a moment"]);
  });

  test("why everybody waits, before all else", () => {
    const waiting = { round: 3, found: "malfunction", words: "it stopped" } as const;
    expect(said({ phase: "dealing", waiting, winner: "tie" })).toEqual([
      "notice",
      "Round 3 waits for a supervisor: a malfunction",
    ]);
    expect(said({ phase: "betting" }, { trouble: "full" })).toEqual([
      "notice",
      "Play is stopped: nothing can be recorded just now",
    ]);
    expect(said({ isOpen: false })).toEqual(["notice", "This table is closed"]);
    expect(said({ dealer: false, winner: "tie", phase: "settled" })).toEqual([
      "notice",
      "Waits for a dealer",
    ]);
    expect(said({ dealer: false, phase: "dealing" })).toEqual(["call", "No more bets"]);
  });

  test("that a round is void, and why", () => {
    const voided = { reason: "foreign-card", clause: "5.1.1", afterPayment: false };
    expect(said({ phase: "void", voided })).toEqual([
      "notice",
      "Round void, stakes back: a foreign card",
    ]);
    const decided = { ...voided, reason: "supervisor" };
    expect(said({ phase: "void", voided: decided })[1]).toBe("Round void, stakes back");
    expect(said({ phase: "void" })[1]).toBe("Round void, stakes back");
  });

  test("people in while nobody plays, and what comes between two rounds", () => {
    expect(said({ phase: "dealing" }, { isIdle: true })).toEqual(["call", "Take a seat and play"]);
    expect(said({ dealer: false }, { isIdle: true })[1]).toBe("Waits for a dealer");
    expect(said({ shoe: null })).toEqual(["call", "A new shoe is coming"]);
  });
});
