import { describe, expect, test } from "vitest";
import type { Bet, Line, Outcome } from "../protocol/messages";
import { TIGER } from "../testing/tables";
import { accountShort, accountWords, type Settled } from "./account";
import { Language } from "./language.svelte";

const language = new Language();
language.currency = { code: null, digits: 2 };

function bet(wager: string, outcome: Outcome, pays: string | null, net: number): Bet {
  const stake = 10_00;
  return { wager, stake, outcome, pays, net, returned: stake + net, clause: null };
}

function line(pays: string, when: Line["when"]): Line {
  return { pays, when, words: "", clause: null };
}

/** The Banker wins with six on three cards. */
const BIG_TIGER: Settled = {
  wagers: TIGER.wagers,
  winner: "banker",
  won: { banker: "1:2", tiger: "20:1", "big-tiger": "50:1" },
  bets: [
    bet("banker", "win", "1:2", 5_00),
    bet("tie", "lose", null, -10_00),
    bet("big-tiger", "win", "50:1", 500_00),
  ],
};

const shortly = (settled: Settled): string[] =>
  accountShort(language, settled).map(({ words }) => words);

describe("an account of a round", () => {
  test("says what was won on which spot and why, then what was lost, then what else won", () => {
    expect(shortly(BIG_TIGER)).toEqual([
      "Banker: six pays 1:2 +5",
      "Big Tiger pays 50:1 +500",
      "Tie lost -10",
      "Tiger 20:1",
    ]);
    expect(accountWords(language, BIG_TIGER)).toEqual([
      "Banker: six pays 1:2 +5",
      "Tie lost -10",
      "Big Tiger pays 50:1 +500: Banker wins with 6 on three cards",
    ]);
  });

  test("adds up what was lost where that is more than one bet", () => {
    const bets = [bet("player", "lose", null, -10_00), bet("tie", "lose", null, -10_00)];
    expect(shortly({ ...BIG_TIGER, won: {}, bets })).toEqual(["2 bets lost -20"]);
    expect(accountWords(language, { ...BIG_TIGER, bets })).toEqual([
      "Player lost -10",
      "Tie lost -10",
    ]);
  });

  test("tells a push of a tie from a total that pushes", () => {
    const bets = [bet("banker", "push", null, 0)];
    const tie: Settled = { ...BIG_TIGER, winner: "tie", won: {}, bets };
    expect(shortly(tie)).toEqual(["Banker pushes, 10 back"]);
    const wagers = TIGER.wagers.map((wager) => ({
      ...wager,
      lines: wager.lines.map((line) => (line.pays === "1:2" ? { ...line, pays: "push" } : line)),
    }));
    expect(shortly({ ...tie, wagers, winner: "banker" })).toEqual(["Banker: six pushes, 10 back"]);
  });

  test("gives no reason where several lines of a side wager pay alike", () => {
    const lines: Line[] = [
      line("1:1", { winner: "player", natural: true }),
      line("1:1", { winner: "player", margin: 4 }),
      line("2:1", { winner: "player", margin: 5 }),
    ];
    const wagers = [{ id: "dragon-bonus-player", name: "Dragon Bonus", lines }];
    const told = (pays: string, net: number): string[] => {
      const bets = [bet("dragon-bonus-player", "win", pays, net)];
      return accountWords(language, { wagers, winner: "player", won: {}, bets });
    };
    expect(told("1:1", 10_00)).toEqual(["Dragon Bonus, Player pays 1:1 +10"]);
    expect(told("2:1", 20_00)[0]).toMatch(/^Dragon Bonus, Player pays 2:1 \+20: ./);
  });

  test("is empty where the round is void", () => {
    const isVoid = { ...BIG_TIGER, winner: null };
    expect([shortly(isVoid), accountWords(language, isVoid)]).toEqual([[], []]);
  });

  test("is told in the reader's language", async () => {
    await language.use("zh-Hant");
    expect(accountWords(language, BIG_TIGER)).toEqual([
      "莊：6 點賠 1:2 +5",
      "和輸 -10",
      "大老虎賠 50:1 +500：莊贏，6 點，三張牌",
    ]);
    await language.use("en");
  });
});
