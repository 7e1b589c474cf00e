/** Pay lines in words: in English as the house itself says them, and in Chinese without a word of English. */

import { describe, expect, test } from "vitest";
import { ratesOf } from "../model/wager";
import { RWS, TIGER, ZERO } from "../testing/tables";
import { Language } from "./language.svelte";
import { breadthOf, ratesInFigures, ratesWords } from "./odds";
import { conditionWords, lineWords } from "./payLine";

const language = new Language();
const wagers = [TIGER, ZERO, RWS].flatMap((table) => table.wagers);
const lines = wagers.flatMap((wager) => wager.lines);
const wagerOf = (table: typeof TIGER, id: string) =>
  table.wagers.find((wager) => wager.id === id) ?? expect.fail(id);

test("English says what the house says", () => {
  for (const line of lines) expect(lineWords(language, line)).toBe(line.words);
});

test.each([
  [
    { winner: "banker", margin: [4, 5, 6], natural: false },
    "Banker wins by 4, 5 or 6 without a natural",
  ],
  [{ natural: true }, "A natural"],
  [{ pairs: [1, 2] }, "One or two hands start with a pair"],
  [{ suited_pairs: 1 }, "One hand starts with a pair of one suit"],
  [{ winner: ["player", "tie"] }, "The result is Player or Tie"],
  [{ player_total: 6, banker_cards: 3 }, "Player has 6, Banker has three cards"],
  [{ margin: 0 }, "The totals differ by 0"],
  [{ sum: [0, 18] }, "The totals add up to 0 or 18"],
  [{ difference: -3 }, "Player’s total less Banker’s is -3"],
  [{ cards: [5, 6] }, "Five or six cards in all"],
  [{ player_initial_total: [0, 1] }, "Player starts with 0 or 1"],
  [{ banker_pair_rank: ["T", "K"] }, "Banker starts with a pair of 10 or K"],
  [{ player_ranks: ["KQ", "T8"] }, "Player’s first two are Q and K or 8 and 10"],
  [{ player_suit: "spades" }, "Player’s first two are spades"],
  [{ banker_colour: ["red", "mixed"] }, "Banker’s first two are red or of both colours"],
  [{ player_third_value: 8 }, "Player’s third card counts 8"],
  [{ banker_third_rank: ["A", "T"] }, "Banker’s third card is A or 10"],
  [{ player_third_suit: ["hearts", "water"] }, "Player’s third card is of hearts or water"],
  [{ banker_third_colour: "black" }, "Banker’s third card is black"],
  [{ colour: "red" }, "All cards are red"],
  [{ sixes: [1, 2], kings: 0 }, "One or two of rank 6, none of rank K"],
  [{ natural: [true, false], pairs: [0, 1] }, "No or one hands start with a pair"],
  [
    {
      cards: 6,
      any_of: [{ winner: "player", player_total: 9 }, { winner: "tie" }],
      none_of: [{ pairs: 2, twin: false }],
    },
    "Six cards in all, either Player wins with 9 or tie, but not two pairs of different ranks",
  ],
  [
    { none_of: [{ winner: "tie", player_pair: true }, {}] },
    "Any round, but not tie and Player’s first two are a pair, but not anything",
  ],
] as const)("%j in words", (when, words) => {
  expect(conditionWords(language.t, when as never)).toBe(words);
});

describe.each(["zh-Hans", "zh-Hant"] as const)("%s", (tag) => {
  test("has words of its own for every line and every rate", async () => {
    await language.use(tag);
    for (const line of lines) expect(lineWords(language, line)).not.toMatch(/[A-Za-z]/);
    for (const wager of wagers)
      expect(ratesWords(language.t, ratesOf(wager.lines))).not.toMatch(/[A-Za-z]/);
    await language.use("en");
  });
});

test("a wager on a hand says its rate, and which total pays another", async () => {
  const said = (table: typeof TIGER, id: string): string =>
    ratesWords(language.t, ratesOf(wagerOf(table, id).lines));
  expect(said(TIGER, "banker")).toBe("1:1, six pays 1:2");
  expect(said(ZERO, "banker")).toBe("1:1, seven on three cards pushes");
  expect(said(TIGER, "player")).toBe("1:1");
  expect(said(TIGER, "tie")).toBe("8:1");
  expect(said(TIGER, "tiger")).toBe("12:1 · 20:1");
  await language.use("zh-Hans");
  expect(said(TIGER, "banker")).toBe("1:1，6 点赔 1:2");
  await language.use("en");
});

test("tables and rulebooks have names in every language, unless the house has named them itself", async () => {
  await language.use("zh-Hant");
  expect(language.tableName({ id: "tiger", name: "Tiger" })).toBe("老虎");
  expect(language.tableName({ id: "tiger", name: "Table 4" })).toBe("Table 4");
  expect(language.rulebookTitle(TIGER.rulebook, TIGER.title)).toBe("老虎免佣百家樂");
  expect(language.rulebookTitle("house@1", "House")).toBe("House");
  await language.use("en");
});

test("where there is no room for words, figures say what six pays and what pushes", () => {
  const figuresOf = (table: typeof TIGER, id: string): string | null =>
    ratesInFigures(language.t, ratesOf(wagerOf(table, id).lines));
  expect(figuresOf(TIGER, "banker")).toBe("1:1 (6: 1:2)");
  expect(figuresOf(TIGER, "player")).toBeNull();
  expect(figuresOf(ZERO, "banker")).toBe("1:1, 7 on 3 pushes");
});

test("a Chinese character is as broad as two figures", () => {
  expect(breadthOf("1:1")).toBe(3);
  expect(breadthOf("6 点")).toBe(4);
});
