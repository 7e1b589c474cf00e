/**
 * Chips of any denomination, told apart three ways: by the number on them, by the pattern of their
 * rim, and by colour. The leading digits choose the pattern, the power of ten chooses the colour, so
 * a house may set whatever chips it likes and no two of them look alike.
 */

export type Rim = "bars" | "pairs" | "wedges" | "dots" | "diamonds" | "waves";

export interface ChipLook {
  rim: Rim;
  body: string;
  /** The rim's marks and the number; at least 4.5 to 1 on the body. */
  mark: string;
}

/** By power of ten: 1, 10, 100 … and round again after a million. */
const COLOURS: readonly (readonly [body: string, mark: string])[] = [
  ["#efe9db", "#2a2622"],
  ["#1f5a4c", "#f6f0df"],
  ["#23222b", "#f2dca6"],
  ["#6b2f6b", "#fbeefb"],
  ["#8a4b12", "#fff3de"],
  ["#20566f", "#e9f6fb"],
  ["#7a1f2b", "#ffe9e2"],
];

const RIMS: Record<string, Rim> = {
  "1": "bars",
  "2": "pairs",
  "25": "wedges",
  "3": "diamonds",
  "5": "dots",
};

export function chipLook(major: number): ChipLook {
  const power = Math.max(0, Math.floor(Math.log10(Math.max(1, major))));
  const leading = String(Math.round(major)).replace(/0+$/, "");
  const [body, mark] = COLOURS[power % COLOURS.length] ?? ["#efe9db", "#2a2622"];
  return { rim: RIMS[leading] ?? "waves", body, mark };
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
