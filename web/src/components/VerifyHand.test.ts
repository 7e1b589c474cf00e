import { screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { stageOf, type Stage } from "../felt/stage";
import type { Box } from "../felt/ring";
import { show } from "../testing/show";
import VerifyHand from "./VerifyHand.svelte";

const HAS = { sides: 5, others: 6, seats: 7, isOwn: false };
const WITHOUT = { sides: 5, others: 6, seats: 0, isOwn: false };
const OWN = { sides: 0, others: 1, seats: 0, isOwn: true };
const KEY = { width: 54, height: 44 };

/** Where the cards of a hand lie: the first two, and the third across them. */
function cardsOf({ hands, head, card, third }: Stage, side: "player" | "banker"): Box[] {
  const { x, width } = hands[side];
  const pair = card * 2.07;
  return [
    { x: x + (width - pair) / 2, y: head, width: pair, height: card * 1.4 },
    { x: x + (width - card * 1.4) / 2, y: head + third, width: card * 1.4, height: card },
  ];
}

const meets = (one: Box, two: Box): boolean =>
  one.x < two.x + two.width &&
  two.x < one.x + one.width &&
  one.y < two.y + two.height &&
  two.y < one.y + one.height;

test.each([
  ["phone", 390, 641],
  ["phone", 360, 448],
  ["phone", 320, 376],
  ["landscape", 844, 266],
] as const)("on a %s of %i by %i the key to the proof covers no card", (shape, width, height) => {
  const stage = stageOf(shape, width, height, HAS);
  show(VerifyHand, { stage, address: "?sheet=verify" });
  const { style } = screen.getByRole("link", { name: "Verify this hand" });
  const [x, y] = [parseFloat(style.left), parseFloat(style.top)];
  const key = { x: x - KEY.width / 2, y: y - KEY.height / 2, ...KEY };
  const cards = [...cardsOf(stage, "player"), ...cardsOf(stage, "banker")];
  expect(cards.filter((card) => meets(card, key))).toEqual([]);
});

test.each([
  ["phone", 390, 641, WITHOUT],
  ["phone", 360, 448, WITHOUT],
  ["phone", 360, 400, OWN],
  ["phone", 320, 376, WITHOUT],
  ["landscape", 844, 266, OWN],
] as const)(
  "on a %s of %i by %i it leaves what is called to be read",
  (shape, width, height, has) => {
    const stage = stageOf(shape, width, height, has);
    show(VerifyHand, { stage, address: "?sheet=verify" });
    const { style } = screen.getByRole("link", { name: "Verify this hand" });
    const [x, y] = [parseFloat(style.left), parseFloat(style.top)];
    const key = { x: x - KEY.width / 2, y: y - KEY.height / 2, ...KEY };
    expect(meets(stage.call, key)).toBe(false);
    expect(key.y).toBeGreaterThan(stage.head);
  },
);
