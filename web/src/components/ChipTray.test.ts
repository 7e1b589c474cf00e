import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import type { Actions } from "../stage/actions";
import { show } from "../testing/show";
import ChipTray from "./ChipTray.svelte";

function tray(actions: Actions, balance = 700) {
  const onselect = vi.fn();
  const onaction = vi.fn();
  show(ChipTray, {
    denominations: [10, 100, 1000],
    selected: 100,
    balance,
    actions,
    onselect,
    onaction,
  });
  return { onselect, onaction };
}

describe("chips", () => {
  test("are one choice, and those above the balance cannot be taken", async () => {
    const { onselect } = tray({});
    const chips = screen.getAllByRole("radio") as HTMLInputElement[];
    expect(chips.map((chip) => chip.checked)).toEqual([false, true, false]);
    expect(chips.map((chip) => chip.disabled)).toEqual([false, false, true]);
    await fireEvent.click(screen.getByRole("radio", { name: "Chip of 10" }));
    expect(onselect).toHaveBeenCalledWith(10);
  });
});

describe("actions", () => {
  test("are those of the game, always in one order", () => {
    tray({ deal: true, undo: true, clear: false });
    const names = screen
      .getAllByRole("button")
      .map((button) => button.className.match(/undo|clear|deal/)?.[0]);
    expect(names).toEqual(["undo", "clear", "deal"]);
  });

  test("tell which was pressed, and those that cannot be used are disabled", async () => {
    const { onaction } = tray({ "rebet-deal": true, rest: true, double: false });
    await fireEvent.click(screen.getByRole("button", { name: "Rebet & deal" }));
    await fireEvent.click(screen.getByRole("button", { name: "The rest" }));
    await fireEvent.click(screen.getByRole("button", { name: "Double" }));
    expect(onaction.mock.calls).toEqual([["rebet-deal"], ["rest"]]);
  });
});
