import { act, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LinkState } from "../protocol/socket";
import { show } from "../testing/show";
import StatusBar from "./StatusBar.svelte";

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const PURSE = {
  balance: 8650,
  stake: 1350,
  lastWin: 1600,
  net: -150,
  since: 400_000,
  offset: 0,
};

function status(connection: LinkState, owed = 0) {
  return show(StatusBar, { ...PURSE, owed, connection });
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

describe("the balance", () => {
  /** What a screen reader finds there, and what is seen. */
  function read(): { aloud: string; seen: string } {
    const place = screen.getByTestId("balance");
    const text = (where: string): string | undefined => place.querySelector(where)?.textContent;
    const whole = place.textContent.trim();
    return { aloud: text(".aloud") ?? whole, seen: text("[aria-hidden]") ?? whole };
  }

  test("counts up to what was paid; who listens is told the last figure at once", async () => {
    const { rerender } = status("online");
    await rerender({ balance: 9_650, countMs: 400 });
    const seen: number[] = [];
    for (let ms = 0; ms < 480; ms += 16) {
      expect(read().aloud).toBe("9,650");
      seen.push(Number(read().seen.replace(",", "")));
      await act(() => vi.advanceTimersByTime(16));
    }
    expect(seen[0]).toBe(8_650);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(10);
    expect(read()).toEqual({ aloud: "9,650", seen: "9,650" });
  });

  test("jumps without motion, and whenever it falls", async () => {
    const { rerender } = status("online");
    await rerender({ balance: 9_650, countMs: 0 });
    expect(read().seen).toBe("9,650");
    await rerender({ balance: 50, countMs: 400 });
    expect(read().seen).toBe("50");
  });

  test("ends at the last of two figures that come while it counts", async () => {
    const { rerender } = status("online");
    await rerender({ balance: 9_000, countMs: 400 });
    await act(() => vi.advanceTimersByTime(100));
    await rerender({ balance: 9_999, countMs: 400 });
    await act(() => vi.advanceTimersByTime(500));
    expect(read()).toEqual({ aloud: "9,999", seen: "9,999" });
  });
});
