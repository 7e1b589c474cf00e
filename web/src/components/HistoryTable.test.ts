import { fireEvent, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { HISTORY } from "../gallery/sample";
import { show } from "../testing/show";
import HistoryTable from "./HistoryTable.svelte";

test("a round tells cards, result, bets, payout and table", async () => {
  const onreplay = vi.fn();
  show(HistoryTable, { rounds: HISTORY, onreplay });
  const row = screen.getAllByRole("row")[1] as HTMLElement;
  const text = (row.textContent ?? "").replace(/\s+/g, " ");
  for (const words of ["42-17", "tiger", "Banker", "Tiger 100 +1,200", "1,600", "+1,300"]) {
    expect(text).toContain(words);
  }
  expect(text).toContain("Before 9,500 After 10,800");
  expect(
    within(row)
      .getAllByRole("img")
      .map((card) => card.getAttribute("aria-label")),
  ).toEqual(["2 of spades", "3 of diamonds", "Ten of hearts", "4 of hearts", "2 of clubs"]);
  await fireEvent.click(within(row).getByRole("button", { name: "Replay round 42-17" }));
  expect(onreplay).toHaveBeenCalledWith("42-17");
});

test("a void round says so", () => {
  show(HistoryTable, {
    rounds: HISTORY.slice(0, 1).map((round) => ({ ...round, winner: null })),
  });
  expect(screen.getByText("Void")).toBeTruthy();
});

test("an empty history says what will be here", () => {
  show(HistoryTable, { rounds: [] });
  expect(screen.getByText(/No rounds yet/)).toBeTruthy();
});

test("what somebody had is a dash where it was not told", () => {
  const { container } = show(HistoryTable, { rounds: HISTORY });
  const told = [...container.querySelectorAll("td.balance")].map((cell) =>
    cell.textContent?.trim(),
  );
  expect(told.at(-1)).toBe("–");
});
