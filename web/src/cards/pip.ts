/**
 * Where the pips of a number card lie, as on every French deck: those who squeeze a card read it by
 * the pips along its edges, so this arrangement is part of the game.
 */

import type { Rank } from "../model/card";

/** x and y in the card's box of 100 by 140, and whether the pip stands on its head. */
export interface Pip {
  x: number;
  y: number;
  down: boolean;
}

const LEFT = 32.5;
const MIDDLE = 50;
const RIGHT = 67.5;
const TOP = 27;
const CENTRE = 70;
const BOTTOM = 113;
const THIRD = (BOTTOM - TOP) / 3;

const ROWS: Record<string, [number, number][]> = {
  A: [[MIDDLE, CENTRE]],
  "2": [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  "3": [
    [MIDDLE, TOP],
    [MIDDLE, CENTRE],
    [MIDDLE, BOTTOM],
  ],
  "4": sides(TOP, BOTTOM),
  "5": [...sides(TOP, BOTTOM), [MIDDLE, CENTRE]],
  "6": sides(TOP, CENTRE, BOTTOM),
  "7": [...sides(TOP, CENTRE, BOTTOM), [MIDDLE, (TOP + CENTRE) / 2]],
  "8": [
    ...sides(TOP, CENTRE, BOTTOM),
    [MIDDLE, (TOP + CENTRE) / 2],
    [MIDDLE, (CENTRE + BOTTOM) / 2],
  ],
  "9": [...sides(TOP, TOP + THIRD, BOTTOM - THIRD, BOTTOM), [MIDDLE, CENTRE]],
  T: [
    ...sides(TOP, TOP + THIRD, BOTTOM - THIRD, BOTTOM),
    [MIDDLE, TOP + THIRD / 2],
    [MIDDLE, BOTTOM - THIRD / 2],
  ],
};

function sides(...heights: number[]): [number, number][] {
  return heights.flatMap((y): [number, number][] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
}

export function pipsOf(rank: Rank): Pip[] {
  return (ROWS[rank] ?? []).map(([x, y]) => ({ x, y, down: y > CENTRE }));
}
