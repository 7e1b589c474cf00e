/**
 * Chips of any denomination, told apart three ways: by the number on them, by colour, and by the inserts
 * of their edge, which differ in count and width. A house may set whatever chips it likes: those that the
 * trade knows have their own look, and for any other one is found by its digits.
 */

export interface ChipLook {
  body: string;
  /** The inserts of the edge. */
  insert: string;
  count: number;
  /** Half the width of an insert, in degrees. */
  width: number;
}

/** What the number stands on, and its ink. */
export const INLAY = "#f7efdc";
export const INLAY_INK = "#211a13";

const IVORY = "#f3e8cf";
const GOLD = "#f0cf83";

const KNOWN: Readonly<Record<number, ChipLook>> = {
  1: { body: "#e8dfca", insert: "#46617f", count: 8, width: 9 },
  5: { body: "#a5372a", insert: IVORY, count: 6, width: 13 },
  10: { body: "#3d6f9e", insert: IVORY, count: 8, width: 8 },
  25: { body: "#1f6b4a", insert: IVORY, count: 8, width: 10 },
  100: { body: "#26221f", insert: IVORY, count: 6, width: 15 },
  500: { body: "#5f3a7d", insert: GOLD, count: 8, width: 11 },
  1000: { body: "#d0902f", insert: "#33200c", count: 6, width: 13 },
  5000: { body: "#0f6a72", insert: GOLD, count: 10, width: 8 },
  10_000: { body: "#8c2f55", insert: IVORY, count: 5, width: 18 },
};

/** For all others: the power of ten chooses the colour, the leading digits choose the edge. */
const COLOURS: readonly (readonly [body: string, insert: string])[] = [
  ["#7a5a3c", IVORY],
  ["#5b6470", GOLD],
  ["#3f5a2a", IVORY],
  ["#7d3f1d", GOLD],
  ["#2f3d6b", GOLD],
  ["#6b2d2d", GOLD],
  ["#175245", GOLD],
];
const EDGES: Readonly<Record<string, readonly [count: number, width: number]>> = {
  "1": [6, 10],
  "2": [4, 16],
  "25": [12, 6],
  "3": [3, 24],
  "5": [9, 9],
};

export function chipLook(major: number): ChipLook {
  const known = KNOWN[major];
  if (known !== undefined) return known;
  const power = Math.floor(Math.log10(Math.max(1, major)));
  const [body, insert] = COLOURS[power % COLOURS.length] ?? ["#7a5a3c", IVORY];
  const leading = String(Math.round(major)).replace(/0+$/, "");
  const [count, width] = EDGES[leading] ?? [7, 7];
  return { body, insert, count, width };
}

/** A stake in as few chips as may be, largest first; what no chip can make stays as `rest`. */
export function breakDown(
  stake: number,
  denominations: readonly number[],
): { chips: number[]; rest: number } {
  const chips: number[] = [];
  let rest = stake;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    // A huge stake in small chips is drawn as a tall stack, not as a million circles.
    while (rest >= value && chips.length < 100) {
      chips.push(value);
      rest -= value;
    }
  }
  return { chips, rest };
}

/** The largest chips of a stack: what there is room to draw. Bottom first. */
export function shownChips(
  stake: number,
  denominations: readonly number[],
  most: number,
): number[] {
  const { chips } = breakDown(stake, denominations);
  const smallest = Math.min(...denominations);
  return chips.length === 0 && stake > 0 ? [smallest] : chips.slice(0, most);
}
