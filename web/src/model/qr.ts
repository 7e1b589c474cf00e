/**
 * A QR code of one size: version 6 with the least correction, which holds 134 bytes.
 * That is enough for the address of a one-time secret, and one size needs no tables (ISO 18004).
 */

export const SIZE = 41;
export const MOST_BYTES = 134;

const BLOCKS = 2;
const DATA = 68;
const CORRECTION = 18;
/** Level L with mask 0, as fifteen bits that two of them can be told from (ISO 18004, annex C). */
const FORMAT = 0b111011111000100;

type Grid = (boolean | null)[][];

/** Draw a text: rows of squares, true where one is dark; null where it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) return null;
  const grid = marked();
  fill(grid, interleaved(padded(bytes)));
  return grid.map((row) => row.map((dark) => dark === true));
}

/** Write length and bytes as the standard wants them, and fill the rest up. */
function padded(bytes: Uint8Array): number[] {
  const bits = [...binary(0b0100, 4), ...binary(bytes.length, 8)];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  bits.push(...binary(0, 4));
  const words: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  }
  for (let pad = 0xec; words.length < BLOCKS * DATA; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function binary(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/** Take the words of both blocks in turn, and then what corrects them. */
function interleaved(words: number[]): number[] {
  const blocks = [words.slice(0, DATA), words.slice(DATA)];
  const checks = blocks.map(correction);
  const all: number[] = [];
  for (const [parts, length] of [
    [blocks, DATA],
    [checks, CORRECTION],
  ] as const) {
    for (let at = 0; at < length; at += 1) all.push(...parts.map((part) => part[at] ?? 0));
  }
  return all;
}

/** The remainder of a division of polynomials over GF(256), which is Reed and Solomon's code. */
function correction(block: readonly number[]): number[] {
  const divisor = generator();
  const rest = new Array<number>(CORRECTION).fill(0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((each, at) => (rest[at] = (rest[at] ?? 0) ^ product(each, factor)));
  }
  return rest;
}

function generator(): number[] {
  let found = [1];
  for (let power = 0, root = 1; power < CORRECTION; power += 1, root = product(root, 2)) {
    const next = [...found, 0];
    found.forEach((each, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ product(each, root)));
    found = next;
  }
  return found.slice(1);
}

function product(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((other >> bit) & 1) result ^= one;
  }
  return result;
}

/** Draw what every code of this size has: corners, rulers, the small mark, and the format. */
function marked(): Grid {
  const grid: Grid = Array.from({ length: SIZE }, () => new Array<boolean | null>(SIZE).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < SIZE) row[x] = dark;
  };
  for (let at = 0; at < SIZE; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const last = SIZE - 4;
  for (const [x, y] of [
    [3, 3],
    [last, 3],
    [3, last],
  ] as const)
    rings(set, x, y, 4, [0, 1, 3]);
  rings(set, SIZE - 7, SIZE - 7, 2, [0, 2]);
  format(set);
  return grid;
}

type Set = (x: number, y: number, dark: boolean) => void;

/** Squares around a point, dark at some distances from it. */
function rings(set: Set, x: number, y: number, reach: number, dark: readonly number[]): void {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function format(set: Set): void {
  const bit = (at: number) => ((FORMAT >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const near = at < 6 ? at : at < 8 ? at + 1 : SIZE - 15 + at;
    set(8, near, bit(at));
    const far = at < 8 ? SIZE - 1 - at : at < 9 ? 7 : 14 - at;
    set(far, 8, bit(at));
  }
  set(8, SIZE - 8, true);
}

/** Lay the bits up and down in pairs of columns, from the right, every second square turned. */
function fill(grid: Grid, words: readonly number[]): void {
  let at = 0;
  for (let right = SIZE - 1; right >= 1; right -= 2) {
    const pair = right <= 6 ? right - 1 : right;
    for (let step = 0; step < SIZE; step += 1) {
      const y = ((pair + 1) & 2) === 0 ? SIZE - 1 - step : step;
      for (const x of [pair, pair - 1]) {
        const row = grid[y];
        if (!row || row[x] !== null) continue;
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        row[x] = (bit === 1) !== ((x + y) % 2 === 0);
        at += 1;
      }
    }
  }
}
