/** Who is here and how the house is: what every page may ask. */

import type { Tell, Ticket, Who, YourProtection } from "../protocol/messages";
import { EMPTY_PURSE, purseOf, type Purse } from "./own";

export interface HouseState {
  /** Null until the house has said it. */
  who: Who | null;
  name: string;
  /** When the session began, in the house's milliseconds. */
  since: number;
  /** Why play is stopped; null while it goes on. */
  trouble: string | null;
  purse: Purse;
  /** The ticket that this terminal has in hand, until it is printed or put back. */
  ticket: Ticket | null;
  /** What keeps us from a bet; null where nothing was ever set. */
  protection: YourProtection | null;
}

export const UNKNOWN_HOUSE: HouseState = {
  who: null,
  name: "",
  since: 0,
  trouble: null,
  purse: EMPTY_PURSE,
  ticket: null,
  protection: null,
};

/**
 * The credits of a terminal: free or in play. What its ticket is for is held too, and is no credits;
 * balance and ticket are told one after the other, so for a moment it may no longer be held.
 */
export function playable({ purse, ticket }: HouseState): number {
  return Math.max(0, purse.available + purse.held - (ticket?.amount ?? 0));
}

/** Ends that are none lie so far away. */
const FOR_EVER = 2 ** 53;

/** Until when no bets are taken of us: a time, for ever, or null where they are. */
export function pauseAt({ protection }: HouseState, now: number): number | "ever" | null {
  const until = protection?.excluded_until_ms ?? null;
  if (until === null || until <= now) return null;
  return until >= FOR_EVER ? "ever" : until;
}

/** Whether play waits until we have looked at time and result. */
export function isCheckDue({ protection }: HouseState, now: number): boolean {
  const due = protection?.check_at_ms ?? null;
  return due !== null && now >= due;
}

export function hearHouse(state: HouseState, message: Tell): HouseState {
  switch (message.type) {
    case "Welcome": {
      const { who, name, since_ms: since, trouble } = message;
      return { ...state, who, name, since, trouble };
    }
    case "Trouble":
      return { ...state, trouble: message.words };
    case "YourBalance":
      return { ...state, purse: purseOf(message) };
    case "YourTicket":
      return { ...state, ticket: message.ticket };
    case "YourProtection":
      return { ...state, protection: message };
    default:
      return state;
  }
}
