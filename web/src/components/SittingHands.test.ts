import { expect, test } from "vitest";
import type { Ending } from "../stage/timeline";
import { show } from "../testing/show";
import SittingHands from "./SittingHands.svelte";

function hand(round: number, net: number | null): Ending {
  const cards = { player: ["4s", "Jd", null], banker: ["Kh", "3s"] };
  const nothing = { reason: null, clause: null, bets: [] };
  return { ...nothing, round, winner: "player", player: 4, banker: 3, net, cards };
}

const rows = (container: HTMLElement): string[] =>
  [...container.querySelectorAll("tbody tr:not(.blank)")].map((row) =>
    [...row.querySelectorAll("td")]
      .map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim())
      .join("|"),
  );

test("hands are written down one under the other, each once, on lines that are there before", async () => {
  const { container, rerender } = show(SittingHands, { over: null });
  expect(rows(container)).toEqual([]);
  const lines = container.querySelectorAll("tbody tr").length;
  for (const over of [hand(1, 2500), hand(1, 2500), null, hand(2, null)]) await rerender({ over });
  const [newest, oldest] = rows(container);
  expect(newest).toMatch(/^2\|.*P 4–3\|$/);
  expect(oldest).toMatch(/^1\|.*P 4–3\|\+2,500$/);
  expect(container.querySelectorAll("tbody tr")).toHaveLength(lines);
});

test("a card that nobody has seen is not written down, and the oldest hand makes room", async () => {
  const { container, rerender } = show(SittingHands, { over: hand(1, 0) });
  expect(container.querySelectorAll("tbody [role=img]")).toHaveLength(4);
  const lines = container.querySelectorAll("tbody tr").length;
  for (let round = 2; round <= lines + 1; round += 1) await rerender({ over: hand(round, 0) });
  expect(rows(container)).toHaveLength(lines);
  expect(rows(container).at(-1)).toMatch(/^2\|/);
});
