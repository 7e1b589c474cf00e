/** The lobby, as whoever comes in sees it. */

import { cleanup, fireEvent, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import type { YourBalance } from "../protocol/messages";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { HOUSE, TIGER, tile } from "../testing/tables";
import { Visit } from "../testing/visit";

afterEach(() => localStorage.clear());

describe("the lobby", () => {
  test("shows the tables, and lets a guest sit down with one click", async () => {
    const visit = new Visit("/");
    const { container } = visit.open();
    const sit = await screen.findByRole("button", { name: "Sit down at Tiger" });
    expect(await screen.findByText("Play money")).toBeTruthy();
    expect(container.querySelectorAll("[aria-live]").length).toBeGreaterThanOrEqual(2);
    expect(screen.queryByRole("button", { name: "Watch Zero Commission" })).toBeNull();
    await fireEvent.click(sit);
    await waitFor(() => expect(location.pathname).toBe("/table/tiger"));
    expect(visit.posted).toEqual(["/api/guests"]);
    await waitFor(() => expect(visit.asked("Watch")).toEqual([{ type: "Watch", table: "tiger" }]));
  });

  test("where credits are money, says where one plays, and lets everyone look on", async () => {
    const visit = new Visit("/", { "/api/house": { ...HOUSE, play_money: false } });
    visit.open();
    expect(await screen.findByText(/This house plays for money/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Play" })).toBeNull();
    const watch = await screen.findByRole("button", { name: "Watch Tiger" });
    expect(screen.queryByRole("button", { name: /Sit down/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Watch Zero Commission" })).toBeNull();
    expect(screen.getByText("Played at a Player Terminal")).toBeTruthy();
    await fireEvent.click(watch);
    await waitFor(() => expect(location.pathname).toBe("/table/tiger"));
    expect(visit.posted).toEqual([]);
    expect(await screen.findByText(/This house plays for money/)).toBeTruthy();
  });

  test("offers a seat at the electronic table to terminals only", async () => {
    const guest = new Visit("/");
    guest.open();
    await screen.findByRole("button", { name: "Sit down at Tiger" });
    expect(screen.getByRole("button", { name: "Watch Electronic Table" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sit down at Electronic Table" })).toBeNull();
    cleanup();
    const terminal = new Visit("/", { "/api/house": { ...HOUSE, play_money: false } });
    terminal.who = "terminal";
    terminal.open();
    for (const name of ["Electronic Table", "Zero Commission", "Tiger"]) {
      expect(await screen.findByRole("button", { name: `Sit down at ${name}` })).toBeTruthy();
    }
  });

  test("shows the balance once somebody has come in", async () => {
    const visit = new Visit("/");
    visit.who = "guest";
    visit.open();
    await screen.findByTestId("lobby-balance");
    visit.tell(new FakeHouse(new Chance(1)).balance());
    const balance = await screen.findByTestId("lobby-balance");
    await waitFor(() => expect(balance.textContent).toBe("1,000"));
    expect(balance.closest("[role=status]")?.textContent).toContain("Balance");
  });

  test("leads back to the last table, and shows the tables that take a stake", async () => {
    const tiles = [tile(), tile({ id: "high", name: "High", minimum: 5_000, phase: "betting" })];
    localStorage.setItem("punto.last-table", "tiger");
    const visit = new Visit("/", { "/api/tables": tiles, "/api/tables/high": TIGER });
    visit.open();
    expect(await screen.findByRole("region", { name: "Where you were last" })).toBeTruthy();
    await fireEvent.click(await screen.findByRole("radio", { name: "1" }));
    expect(screen.queryByRole("heading", { name: "High" })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "50" }));
    expect(screen.getByRole("heading", { name: "High" })).toBeTruthy();
    localStorage.removeItem("punto.last-table");
    await fireEvent.click(screen.getByRole("button", { name: "Sit down at High" }));
    await waitFor(() => expect(location.pathname).toBe("/table/high"));
    expect(localStorage.getItem("punto.last-table")).toBe("high");
    localStorage.removeItem("punto.last-table");
  });

  test("a guest who has run out takes more credits", async () => {
    const visit = new Visit("/", { "/api/credits": null });
    visit.who = "guest";
    visit.open();
    visit.tell({ ...(new FakeHouse(new Chance(1)).balance() as YourBalance), available: 99 });
    const more = await screen.findByRole("button", { name: "Take 1,000 more play credits" });
    await fireEvent.click(more);
    await waitFor(() => expect(visit.posted).toEqual(["/api/credits"]));
    visit.tell(new FakeHouse(new Chance(1)).balance());
    await waitFor(() => expect(screen.queryByRole("button", { name: /play credits/ })).toBeNull());
  });

  test("says when the house does not answer", async () => {
    const visit = new Visit("/", { "/api/tables": undefined });
    visit.open();
    expect((await screen.findByRole("alert")).textContent).toContain("does not answer");
  });
});
