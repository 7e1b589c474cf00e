/** The five roads as data: cells by column and row, six rows, newest last. */

export type Winner = "B" | "P" | "T";
/** Red and blue of the three derived roads: regular and irregular, never Banker and Player. */
export type Colour = "R" | "B";
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
  winner: Winner;
}

export interface BigCell extends Extras {
  c: number;
  r: number;
  winner: "B" | "P";
  ties: number;
}

export interface DerivedCell {
  c: number;
  r: number;
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

type Triple<T> = readonly [c: number, r: number, value: T];

/** Roads as the house prints them. */
export interface RoadsJson {
  bead: readonly Triple<Winner>[];
  leading_ties: number;
  big: readonly BigCell[];
  big_eye: readonly Triple<Colour>[];
  small: readonly Triple<Colour>[];
  cockroach: readonly Triple<Colour>[];
  ask: { banker: Ask; player: Ask };
}

function derived(triples: readonly Triple<Colour>[]): DerivedCell[] {
  return triples.map(([c, r, colour]) => ({ c, r, colour }));
}

/** Read printed roads; `extras`, if any, go with the beads one by one. */
export function readRoads(json: RoadsJson, extras: readonly Extras[] = []): RoadSet {
  return {
    bead: json.bead.map(([c, r, winner], i) => ({ c, r, winner, ...extras[i] })),
    leadingTies: json.leading_ties,
    big: json.big,
    bigEye: derived(json.big_eye),
    small: derived(json.small),
    cockroach: derived(json.cockroach),
    ask: json.ask,
  };
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
