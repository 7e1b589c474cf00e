import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { seatsOnDesk } from "../felt/seat";
import type { Seat } from "../stage/seats";
import { show } from "../testing/show";
import { TIGER } from "../testing/tables";
import Seats from "./Seats.svelte";

const FREE: Seat = { position: 1, state: "free", who: null, stakes: {}, net: null };

function row(states: readonly Seat["state"][], open = true, backing = false) {
  const seats = states.map((state, i) => ({
    position: i + 1,
    state,
    who: "QX",
    stakes: {},
    net: null,
  }));
  const calls = { onsit: vi.fn(), onback: vi.fn(), onleave: vi.fn() };
  const places = seatsOnDesk(seats.length, { x: 518, y: -896 }, 1585);
  show(Seats, { seats, places, open, backing, ...calls });
  return calls;
}

const names = (): (string | null)[] =>
  screen
    .getAllByRole<HTMLButtonElement>("button")
    .filter((button) => !button.disabled)
    .map((button) => button.getAttribute("aria-label"));

test("a free seat is taken by a press", async () => {
  const { onsit } = row(["free", "taken", "free"]);
  expect(names()).toEqual(["Seat 1, free: sit down", "Seat 3, free: sit down"]);
  await fireEvent.click(screen.getByRole("button", { name: /Seat 3/ }));
  expect(onsit).toHaveBeenCalledExactlyOnceWith(3);
});

test("whoever sits can only get up", async () => {
  const { onsit, onleave } = row(["free", "taken", "yours"]);
  expect(names()).toEqual(["Seat 3, yours: get up"]);
  await fireEvent.click(screen.getByRole("button", { name: /Seat 3/ }));
  expect(onleave).toHaveBeenCalledOnce();
  expect(onsit).not.toHaveBeenCalled();
});

test("where it is allowed, one stands behind a seat that is taken", async () => {
  const { onback } = row(["free", "taken"], true, true);
  expect(names()).toEqual([
    "Seat 1, free: sit down",
    "Seat 2, taken: stand behind it and bet on it",
  ]);
  await fireEvent.click(screen.getByRole("button", { name: /Seat 2/ }));
  expect(onback).toHaveBeenCalledExactlyOnceWith(2);
});

test("whoever stands behind a seat can only leave it", async () => {
  const { onleave } = row(["free", "taken", "backed"], true, true);
  expect(names()).toEqual(["Seat 3, you stand behind it: leave it"]);
  await fireEvent.click(screen.getByRole("button", { name: /Seat 3/ }));
  expect(onleave).toHaveBeenCalledOnce();
});

test("whoever looks on presses none, and a single seat is a row too", () => {
  row(["free"], false);
  expect(names()).toEqual([]);
});

test("a seat tells what lies there, by its amount and aloud by wager", () => {
  const seats: Seat[] = [
    { ...FREE, state: "taken", who: "QX", stakes: { banker: 25000, tie: 500, tiger: 500 } },
    { ...FREE, position: 2 },
  ];
  const places = seatsOnDesk(seats.length, { x: 518, y: -896 }, 1585);
  const nothing = { onsit: vi.fn(), onback: vi.fn(), onleave: vi.fn() };
  show(Seats, { seats, places, open: false, wagers: TIGER.wagers, ...nothing });
  const [taken, free] = screen.getAllByRole("button");
  expect(taken?.getAttribute("aria-label")).toBe(
    "Seat 1, taken. At stake there: Banker 25,000, Tie 500, Tiger 500",
  );
  expect(taken?.querySelector(".staked")?.textContent).toBe("26,000");
  expect(taken?.querySelector(".enamel")?.classList).toContain("banker");
  expect(free?.textContent?.trim()).toMatch(/Free$/);
});

test("one's own seat tells what the round came to, once that is known", () => {
  const own: Seat = { ...FREE, state: "yours", stakes: { banker: 500 }, net: -500 };
  const nothing = { onsit: vi.fn(), onback: vi.fn(), onleave: vi.fn() };
  const places = seatsOnDesk(1, { x: 518, y: -896 }, 1585);
  const seats = show(Seats, { seats: [own], places, open: false, ...nothing });
  expect(seats.container.querySelector(".words")?.textContent).toMatch(/You\s+-500/);
  expect(seats.container.querySelector(".staked")).toBeNull();
});

test("whoever sits is told apart by two letters, the reader as such", () => {
  row(["free", "taken", "yours"]);
  const plates = screen.getAllByRole("button").map((seat) => seat.textContent?.trim());
  expect(plates.map((text) => text?.replace(/\s+/g, " "))).toEqual([
    "1 Free",
    "2 Guest QX",
    "3 You",
  ]);
});
