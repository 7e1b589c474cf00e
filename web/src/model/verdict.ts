/** What checking a shoe shows, and no more than that. */

import { commitment, shoeOrder, wrongMix } from "virtual:verify";
import { UNSEEN, type FullReveal } from "./reveal";

/** A card that is not the one of its place. */
export interface WrongCard {
  place: number;
  seen: string;
  dealt: string | null;
}

export type Finding =
  /** The secret is the promised one, and every card that was compared came from its place. */
  | "true"
  /** The secret is the promised one; there was no card to compare. */
  | "no-cards"
  /** There is no promise to hold the secret against. */
  | "no-promise"
  | "wrong-card"
  /** The same cards, but not one after the other. */
  | "wrong-order"
  /** Hardly a card fits: the shoe is made of other decks, or mixed with something else. */
  | "wrong-shoe"
  | "wrong-secret"
  | "wrong-promise"
  /** Secret and promise do not belong together, and nothing tells which of them was changed. */
  | "secret-or-promise"
  /** This device was told another promise for the shoe. */
  | "other-promise"
  /** What was added is not what was promised, or not what the shoe was made with. */
  | "wrong-mix";

export interface Verdict {
  finding: Finding;
  /** The promise that the secret was held against: the one given, or else the one this device was told. */
  promise: string | null;
  /** Null where there was no promise. */
  keepsPromise: boolean | null;
  /** Whether all that was added was promised so and went into the shoe; null where nothing was. */
  keepsMix: boolean | null;
  /** How many cards were compared. */
  compared: number;
  wrong: readonly WrongCard[];
  /** The whole shoe, in the order in which it is dealt. */
  order: readonly string[];
}

/** `known` is the promise that this device was told for the shoe, where it was told any. */
export function verdictOf(reveal: FullReveal, known: string | null = null): Verdict {
  const order = shoeOrder(reveal);
  const promise = reveal.commitment?.toLowerCase() ?? known;
  const keepsPromise = promise === null ? null : commitment(reveal) === promise;
  const places = reveal.cards
    .map((seen, i) => ({ place: reveal.first + i, seen }))
    .filter(({ seen }) => seen !== UNSEEN)
    .map((one) => ({ ...one, dealt: order[one.place - 1] ?? null }));
  const wrong = places.filter(({ seen, dealt }) => seen !== dealt);
  const keepsMix = reveal.mixed ? wrongMix(reveal).length === 0 : null;
  const counted = { promise, keepsPromise, keepsMix, compared: places.length, wrong, order };
  return { ...counted, finding: findingOf(counted, known) };
}

function findingOf(
  { promise, keepsPromise, keepsMix, compared, wrong }: Omit<Verdict, "finding">,
  known: string | null,
): Finding {
  if (promise !== null && known !== null && promise !== known) return "other-promise";
  if (keepsPromise === false) {
    if (known !== null) return "wrong-secret";
    if (compared === 0) return "secret-or-promise";
    return wrong.length === 0 ? "wrong-promise" : "wrong-secret";
  }
  if (keepsMix === false) return "wrong-mix";
  if (wrong.length > 0) return wrongCards(wrong, compared);
  if (keepsPromise === null) return "no-promise";
  return compared === 0 ? "no-cards" : "true";
}

function wrongCards(wrong: readonly WrongCard[], compared: number): Finding {
  const sorted = (cards: (string | null)[]): string => [...cards].sort().join(" ");
  const seen = sorted(wrong.map((one) => one.seen));
  if (seen === sorted(wrong.map((one) => one.dealt))) return "wrong-order";
  return compared > 3 && wrong.length > compared / 2 ? "wrong-shoe" : "wrong-card";
}
