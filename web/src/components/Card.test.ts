import { screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
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
});
