import { act, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { show } from "../testing/show";
import Countdown from "./Countdown.svelte";

describe("the countdown", () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => vi.useRealTimers());

  const shown = (): string => document.querySelector("svg text")?.textContent ?? "–";

  test("goes by the server's clock", () => {
    // This device is 5 s slow, so of 12 s only 7 are left.
    show(Countdown, { closesAt: 1_012_000, length: 20_000, offset: 5_000 });
    expect(shown()).toBe("7");
  });

  test("warns in words, ticks for the last seconds, and closes", async () => {
    const ontick = vi.fn();
    show(Countdown, { closesAt: 1_007_000, length: 20_000, offset: 0, ontick });
    expect(screen.getByText("Place your bets")).toBeTruthy();
    await act(() => vi.advanceTimersByTime(3_000));
    expect(screen.getByText("Last bets")).toBeTruthy();
    await act(() => vi.advanceTimersByTime(1_000));
    expect(ontick).toHaveBeenLastCalledWith(3);
    await act(() => vi.advanceTimersByTime(3_500));
    expect(shown()).toBe("–");
    const timer = screen.getByRole("timer");
    expect(timer.textContent).toBe("No more bets");
    expect(timer.getAttribute("aria-live")).toBe("assertive");
  });

  test("speaks rarely", async () => {
    show(Countdown, { closesAt: 1_020_000, length: 20_000, offset: 0 });
    const said = new Set<string>();
    for (let i = 0; i < 210; i += 1) {
      said.add(screen.getByRole("timer").textContent ?? "");
      await act(() => vi.advanceTimersByTime(100));
    }
    expect([...said]).toEqual([
      "Place your bets. 20 seconds left",
      "Place your bets. 10 seconds left",
      "Last bets. 5 seconds left",
      "No more bets",
    ]);
  });

  test("is closed where there is no window", () => {
    show(Countdown, { closesAt: null, length: 20_000, offset: 0 });
    expect(shown()).toBe("–");
  });
});
