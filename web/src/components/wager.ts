/** A wager as the layout shows it, and how its place and tint follow from its pay lines. */

export type Place = "player" | "banker" | "tie" | "side";
export type Tint = "player" | "banker" | "tie" | "none";

export interface Limit {
  minimum: number;
  maximum: number;
  step: number;
}

export interface SpotResult {
  outcome: "win" | "lose" | "push" | "void";
  net: number;
  /** The odds that were paid, such as 12:1; null where nothing was. */
  pays: string | null;
  clause: string | null;
}

export interface Spot {
  id: string;
  /** The rulebook's own name, used where the reader's language has no word. */
  name: string;
  place: Place;
  tint: Tint;
  /** Every rate that the wager can be paid at: ["1:1", "1:2"]. */
  odds: readonly string[];
  /** The house edge as a share; null where it is not known. */
  edge: number | null;
  limit: Limit;
  stake: number;
  /** Of everybody at the table; null where nobody else is. */
  tableTotal: number | null;
  /** Words for the player, if the last attempt here was refused. */
  refusal: string | null;
  result: SpotResult | null;
  /** Sent and not yet acknowledged. */
  pending?: boolean;
}

/** As the rulebook prints them: `pays` is odds, push or lose; `when` is the condition. */
export interface PayLine {
  pays: string;
  when: Readonly<Record<string, unknown>>;
}

function wins(line: PayLine): boolean {
  return line.pays.includes(":");
}

/** A wager is on a hand itself if some winning line asks for that winner and nothing more. */
export function placeOf(lines: readonly PayLine[]): Place {
  for (const { when } of lines.filter(wins)) {
    const [only, ...more] = Object.entries(when);
    if (more.length > 0 || only?.[0] !== "winner") continue;
    if (only[1] === "player" || only[1] === "banker" || only[1] === "tie") return only[1];
  }
  return "side";
}

/** The tint of the one hand that every winning line is about; none where they are about both. */
export function tintOf(lines: readonly PayLine[]): Tint {
  const hues = new Set(lines.filter(wins).map(({ when }) => hueOf(when)));
  const [only, ...more] = [...hues];
  return more.length === 0 && only !== undefined ? only : "none";
}

function hueOf(when: PayLine["when"]): Tint {
  const { winner } = when;
  if (winner === "player" || winner === "banker" || winner === "tie") return winner;
  const about = Object.keys(when);
  if (about.length > 0 && about.every((fact) => fact.startsWith("player"))) return "player";
  if (about.length > 0 && about.every((fact) => fact.startsWith("banker"))) return "banker";
  return "none";
}

/** The rates of a wager, least first, each once. */
export function oddsOf(lines: readonly PayLine[]): string[] {
  const value = (odds: string): number => {
    const [won = 0, staked = 1] = odds.split(":").map(Number);
    return won / staked;
  };
  return [...new Set(lines.filter(wins).map((line) => line.pays))].sort(
    (a, b) => value(a) - value(b),
  );
}
