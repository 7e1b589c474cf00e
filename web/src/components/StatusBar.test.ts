import { act, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkState } from "../protocol/socket";
import { show } from "../testing/show";
import StatusBar from "./StatusBar.svelte";

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

function status(connection: LinkState, owed = 0) {
  return show(StatusBar, {
    owed,
    balance: 8650,
    stake: 1350,
    lastWin: 1600,
    net: -150,
    since: 400_000,
    offset: 0,
    connection,
  });
}

test("everything is in view, by name", async () => {
  const { container } = status("online");
  const text = (): string =>
    (container.querySelector("dl")?.textContent ?? "").replace(/\s+/g, " ");
  for (const words of [
    "Balance 8,650",
    "Stake 1,350",
    "Last win 1,600",
    "Net result -150",
    "Session 10:00",
  ]) {
    expect(text()).toContain(words);
  }
  await act(() => vi.advanceTimersByTime(5_000));
  expect(text()).toContain("10:05");
});

test("a lost link says so", async () => {
  status("offline");
  expect(screen.getByRole("status").textContent).toContain("Connection lost, betting is stopped");
});

test("what is owed is in view while there is any", () => {
  status("online");
  expect(screen.queryByTestId("owed")).toBeNull();
  status("online", 80);
  expect(screen.getByTestId("owed").textContent).toBe("80");
});
