/** How long each thing takes, in milliseconds. */

export interface Pace {
  /** A card slides from the shoe. */
  deal: number;
  /** A card turns over. */
  turn: number;
  /** Time to read a total or a rule before the next thing happens. */
  read: number;
  /** Chips move. */
  chips: number;
  /** Time to take in a result. */
  result: number;
}

/**
 * The rhythm never depends on the cards: a pause that is longer before some of them looks as if the
 * house were thinking about what to deal.
 */
export const PACES = {
  cinematic: { deal: 520, turn: 600, read: 1100, chips: 600, result: 1800 },
  standard: { deal: 360, turn: 420, read: 700, chips: 420, result: 1200 },
  /** Four cards in less than two seconds. */
  fast: { deal: 180, turn: 200, read: 250, chips: 220, result: 700 },
  /** Nothing moves; there is still time to read. */
  still: { deal: 0, turn: 0, read: 700, chips: 0, result: 1200 },
} as const satisfies Record<PaceName, Pace>;

export const PACE_NAMES = ["cinematic", "standard", "fast", "still"] as const;
export type PaceName = (typeof PACE_NAMES)[number];

/** The system's wish for less motion goes before any other. */
export function paceFor(name: PaceName, reducedMotion: boolean): Pace {
  return PACES[reducedMotion ? "still" : name];
}
