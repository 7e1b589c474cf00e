import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { TABLES } from "../gallery/sample";
import type { LobbyTable } from "../model/lobby";
import { show } from "../testing/show";
import LobbyTile from "./LobbyTile.svelte";

function tile(id: string, change: Partial<LobbyTable> = {}, watch = true) {
  const table = { ...(TABLES.find((one) => one.id === id) as LobbyTable), ...change };
  const calls = { onsit: vi.fn(), onrules: vi.fn(), onwatch: vi.fn() };
  const { onwatch, ...rest } = calls;
  const view = show(LobbyTile, { table, offset: 0, ...rest, ...(watch ? { onwatch } : {}) });
  return { ...view, ...calls };
}

describe("a tile", () => {
  test("tells rulebook, edition, limits, seats and road", () => {
    const { container } = tile("mbs-tiger");
    const text = (container.textContent ?? "").replace(/\s+/g, " ");
    for (const words of [
      "Tiger No Commission Baccarat",
      "mbs-tiger@3",
      "Limits 50 – 50,000",
      "3 of 8 seats taken",
      "Round 31",
    ]) {
      expect(text).toContain(words);
    }
    expect(screen.getByRole("img", { name: /Banker, .* Player, .* Tie/ })).toBeTruthy();
    expect(container.querySelector("[data-felt^=mbs-tiger]")).not.toBeNull();
    expect(container.querySelectorAll(".seats .taken")).toHaveLength(3);
    expect(container.querySelectorAll(".seats i")).toHaveLength(8);
  });

  test("counts ties that came before the first hand that was won", () => {
    const { container, unmount } = tile("mbs-tiger", { big: [], leadingTies: 2 });
    expect(container.querySelector(".counts")?.textContent).toMatch(/B 0.*P 0.*T 2/s);
    unmount();
    const none = tile("mbs-tiger", { big: [], leadingTies: 0 });
    expect(none.container.querySelector(".counts")?.textContent).toContain(
      "No results in this shoe",
    );
  });

  test("counts down where there is a window", () => {
    tile("rws-non-commission", { closesAt: Date.now() + 12_000 });
    expect(screen.getByRole("timer")).toBeTruthy();
    expect(screen.getByText("4 players")).toBeTruthy();
  });

  test("leads to the table, to watching and to the rules, each by name", async () => {
    const { onsit, onwatch, onrules } = tile("mbs-tiger");
    const name = "Tiger No Commission Baccarat";
    await fireEvent.click(screen.getByRole("button", { name: `Sit down at ${name}` }));
    await fireEvent.click(screen.getByRole("button", { name: `Watch ${name}` }));
    await fireEvent.click(screen.getByRole("button", { name: `Rules of ${name}` }));
    for (const call of [onsit, onwatch, onrules]) expect(call).toHaveBeenCalledWith("mbs-tiger");
  });

  test("where nobody sits down leads to watching, or says where the game is played", () => {
    const table = TABLES.find((one) => one.id === "mbs-tiger") as LobbyTable;
    const watched = { table, offset: 0, onrules: vi.fn(), onwatch: vi.fn() };
    const { unmount } = show(LobbyTile, watched);
    expect(screen.queryByRole("button", { name: /Sit down/ })).toBeNull();
    expect(screen.getByRole("button", { name: /Watch/ }).classList).toContain("solid");
    unmount();
    show(LobbyTile, { table, offset: 0, onrules: vi.fn() });
    expect(screen.queryByRole("button", { name: /Sit down|Watch/ })).toBeNull();
    expect(screen.getByText("Played at a Player Terminal")).toBeTruthy();
  });

  test("of a closed table cannot be entered, and its rules can be read", () => {
    tile("mbs-tiger", { phase: "closed" }, false);
    expect((screen.getByRole("button", { name: /Sit down/ }) as HTMLButtonElement).disabled).toBe(
      true,
    );
    expect((screen.getByRole("button", { name: /Rules/ }) as HTMLButtonElement).disabled).toBe(
      false,
    );
    expect(screen.queryByRole("button", { name: /Watch/ })).toBeNull();
  });
});
