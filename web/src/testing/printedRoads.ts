/** Roads as the command line prints them: what a test holds drawings against. */

import type { Ask, BigCell, DerivedCell, Extras, RoadSet } from "../model/road";
import type { Colour, Letter } from "../protocol/messages";

type Triple<T> = readonly [c: number, r: number, value: T];

export interface PrintedRoads {
  bead: readonly Triple<Letter>[];
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
export function readRoads(printed: PrintedRoads, extras: readonly Extras[] = []): RoadSet {
  return {
    bead: printed.bead.map(([c, r, winner], i) => ({ c, r, winner, ...extras[i] })),
    leadingTies: printed.leading_ties,
    big: printed.big,
    bigEye: derived(printed.big_eye),
    small: derived(printed.small),
    cockroach: derived(printed.cockroach),
    ask: printed.ask,
  };
}
