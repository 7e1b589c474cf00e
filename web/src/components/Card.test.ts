import { screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { show } from "../testing/show";
import Card from "./Card.svelte";

describe("a card", () => {
  test("tells its name only when it lies on its back", async () => {
    const { rerender } = show(Card, { card: "9h", faceUp: false });
    expect(screen.getByRole("img", { name: "Face-down card" })).toBeTruthy();
    await rerender({ card: "9h", faceUp: true });
    expect(screen.getByRole("img", { name: "9 of hearts" })).toBeTruthy();
  });

  test("that lies face down has no face to be found in the page", () => {
    const { container } = show(Card, { card: "9h", faceUp: false });
    expect(container.querySelectorAll(".face")).toHaveLength(0);
  });

  test("moves from when the plan says, and has moved for whoever comes later", async () => {
    vi.useFakeTimers({ now: 100_000 });
    const { container, rerender } = show(Card, {
      card: "9h",
      faceUp: false,
      motion: { laid: 99_900, turned: 0 },
    });
    const since = (name: string): string | undefined =>
      container.querySelector<HTMLElement>(".place")?.style.getPropertyValue(name);
    expect(since("--laid")).toBe("-100ms");
    vi.setSystemTime(100_300);
    await rerender({ card: "9h", faceUp: true, motion: { laid: 99_900, turned: 100_250 } });
    expect(since("--turned")).toBe("-50ms");
    // Shown again for another reason, it does not begin anew.
    vi.setSystemTime(100_400);
    await rerender({ card: "9h", faceUp: true, motion: { laid: 99_900, turned: 100_250 } });
    expect(since("--turned")).toBe("-50ms");
    vi.useRealTimers();
  });
});
