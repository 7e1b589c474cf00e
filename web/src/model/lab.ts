/** The laboratory: the question that its address holds, and the drawings of what was counted. */

import type { LabOdds, LabShoe } from "../protocol/messages";

/** What is asked, and which wager is looked at. */
export interface Question extends Required<LabShoe> {
  wager: string;
  rounds: number;
  shoes: number;
  seed: number;
}

export const FIRST: Question = {
  rulebook: "mbs-tiger",
  decks: 8,
  gone: {},
  toml: "",
  wager: "banker",
  rounds: 10_000_000,
  shoes: 2_000,
  seed: 1,
};

/** How many rounds a reader may choose to have dealt. */
export const ROUNDS = [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/** How many shoes a reader may choose to have solved. */
export const SHOES = [200, 2_000, 20_000, 100_000];

export const MOST_DECKS = 10;

/** The question that a link asks again; what it does not say is as usual. */
export function questionIn(hash: string): Question {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const decks = Number(said.get("decks"));
  const rounds = Number(said.get("rounds"));
  const shoes = Number(said.get("shoes"));
  const seed = Number(said.get("seed") ?? FIRST.seed);
  return {
    rulebook: said.get("rulebook") ?? FIRST.rulebook,
    decks: Number.isInteger(decks) && decks >= 1 && decks <= MOST_DECKS ? decks : FIRST.decks,
    gone: goneIn(said.get("gone") ?? ""),
    toml: said.get("toml") ?? "",
    wager: said.get("wager") ?? FIRST.wager,
    rounds: ROUNDS.includes(rounds) ? rounds : FIRST.rounds,
    shoes: SHOES.includes(shoes) ? shoes : FIRST.shoes,
    seed: isSeed(seed) ? seed : FIRST.seed,
  };
}

export function isSeed(seed: number): boolean {
  return Number.isSafeInteger(seed) && seed >= 0;
}

function goneIn(text: string): Record<string, number> {
  const found = [...text.matchAll(/([A-Z0-9][a-z]?)\.(\d{1,2})/g)];
  return Object.fromEntries(found.map(([, name = "", count]) => [name, Number(count)]));
}

/** The same in an address: after the hash, so that it is nobody's business but the reader's. */
export function addressOf(question: Question): string {
  const { rulebook, decks, gone, toml, wager, rounds, shoes, seed } = question;
  const said = new URLSearchParams({ rulebook, decks: String(decks), wager });
  const cards = Object.entries(gone).map(([name, count]) => `${name}.${count}`);
  if (cards.length > 0) said.set("gone", cards.join("-"));
  if (rounds !== FIRST.rounds) said.set("rounds", String(rounds));
  if (shoes !== FIRST.shoes) said.set("shoes", String(shoes));
  if (seed !== FIRST.seed) said.set("seed", String(seed));
  if (toml !== "") said.set("toml", toml);
  return `/lab#${said}`;
}

/** Take a card out, or put it back (−1); null where there is none. A suit is a letter, or empty for any. */
export function moved(
  odds: LabOdds,
  gone: Record<string, number>,
  rank: string,
  suit: string,
  by: 1 | -1,
): Record<string, number> | null {
  const name = rank + suit;
  const count = (gone[name] ?? 0) + by;
  const left = leftOf(odds, gone, rank, suit);
  if (count < 0 || (by > 0 && left < 1)) return null;
  const counts = Object.entries({ ...gone, [name]: count });
  return Object.fromEntries(counts.filter(([, each]) => each > 0));
}

/** How many are left of a rank, or of one card, as far as that is known. */
export function leftOf(
  odds: Pick<LabOdds, "decks" | "suits">,
  gone: Record<string, number>,
  rank: string,
  suit: string,
): number {
  const one = (letter: string): number => odds.decks - (gone[rank + letter] ?? 0);
  const all = odds.suits.reduce((sum, letter) => sum + one(letter), 0) - (gone[rank] ?? 0);
  return suit === "" ? all : Math.min(one(suit), all);
}

/** What one presses is seen before it was counted. */
export function cardsLeft(odds: LabOdds, gone: Record<string, number>): number {
  return odds.ranks.reduce((sum, rank) => sum + leftOf(odds, gone, rank, ""), 0);
}

// --- drawings -----------------------------------------------------------------------------------

export const REMOVAL = { width: 520, height: 230, left: 58, right: 8, top: 12, bottom: 28 };
export const DECKS = { width: 520, height: 170, left: 58, right: 16, top: 12, bottom: 28 };

export interface Line {
  y: number;
  value: number;
}

export interface Bar {
  name: string;
  x: number;
  middle: number;
  y: number;
  width: number;
  height: number;
  gains: boolean;
}

/** Round numbers between which all values lie, some three to six of them. */
export function scaleOf(values: readonly number[]): { low: number; high: number; step: number } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const rough = Math.max(most - least, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((each) => each * power >= rough) ?? 10);
  const low = Math.floor(least / step) * step;
  return { low, high: Math.max(Math.ceil(most / step) * step, low + step), step };
}

type Frame = typeof REMOVAL;

function upright(frame: Frame, values: readonly number[]) {
  const { low, high, step } = scaleOf(values);
  const height = frame.height - frame.top - frame.bottom;
  const y = (value: number): number => frame.top + (height * (high - value)) / (high - low);
  const count = Math.round((high - low) / step);
  const lines: Line[] = Array.from({ length: count + 1 }, (_, at) => ({
    y: y(low + at * step),
    // Sums of steps are whole but for the last bits of a binary fraction.
    value: Number((low + at * step).toPrecision(10)),
  }));
  return { y, lines };
}

/** A bar for each rank: what the bettor gains, or loses, when one such card is gone. */
export function removalPlot(effects: readonly (readonly [string, number])[]) {
  const { y, lines } = upright(REMOVAL, [0, ...effects.map(([, effect]) => effect)]);
  const place = (REMOVAL.width - REMOVAL.left - REMOVAL.right) / effects.length;
  const bars: Bar[] = effects.map(([name, effect], at) => ({
    name,
    x: REMOVAL.left + place * (at + 0.2),
    middle: REMOVAL.left + place * (at + 0.5),
    y: Math.min(y(0), y(effect)),
    width: place * 0.6,
    height: Math.abs(y(effect) - y(0)),
    gains: effect >= 0,
  }));
  return { bars, lines, zero: y(0) };
}

/** The edge by decks: a line, and a dot for each number of them. */
export function decksPlot(edges: readonly number[]) {
  const { y, lines } = upright(DECKS, edges);
  const step = (DECKS.width - DECKS.left - DECKS.right - 24) / Math.max(1, edges.length - 1);
  const dots = edges.map((edge, at) => ({
    decks: at + 1,
    edge,
    x: DECKS.left + 12 + at * step,
    y: y(edge),
  }));
  const path = dots.map((dot) => `${dot.x.toFixed(1)} ${dot.y.toFixed(1)}`).join("L");
  return { dots, lines, path: `M${path}` };
}
