/** What was asked at a table and is not yet answered, as a value that is never changed. */

import type { Accepted, Refused, YourStakes } from "../protocol/messages";
import type { Refusal, Request } from "../protocol/socket";
import { sumOf, type OwnState, type Purse, type Stakes } from "./own";

/** A request to deal, from the press of the button until the hand has been seen. */
interface Dealing {
  readonly id: string;
  /** The version of the table that holds the hand, once the house has said it. */
  readonly version: number | null;
  /** Whether the hand was seen to begin. */
  readonly seen: boolean;
}

export interface Pending {
  /** What builds a stake and is under way, oldest first. */
  readonly requests: readonly Request[];
  readonly dealing: Dealing | null;
  /** The stakes of a hand of one's own, from Deal until the player goes on to the next. */
  readonly inPlay: Stakes | null;
  /** Whether what is in play has been paid, as far as the player has seen. */
  readonly settled: boolean;
  /** The last no, until something else is asked. */
  readonly refusal: Refusal | null;
}

export const NOTHING_PENDING: Pending = {
  requests: [],
  dealing: null,
  inPlay: null,
  settled: true,
  refusal: null,
};

const BEGINS_A_HAND = new Set<Request["type"]>(["Deal", "RebetAndDeal"]);

export function beginsHand(request: Request): boolean {
  return BEGINS_A_HAND.has(request.type);
}

/** Add a request that is about to be sent. */
export function asked(pending: Pending, request: Request, own: OwnState): Pending {
  if (!beginsHand(request)) {
    return { ...pending, requests: [...pending.requests, request], refusal: null };
  }
  const inPlay = request.type === "RebetAndDeal" ? own.previous : builtOf(pending, own);
  const dealing = { id: request.id, version: null, seen: false };
  return { ...pending, dealing, inPlay, settled: false, refusal: null };
}

export function accepted(pending: Pending, { id, version }: Accepted): Pending {
  const { dealing } = pending;
  return {
    ...without(pending, id),
    dealing: dealing?.id === id ? { ...dealing, version: version ?? 0 } : dealing,
  };
}

/** Take a no; null where it is the answer to nothing that was asked here. */
export function refused(pending: Pending, message: Omit<Refused, "type">): Pending | null {
  const { id, ...refusal } = message;
  const isDeal = pending.dealing?.id === id;
  if (!isDeal && pending.requests.every((request) => request.id !== id)) return null;
  const rest = { ...without(pending, id), refusal };
  return isDeal ? { ...rest, dealing: null, inPlay: null, settled: true } : rest;
}

/** A stake was told: it holds what the request has made of it that it names, if any. */
export function stakeTold(pending: Pending, { id }: Pick<YourStakes, "id">): Pending {
  return id == null ? pending : without(pending, id);
}

/** A hand was seen to begin. */
export function handBegun(pending: Pending): Pending {
  const { dealing } = pending;
  return { ...pending, dealing: dealing && { ...dealing, seen: true }, refusal: null };
}

/** The end of a hand was seen: what it paid is no longer kept back. */
export function handSettled(pending: Pending): Pending {
  return { ...pending, settled: true };
}

/** Nothing is in play any more: the player goes on, or comes anew to the table. */
export function tableCleared(pending: Pending): Pending {
  return { ...pending, inPlay: null, settled: true };
}

/** Whether the hand that was asked for is part of a version of the table. */
export function isDealt({ dealing }: Pending, version: number): boolean {
  return dealing !== null && dealing.version !== null && dealing.version <= version;
}

function without(pending: Pending, id: string): Pending {
  return { ...pending, requests: pending.requests.filter((request) => request.id !== id) };
}

/** The stake that is built; what is under way is shown as if it were done. */
export function builtOf({ requests }: Pending, own: OwnState): Stakes {
  return requests.reduce((stakes, request) => expected(stakes, request, own), own.stakes);
}

/** What lies on the spots as this player's own. */
export function stakesOf(pending: Pending, own: OwnState): Stakes {
  return pending.inPlay ?? builtOf(pending, own);
}

function expected(stakes: Stakes, request: Request, own: OwnState): Stakes {
  switch (request.type) {
    case "Chip":
      return { ...stakes, [request.wager]: (stakes[request.wager] ?? 0) + request.amount };
    case "TakeOff":
      return { ...stakes, [request.wager]: 0 };
    case "Clear":
      return {};
    case "Double":
      return Object.fromEntries(Object.entries(stakes).map(([id, stake]) => [id, 2 * stake]));
    case "Rebet":
    case "NewGame":
      return own.previous;
    default:
      return stakes;
  }
}

/** Whether a spot waits for the house to say that it has heard. */
export function waitsFor({ requests }: Pending, wager: string): boolean {
  return requests.some((request) => !("wager" in request) || request.wager === wager);
}

/** The purse as far as the player has seen: what is in play is held until its end is seen. */
export function purseShown({ inPlay, settled }: Pending, purse: Purse): Purse {
  if (inPlay === null || settled) return purse;
  const held = sumOf(inPlay);
  return { ...purse, available: purse.available - held, held };
}
