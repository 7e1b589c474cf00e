/** A revealed shoe in the form that a verifier reads: as text, and in the address of a page. */

import type { Mix, Reveal } from "virtual:verify";
import type { RoundProof, TableInfo } from "../protocol/messages";
import type { ShoeRecord } from "./shoes";
import type { KnownShoes } from "./table";

export interface FullReveal extends Reveal {
  commitment: string | null;
  /** The place of the first of the cards below, from 1. */
  first: number;
  /** Cards that were seen to leave the shoe, one after the other; `?` where one was not seen. */
  cards: readonly string[];
}

/** Stands for a card that left the shoe unseen. */
export const UNSEEN = "?";

/** The shoes of a table whose secrets are out, newest first. */
export function revealsOf(
  info: Pick<TableInfo, "family">,
  { committedAs, shoes }: KnownShoes,
): FullReveal[] {
  return shoes.flatMap((shoe) => revealOf(info, committedAs, shoe) ?? []).reverse();
}

/** One shoe with all cards that were seen of it, or with those of one round; null while it is sealed. */
export function revealOf(
  info: Pick<TableInfo, "family">,
  committedAs: string,
  shoe: ShoeRecord,
  round?: number,
): FullReveal | null {
  const { number, decks, secret, outside, commitment } = shoe;
  if (secret === null || decks === null) return null;
  const bare = { table: committedAs, shoe: number, deck: info.family, decks, secret, outside };
  return { ...bare, ...added(shoe.mixed), commitment, ...cardsOf(shoe, round) };
}

/** A round as the books of the house have it; null while its shoe is sealed. */
export function revealOfProof(proof: RoundProof): FullReveal | null {
  const { table, shoe, deck, decks, secret, outside, commitment, first, cards } = proof;
  if (secret === null) return null;
  const bare = { table, shoe, deck, decks, secret, outside, ...added(proof.mixed) };
  return { ...bare, commitment, first, cards };
}

/** What was added to a shoe, where anybody has. */
function added(mixed: Mix | null | undefined): { mixed?: Mix } {
  return mixed ? { mixed } : {};
}

function cardsOf(
  { seen, rounds }: ShoeRecord,
  round: number | undefined,
): Pick<FullReveal, "first" | "cards"> {
  const places = Object.keys(seen).map(Number);
  const all = [Math.min(...places), Math.max(...places)] as const;
  const [first, last] = (round === undefined ? all : rounds[round]) ?? [1, 0];
  if (places.length === 0 || last < first) return { first: 1, cards: [] };
  const cards = Array.from({ length: last - first + 1 }, (_, i) => seen[first + i] ?? UNSEEN);
  return { first, cards };
}

export function revealText(reveal: FullReveal): string {
  const { cards, ...rest } = reveal;
  const lines = Object.entries(rest).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")},\n  "cards": ${JSON.stringify(cards)}\n}`;
}

/** All that is needed to check a shoe, for the fragment of an address: no server is ever sent it. */
export function revealFragment(reveal: FullReveal): string {
  const bytes = new TextEncoder().encode(JSON.stringify(reveal));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The text that a fragment stands for; null where it is none of ours. */
export function textOfFragment(fragment: string): string | null {
  const text = fragment.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (text === "") return null;
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return revealText(JSON.parse(new TextDecoder().decode(bytes)) as FullReveal);
  } catch {
    return null;
  }
}
