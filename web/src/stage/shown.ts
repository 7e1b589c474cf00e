/** What the page of a table shows: a function of what was told, what was asked, and the time. */

import type { OwnState, Purse, Stakes } from "../model/own";
import { builtOf, purseShown, stakesOf, waitsFor, type Pending } from "../model/pending";
import type { TableState } from "../model/table";
import { thirdCardOf, type ThirdCard } from "../model/thirdCard";
import type { Reason, Side, YourResult } from "../protocol/messages";
import type { Refusal } from "../protocol/socket";
import { AT_REST, endingOf, type Ending, type Face, type Motion, type Timeline } from "./timeline";

export interface ShownHand {
  cards: readonly { card: string | null; face: Face }[];
  /** How each card came to lie as it does. */
  motions: readonly Motion[];
  total: number | null;
  result: "wins" | "loses" | "ties" | null;
  rule: ThirdCard | null;
  /** Whether it is the natural that ends the round. */
  natural: boolean;
}

/** A hand that this player opens himself. */
export interface Squeezed {
  side: Side;
  cards: ShownHand["cards"];
  /** The first that waited: those before it lay open already. */
  first: number;
  /** When they open whatever was seen, in this device's milliseconds; null without a limit. */
  until: number | null;
}

export interface Shown {
  /** The table as far as the player has come. */
  table: TableState;
  /** Until when bets are taken by the clock of the house, which does not wait for the player. */
  closesAt: number | null;
  /** Whether a chip can be put down now. */
  takesBets: boolean;
  /** Whether something is still to be seen before the player goes on. */
  isBusy: boolean;
  hands: Record<Side, ShownHand>;
  /** The hand that waits for this player's thumbs. */
  squeezing: Squeezed | null;
  /** How the round ended. */
  result: Ending | null;
  /** The hand before, while no card of another one lies there. */
  last: Ending | null;
  own: OwnState;
  /** The result of this player's bets, once the player has come to it. */
  ownResult: YourResult | null;
  /** Whether what won is paid, and no longer only told. */
  isPaid: boolean;
  purse: Purse;
  /** What lies on the spots as this player's own. */
  stakes: Stakes;
  /** The stake that is built; what is under way is shown as if it were done. */
  built: Stakes;
  /** Whether a spot waits for the house to say that it has heard. */
  waitsFor: (wager: string) => boolean;
  refusal: Refusal | null;
}

/** Whether something is still to be seen before the player goes on. */
export function isBusy({ ahead, squeezing }: Timeline, { dealing }: Pending): boolean {
  return ahead.length > 0 || squeezing !== null || dealing !== null;
}

/** `shared` tells whether others play here too; else the table is this player's own. */
export function shownOf(
  timeline: Timeline,
  pending: Pending,
  shared: boolean,
  houseNow: number,
): Shown {
  const { seen, told, own, swept } = timeline;
  const result = swept ? null : endingOf(timeline);
  return {
    table: swept ? unlit(seen) : seen,
    closesAt: told.closesAt,
    takesBets: takesBets(timeline, pending, shared, houseNow),
    isBusy: isBusy(timeline, pending),
    hands: swept
      ? NO_HANDS
      : { player: hand(timeline, "player"), banker: hand(timeline, "banker") },
    squeezing: squeezed(timeline),
    result,
    last: result === null && (swept || !isDealt(seen)) ? timeline.last : null,
    own,
    ownResult: ownResult(timeline),
    isPaid: timeline.isPaid,
    purse: purseShown(pending, timeline.purse),
    stakes: stakesOf(pending, own),
    built: builtOf(pending, own),
    waitsFor: (wager) => waitsFor(pending, wager),
    refusal: pending.refusal,
  };
}

/** No spot is lit for a hand that is no longer there. */
function unlit(seen: TableState): TableState {
  return { ...seen, winner: null, won: {} };
}

function isDealt({ hands }: TableState): boolean {
  return hands.player.length + hands.banker.length > 0;
}

function takesBets(
  timeline: Timeline,
  pending: Pending,
  shared: boolean,
  houseNow: number,
): boolean {
  const { version, isOpen, waiting, phase, closesAt, dealer } = timeline.told;
  if (version < 0 || !isOpen || waiting !== null) return false;
  if (!shared) return !isBusy(timeline, pending);
  if (phase !== "betting") return false;
  // A dealer says when it is over; elsewhere the clock does.
  return closesAt === null ? dealer !== null : houseNow < closesAt;
}

function squeezed(timeline: Timeline): Squeezed | null {
  if (timeline.squeezing === null) return null;
  const { side, first, until } = timeline.squeezing;
  return { side, cards: hand(timeline, side).cards, first, until };
}

function ownResult({ seen, own: { result }, swept }: Timeline): YourResult | null {
  const over = seen.phase === "settled" || seen.phase === "void";
  return over && !swept && result?.round === seen.round ? result : null;
}

const NO_HAND: ShownHand = {
  cards: [],
  motions: [],
  total: null,
  result: null,
  rule: null,
  natural: false,
};
const NO_HANDS: Shown["hands"] = { player: NO_HAND, banker: NO_HAND };

function hand({ seen, faces, motions }: Timeline, side: Side): ShownHand {
  const cards = seen.hands[side];
  const down = cards.findIndex(({ card }, i) => card === null || faces[side][i] !== "up");
  const open = down === -1 ? cards.length : down;
  const whole = open > 0 && open === cards.length;
  // What the Banker does about a card may not be told before that card is seen.
  const isTold =
    [...faces.player, ...faces.banker].every((face) => face === "up") &&
    [...seen.hands.player, ...seen.hands.banker].every(({ card }) => card !== null);
  const reason = isTold || side === "player" ? seen.reasons[side] : null;
  return {
    cards: cards.map(({ card }, i) => ({ card, face: faces[side][i] ?? "down" })),
    motions: cards.map((_, i) => motions[side][i] ?? AT_REST),
    total: cards[open - 1]?.total ?? (whole ? seen.totals[side] : null),
    result: handResult(seen, side),
    rule: reason && thirdCardOf(side, reason),
    natural: isTold && reason !== null && isNatural(reason, side),
  };
}

/** Of two hands with a natural between them, the higher one has it; equal ones have it both. */
function isNatural(reason: Reason, side: Side): boolean {
  const { rule, player, banker } = reason;
  return rule === "natural" && reason[side] === Math.max(player, banker);
}

function handResult({ phase, winner }: TableState, side: Side): ShownHand["result"] {
  const over = phase === "result" || phase === "collected" || phase === "settled";
  if (!over || winner === null) return null;
  return winner === "tie" ? "ties" : winner === side ? "wins" : "loses";
}
