/** The shoes of a table: what the house has bound itself to, and what was seen of each. */

import type { Mix } from "virtual:verify";
import type { ShoeMixed, Snapshot } from "../protocol/messages";

/** What is known of a shoe that the house has bound itself to. */
export interface ShoeRecord {
  number: number;
  /** As it was first told: what is told later does not replace it. */
  commitment: string | null;
  /** Whether that was told while the secret was not: only then it binds. */
  early: boolean;
  decks: number | null;
  secret: string | null;
  outside: string;
  /** What players and a beacon have added to it, where anybody has. */
  mixed?: Mix | null;
  /** The cards that were seen to leave it, each by its place in the shoe, from 1. */
  seen: Readonly<Record<number, string>>;
  /** The first and the last place of each round that was seen. */
  rounds: Readonly<Record<number, readonly [number, number]>>;
}

export const SHOES_KEPT = 24;

export function shoesOf(snapshot: Snapshot, known: readonly ShoeRecord[]): ShoeRecord[] {
  let shoes = known;
  const open = new Set(snapshot.revealed.map(([number]) => number));
  for (const [number, commitment] of Object.entries(snapshot.commitments)) {
    shoes = promised(shoes, Number(number), commitment, !open.has(Number(number)));
  }
  for (const [number, decks, secret, outside] of snapshot.revealed) {
    shoes = withShoe(shoes, number, { decks, secret, outside });
  }
  const { mixed } = snapshot;
  return mixed ? withShoe(shoes, mixed.number, { mixed: mixOf(mixed) }) : [...shoes];
}

/** What was added to a shoe, without which shoe it is. */
export function mixOf({ contributions, beacon, silent }: ShoeMixed): Mix {
  return { contributions, beacon: beacon ?? null, silent: silent ?? false };
}

/** The house has bound itself, for the first time or again: the first time counts. */
export function promised(
  shoes: readonly ShoeRecord[],
  number: number,
  commitment: string,
  early: boolean,
): ShoeRecord[] {
  const known = shoes.find((shoe) => shoe.number === number);
  if (known !== undefined && known.commitment !== null) return [...shoes];
  return withShoe(shoes, number, { commitment, early });
}

/** A card was seen to leave a shoe, from a place that the house names. */
export function sawCard(
  shoes: readonly ShoeRecord[],
  number: number,
  round: number,
  [place, card]: readonly [number, string],
): ShoeRecord[] {
  const { seen = {}, rounds = {} } = shoes.find((shoe) => shoe.number === number) ?? {};
  const [first, last] = rounds[round] ?? [place, place];
  const span = [Math.min(first, place), Math.max(last, place)] as const;
  return withShoe(shoes, number, {
    seen: { ...seen, [place]: card },
    rounds: { ...rounds, [round]: span },
  });
}

export function withShoe(
  shoes: readonly ShoeRecord[],
  number: number,
  change: Partial<ShoeRecord>,
): ShoeRecord[] {
  const blank: ShoeRecord = {
    number,
    commitment: null,
    early: false,
    decks: null,
    secret: null,
    outside: "",
    seen: {},
    rounds: {},
  };
  const found = shoes.find((shoe) => shoe.number === number) ?? blank;
  return [...shoes.filter((shoe) => shoe.number !== number), { ...found, ...change }]
    .sort((a, b) => a.number - b.number)
    .slice(-SHOES_KEPT);
}

/** Read what was kept on a device: it may be of another version, and only what fits is taken. */
export function readShoes(kept: unknown): ShoeRecord[] {
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).filter(isShoe).slice(-SHOES_KEPT);
}

function isShoe(value: unknown): value is ShoeRecord {
  const shoe = value as Partial<Record<keyof ShoeRecord, unknown>> | null;
  const isText = (one: unknown): boolean => one === null || typeof one === "string";
  const isMap = (one: unknown): boolean => typeof one === "object" && one !== null;
  return (
    typeof shoe === "object" &&
    typeof shoe?.number === "number" &&
    (shoe.decks === null || typeof shoe.decks === "number") &&
    isText(shoe.commitment) &&
    typeof shoe.early === "boolean" &&
    isText(shoe.secret) &&
    typeof shoe.outside === "string" &&
    isMap(shoe.seen) &&
    isMap(shoe.rounds)
  );
}
