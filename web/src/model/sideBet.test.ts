import { expect, test } from "vitest";
import { NEW_LINE, wagerToml } from "./sideBet";

test("a form becomes a wager in TOML", () => {
  const lines = [
    NEW_LINE,
    { winner: "tie", total: "6", cards: "2", pair: "", pays: "0.95:1" },
    { winner: "", total: "9", cards: "3", pair: "either", pays: " 5 " },
    { winner: "", total: "", cards: "", pair: "", pays: "push" },
  ] as const;
  expect(wagerToml('My "big" bet', lines)).toBe(
    [
      "[[wagers]]",
      'id = "my-my-big-bet"',
      'name = "My \\"big\\" bet"',
      "lines = [",
      '  { pays = "40:1", when = { winner = "banker", banker_total = 7, banker_cards = 3 } },',
      '  { pays = "0.95:1", when = { winner = "tie", player_total = 6 } },',
      '  { pays = "5:1", when = { pairs = [1, 2] } },',
      '  { pays = "push" },',
      "]",
      "",
    ].join("\n"),
  );
});

test("a name of other letters still gives an id", () => {
  expect(wagerToml("我的边注", [])).toContain('id = "my-bet"');
  expect(wagerToml("x".repeat(60), [])).toContain(`id = "my-${"x".repeat(29)}"`);
});
