import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import type { Squeezed } from "../stage/shown";
import { show } from "../testing/show";
import SqueezePanel from "./SqueezePanel.svelte";

const HAND: Squeezed = {
  side: "player",
  cards: [
    { card: "7d", face: "squeeze" },
    { card: "9h", face: "squeeze" },
  ],
  first: 0,
  until: 6500,
};

function panel(hand: Squeezed | null = HAND) {
  const onreveal = vi.fn();
  return { onreveal, ...show(SqueezePanel, { hand, onreveal, now: () => 0 }) };
}

describe("the panel", () => {
  test("opens with a hand, and closing it reveals rather than hides", async () => {
    const { container, onreveal, rerender } = panel(null);
    const dialog = container.querySelector("dialog") as HTMLDialogElement;
    expect(dialog.open).toBe(false);
    await rerender({ hand: HAND, onreveal, now: () => 0 });
    expect(dialog.open).toBe(true);
    expect(container.querySelector("h2")?.textContent).toBe("Squeeze: Player");
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onreveal).toHaveBeenCalledExactlyOnceWith();
  });

  test("has both cards at hand, and needs no drag: a button reveals what is left", async () => {
    const { onreveal } = panel();
    expect(screen.getAllByRole("slider")).toHaveLength(2);
    await fireEvent.click(screen.getByRole("button", { name: "Reveal now" }));
    expect(onreveal).toHaveBeenCalledExactlyOnceWith();
  });

  test("tells the time that is left, where there is an end to it", async () => {
    const { onreveal, rerender } = panel();
    expect(screen.getByRole("timer", { name: "7 seconds left to squeeze" })).toBeTruthy();
    await rerender({ hand: { ...HAND, until: null }, onreveal, now: () => 0 });
    expect(screen.queryByRole("timer")).toBeNull();
  });

  test("keeps what is open in view", () => {
    const [first, second] = HAND.cards;
    if (first === undefined || second === undefined) throw new Error("two cards");
    panel({ ...HAND, cards: [{ ...first, face: "up" }, second] });
    expect(screen.getByRole("img", { name: "7 of diamonds" })).toBeTruthy();
    expect(screen.getAllByRole("slider")).toHaveLength(1);
  });
});

describe("a card between thumbs", () => {
  const second = (): HTMLElement => screen.getAllByRole("slider")[1] as HTMLElement;

  test("goes by arrow keys, and falls over in the end", async () => {
    const { onreveal } = panel();
    await fireEvent.keyDown(second(), { key: "ArrowUp" });
    expect(Number(second().getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    expect(onreveal).not.toHaveBeenCalled();
    for (let i = 0; i < 20 && onreveal.mock.calls.length === 0; i += 1) {
      await fireEvent.keyDown(second(), { key: "ArrowUp" });
    }
    expect(onreveal).toHaveBeenCalledExactlyOnceWith(1);
  });

  test("goes by a finger, and what was seen stays when it is let go", async () => {
    panel();
    // The place has no size here, so its middle is at the origin and a unit is a pixel.
    await fireEvent.pointerDown(second(), { clientX: 0, clientY: 66, pointerId: 1 });
    await fireEvent.pointerMove(second(), { clientX: 0, clientY: 30, pointerId: 1 });
    const lifted = second().getAttribute("aria-valuenow");
    expect(Number(lifted)).toBeGreaterThan(0);
    await fireEvent.pointerUp(second(), { pointerId: 1 });
    expect(second().getAttribute("aria-valuenow")).toBe(lifted);
  });

  test("is turned by a button, and shows no corner while it lasts", async () => {
    panel();
    const [turn] = screen.getAllByRole("button", { name: "Turn the card" });
    await fireEvent.click(turn as HTMLElement);
    const [card] = screen.getAllByRole("slider");
    expect(card?.querySelector("svg")?.getAttribute("style")).toContain("rotate(90deg)");
    expect(card?.querySelectorAll("text")).toHaveLength(0);
  });
});
