import { screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { NO_ROADS, type RoadSet } from "../model/road";
import { show } from "../testing/show";
import WallRoads from "./WallRoads.svelte";

/** How many columns each road shows. */
function columns(roads: RoadSet): number[] {
  const { container } = show(WallRoads, { roads });
  const boxes = [...container.querySelectorAll("figure svg")].map((one) =>
    one.getAttribute("viewBox"),
  );
  return boxes.map((box) => (Number(box?.split(" ")[2]) - 2) / 50);
}

test("a new shoe is an empty sheet", () => {
  expect(columns(NO_ROADS)).toEqual([13, 29, 26, 26, 26]);
});

test("the whole shoe is shown: a road that is full has more columns, and room for the next mark", () => {
  const big = Array.from({ length: 60 }, (_, c) => ({
    c,
    r: 0,
    winner: c % 2 ? ("B" as const) : ("P" as const),
    ties: 0,
  }));
  const small = big.slice(0, 20).map(({ c, r }) => ({ c, r, colour: "R" as const }));
  expect(columns({ ...NO_ROADS, big, small })).toEqual([13, 61, 26, 26, 26]);
});

test("naturals and pairs are counted", () => {
  const natural = { c: 0, r: 0, winner: "B" as const, natural: true };
  const pairs = { c: 0, r: 1, winner: "T" as const, playerPair: true, bankerPair: true };
  show(WallRoads, { roads: { ...NO_ROADS, bead: [natural, pairs] } });
  expect(screen.getByText("Naturals 1 · Pairs 2")).toBeTruthy();
});
