/** A side bet of one's own, from a form to the TOML that the house reads. */

import type { Winner } from "../protocol/messages";

/** One pay line of the form; what is empty may be anything. */
export interface BetLine {
  winner: Winner | "";
  total: string;
  cards: string;
  pair: PairFact | "";
  pays: string;
}

export type PairFact = "player" | "banker" | "either";

export const NEW_LINE: BetLine = { winner: "banker", total: "7", cards: "3", pair: "", pays: "40" };

const PAIRS: Record<PairFact, string> = {
  player: "player_pair = true",
  banker: "banker_pair = true",
  either: "pairs = [1, 2]",
};

/** The wager in TOML: `[[wagers]]`, to stand beside those of a rulebook. */
export function wagerToml(name: string, lines: readonly BetLine[]): string {
  const listed = lines.map((line) => `  { pays = ${text(odds(line.pays))}${when(line)} },\n`);
  return (
    `[[wagers]]\nid = ${text(idOf(name))}\nname = ${text(name)}\n` +
    `lines = [\n${listed.join("")}]\n`
  );
}

/** `40` is 40:1; whatever else is written is for the house to judge. */
function odds(pays: string): string {
  const clean = pays.replaceAll(" ", "");
  return /^\d+(\.\d+)?$/.test(clean) ? `${clean}:1` : clean;
}

function when({ winner, total, cards, pair }: BetLine): string {
  const facts: string[] = [];
  if (winner !== "") {
    facts.push(`winner = "${winner}"`);
    // A tie has one total, and two hands that may differ in cards.
    const hand = winner === "tie" ? "player" : winner;
    if (total !== "") facts.push(`${hand}_total = ${total}`);
    if (cards !== "" && winner !== "tie") facts.push(`${hand}_cards = ${cards}`);
  }
  if (pair !== "") facts.push(PAIRS[pair]);
  return facts.length === 0 ? "" : `, when = { ${facts.join(", ")} }`;
}

function idOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `my-${plain || "bet"}`.slice(0, 32).replace(/-+$/, "");
}

/** JSON writes a string as TOML does. */
const text = (value: string): string => JSON.stringify(value);
