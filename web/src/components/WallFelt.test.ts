import { screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { unknownTable, type TableState } from "../model/table";
import type { Winner } from "../protocol/messages";
import { show } from "../testing/show";
import { TIGER } from "../testing/tables";
import WallFelt from "./WallFelt.svelte";

function felt(
  hands: TableState["hands"],
  { winner = null as Winner | null, scene = null as number | null, results_only = false } = {},
): HTMLElement {
  const table = { ...unknownTable("t"), hands, totals: { player: 4, banker: 7 } };
  const call = { kind: "call", words: "No more bets" } as const;
  const info = { ...TIGER, results_only };
  return show(WallFelt, { info, table, call, winner, scene, offset: 0 }).container;
}

const cards = (...names: string[]): TableState["hands"]["player"] =>
  names.map((card, place) => ({ place, card, total: null }));

test("no card is shown before it is turned at the table", () => {
  const container = felt({ player: cards("4s", "Td"), banker: cards("7h") });
  expect(screen.getAllByRole("img", { name: "Face-down card" })).toHaveLength(3);
  expect(container.querySelector(".total")).toBeNull();
  expect(container.innerHTML).not.toContain("Four of spades");
});

test("the first four are turned together, with their totals", () => {
  const container = felt({ player: cards("4s", "Td"), banker: cards("7h", "Ks") });
  expect(screen.queryByRole("img", { name: "Face-down card" })).toBeNull();
  expect([...container.querySelectorAll(".total")].map((one) => one.textContent)).toEqual([
    "4",
    "7",
  ]);
});

test("where cards are physical the result stands alone", () => {
  const container = felt({ player: [], banker: [] }, { winner: "banker", results_only: true });
  expect(screen.getByTestId("recorded").textContent.trim()).toBe("B");
  expect(container.querySelector(".hand")).toBeNull();
});

test("an idle wall says what the game is, and then what its bets pay", () => {
  const hands = { player: [], banker: [] };
  felt(hands, { scene: 0 });
  expect(screen.getByText("Nine is as good as it gets")).toBeTruthy();
  felt(hands, { scene: 1 });
  expect(screen.getByText("12:1 · 20:1")).toBeTruthy();
});
