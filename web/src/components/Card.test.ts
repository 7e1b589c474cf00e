import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { FALLS_OVER, foldAt, liftBy, liftByKey, nearestEdge } from "../cards/fold";
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

  test("cannot be squeezed before it is known", () => {
    show(Card, { card: null, faceUp: false, squeezable: true });
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("squeezing", () => {
  const squeezable = (onreveal = vi.fn(), onpeel = vi.fn()) => {
    show(Card, { card: "9h", faceUp: false, squeezable: true, onreveal, onpeel });
    return { slider: screen.getByRole("slider"), onreveal, onpeel };
  };

  test("needs no drag: a button reveals", async () => {
    const { onreveal } = squeezable();
    await fireEvent.click(screen.getByRole("button", { name: "Reveal now" }));
    expect(onreveal).toHaveBeenCalledOnce();
  });

  test("goes by arrow keys, and falls over in the end", async () => {
    const { slider, onreveal, onpeel } = squeezable();
    await fireEvent.keyDown(slider, { key: "ArrowUp" });
    expect(Number(slider.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    expect(onpeel).toHaveBeenCalled();
    expect(onreveal).not.toHaveBeenCalled();
    for (let i = 0; i < 20 && onreveal.mock.calls.length === 0; i += 1) {
      await fireEvent.keyDown(slider, { key: "ArrowUp" });
    }
    expect(onreveal).toHaveBeenCalledOnce();
  });

  test("ends with Enter", async () => {
    const { slider, onreveal } = squeezable();
    await fireEvent.keyDown(slider, { key: "Enter" });
    expect(onreveal).toHaveBeenCalledOnce();
  });

  test("goes by a finger from the nearest edge, and falls back when let go", async () => {
    const { slider, onreveal, onpeel } = squeezable();
    await fireEvent.pointerDown(slider, { clientX: 0.5, clientY: 0.95, pointerId: 1 });
    await fireEvent.pointerMove(slider, { clientX: 0.5, clientY: 0.6, pointerId: 1 });
    expect(onpeel.mock.lastCall?.[0]).toBeCloseTo(0.35 / FALLS_OVER, 5);
    await fireEvent.pointerUp(slider, { pointerId: 1 });
    expect(onpeel.mock.lastCall?.[0]).toBe(0);
    expect(onreveal).not.toHaveBeenCalled();
  });

  test("shows no corner while it lasts", async () => {
    const { slider } = squeezable();
    await fireEvent.keyDown(slider, { key: "ArrowRight" });
    expect(slider.querySelectorAll("text")).toHaveLength(0);
    expect(slider.textContent).not.toContain("9");
  });
});

describe("the fold", () => {
  test("hides as much of the back as it shows of the face", () => {
    expect(foldAt("bottom", 0.5)).toMatchObject({
      back: "inset(0 0 25.00% 0)",
      face: "inset(0 0 75.00% 0)",
      move: "0, 50.00%",
    });
    expect(foldAt("left", 0)).toMatchObject({
      back: "inset(0 0 0 0.00%)",
      face: "inset(0 0 0 100.00%)",
    });
  });

  test("begins at the nearest edge", () => {
    expect(nearestEdge(0.5, 0.9)).toBe("bottom");
    expect(nearestEdge(0.05, 0.5)).toBe("left");
    expect(nearestEdge(0.97, 0.5)).toBe("right");
    expect(nearestEdge(0.5, 0.1)).toBe("top");
  });

  test("counts only what goes away from the edge", () => {
    expect(liftBy("bottom", 0.4, -0.3)).toBe(0.3);
    expect(liftBy("bottom", 0, 0.3)).toBe(0);
    expect(liftBy("right", -0.2, 0)).toBe(0.2);
  });

  test("is laid down again by the opposite key", () => {
    expect(liftByKey("ArrowDown", "bottom", 0.08)).toEqual({ edge: "bottom", lift: 0 });
    expect(liftByKey("ArrowLeft", "bottom", 0.08)).toEqual({ edge: "bottom", lift: 0.08 });
    expect(liftByKey("x", "bottom", 0)).toBeNull();
  });
});
