import { expect, test } from "vitest";
import { show } from "../testing/show";
import ShoeMeter from "./ShoeMeter.svelte";

test("what has left the shoe is drawn, and what is left is said", () => {
  const { container, getByText } = show(ShoeMeter, { shoe: { size: 416, gone: 104 } });
  expect(getByText("312 cards left in the shoe")).toBeTruthy();
  expect(container.querySelector("b")?.style.scale).toBe("0.25 1");
});

test("the last card is one", () => {
  const { getByText } = show(ShoeMeter, { shoe: { size: 416, gone: 415 } });
  expect(getByText("1 card left in the shoe")).toBeTruthy();
});
