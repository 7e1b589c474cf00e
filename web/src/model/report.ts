/** What a card that was refused may be, for whoever reports it. */

import type { Found } from "../protocol/messages";

export interface Suspicion {
  found: Exclude<Found, "connection-lost">;
  /** What the house has said to the card. */
  why: string;
}

const FOUND: Readonly<Record<string, Suspicion["found"]>> = {
  "too-many-copies": "extra-or-missing-cards",
  "foreign-card": "foreign-card",
  "not-a-card": "foreign-card",
  "shoe-over": "insufficient-cards",
};

/** A card too many is one that no hand calls for; one of another deck is foreign. */
export function suspicionOf(code: string, why: string): Suspicion {
  return { found: FOUND[code] ?? "incorrect-number-of-cards", why };
}

/** After these the documents leave open what becomes of the shoe. */
export function asksAboutShoe(found: Found): boolean {
  return found === "foreign-card" || found === "extra-or-missing-cards";
}
