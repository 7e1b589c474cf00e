import { expect, test } from "vitest";
import { lastHands, withHand } from "./lastHands";
import type { BeadCell } from "./road";

const bead = (count: number): BeadCell[] =>
  Array.from({ length: count }, (_, i) => ({ c: Math.floor(i / 6), r: i % 6, winner: "B" }));

test("the last twelve of a shoe are shown by their places, the newest last", () => {
  expect(lastHands(bead(14), {}).map(({ place }) => place)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(lastHands(bead(2), {}).map(({ place }) => place)).toEqual([1, 2]);
});

test("a hand that was seen to end has its totals, and no other has", () => {
  const seen = { round: 31, player: 4, banker: 7 };
  const hands = withHand({}, { before: 12, now: 13 }, seen);
  expect(lastHands(bead(13), hands).map((hand) => hand.seen)).toEqual([
    ...Array.from({ length: 11 }, () => null),
    seen,
  ]);
});

test("a hand is noted once, and all are forgotten where marks are taken back or a shoe begins", () => {
  const seen = { round: 31, player: 4, banker: 7 };
  const hands = withHand({}, { before: 12, now: 13 }, seen);
  expect(withHand(hands, { before: 13, now: 13 }, seen)).toBe(hands);
  expect(withHand(hands, { before: 13, now: 12 }, null)).toEqual({});
});
