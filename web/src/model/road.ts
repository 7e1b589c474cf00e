/** The five roads as data: cells by column and row, six rows, newest last. */

import type { Colour, HandLetter, Letter, Roads } from "../protocol/messages";

export const ROWS = 6;

/** Extra marks that a result may carry. */
export interface Extras {
  playerPair?: boolean;
  bankerPair?: boolean;
  natural?: boolean;
  /** The Banker won with six, on two cards or on three; 0 where he did not. */
  six?: 0 | 2 | 3;
}

export interface BeadCell extends Extras {
  c: number;
  r: number;
  winner: Letter;
}

export interface BigCell extends Extras {
  c: number;
  r: number;
  winner: HandLetter;
  ties: number;
}

export interface DerivedCell {
  c: number;
  r: number;
  /** Red and blue are regular and irregular, never Banker and Player. */
  colour: Colour;
}

/** What each derived road would print next; null where it has not begun. */
export type Ask = readonly [bigEye: Colour | null, small: Colour | null, cockroach: Colour | null];

export interface RoadSet {
  bead: readonly BeadCell[];
  leadingTies: number;
  big: readonly BigCell[];
  bigEye: readonly DerivedCell[];
  small: readonly DerivedCell[];
  cockroach: readonly DerivedCell[];
  ask: { banker: Ask; player: Ask };
}

export const NO_ROADS: RoadSet = {
  bead: [],
  leadingTies: 0,
  big: [],
  bigEye: [],
  small: [],
  cockroach: [],
  ask: { banker: [null, null, null], player: [null, null, null] },
};

/** Marks are letters: b and p for pairs, n for a natural, 2 or 3 for a six on so many cards. */
function extrasOf(marks: string): Extras {
  return {
    bankerPair: marks.includes("b"),
    playerPair: marks.includes("p"),
    natural: marks.includes("n"),
    six: marks.includes("2") ? 2 : marks.includes("3") ? 3 : 0,
  };
}

export function bigOf(big: Roads["big"]): BigCell[] {
  return big.map(([c, r, winner, ties, marks]) => ({ c, r, winner, ties, ...extrasOf(marks) }));
}

function derivedOf(cells: Roads["small"]): DerivedCell[] {
  return cells.map(([c, r, colour]) => ({ c, r, colour }));
}

/** Roads as they come over the wire, made ready for drawing. */
export function roadsOf(roads: Roads): RoadSet {
  return {
    bead: roads.bead.map(([c, r, winner, marks]) => ({ c, r, winner, ...extrasOf(marks) })),
    leadingTies: roads.leading_ties,
    big: bigOf(roads.big),
    bigEye: derivedOf(roads.big_eye),
    small: derivedOf(roads.small),
    cockroach: derivedOf(roads.cockroach),
    ask: { banker: roads.ask_banker, player: roads.ask_player },
  };
}

/** The same marks as before where nothing about them is new: of a whole shoe only those are drawn that came. */
export function unchangedMarks(before: RoadSet, now: RoadSet): RoadSet {
  return {
    ...now,
    bead: kept(before.bead, now.bead),
    big: kept(before.big, now.big),
    bigEye: kept(before.bigEye, now.bigEye),
    small: kept(before.small, now.small),
    cockroach: kept(before.cockroach, now.cockroach),
  };
}

function kept<Cell extends object>(before: readonly Cell[], now: readonly Cell[]): readonly Cell[] {
  return now.map((cell, i) => {
    const was = before[i];
    return was !== undefined && isSame(was, cell) ? was : cell;
  });
}

function isSame<Cell extends object>(was: Cell, now: Cell): boolean {
  return (Object.keys(now) as (keyof Cell)[]).every((part) => was[part] === now[part]);
}
