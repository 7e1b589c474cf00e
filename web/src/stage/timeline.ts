/**
 * What was told of a table, in order, and how far the player has come in it. Public events are played
 * at the pace of the stage; what is private waits until the player has come to it, so that a balance
 * never tells how a hand will end. A timeline is a value: what happens to it gives another.
 */

import { hearClosed, openedLater } from "../model/closed";
import {
  EMPTY_PURSE,
  hearOwn,
  NOTHING_OWN,
  purseOf,
  type OwnState,
  type Purse,
} from "../model/own";
import { see, type Seen } from "../model/seen";
import { tableOf, unknownTable, type KnownShoes, type TableState } from "../model/table";
import type { Bet, ClosedHands, Letter, Side, Snapshot, Tell, Winner } from "../protocol/messages";
import type { Pace } from "./pace";
import { plan, type Lying } from "./plan";
import type { Happening, Step } from "./step";

export type Face = "down" | "squeeze" | "up";

/** When a card began to move, in this device's milliseconds: to its place, and onto its face. */
export interface Motion {
  readonly laid: number;
  readonly turned: number;
}

/** It lies there as long as anybody knows. */
export const AT_REST: Motion = { laid: 0, turned: 0 };

/** A card of a hand. */
export interface CardPlace {
  side: Side;
  index: number;
}

/** Cards of a hand that wait for this player's thumbs. */
export interface Squeezing {
  readonly side: Side;
  /** Those that are still closed. */
  readonly indices: readonly number[];
  /** The first that waited: those before it lay open already. */
  readonly first: number;
  /** When they open whatever was seen, in this device's milliseconds; null without a limit. */
  readonly until: number | null;
}

/** A step that is still to be seen. */
export interface Ahead {
  readonly event: Seen;
  /** When it was told, in this device's milliseconds. */
  readonly toldAt: number;
  /** Whether it is the first that shows its event. */
  readonly first: boolean;
  readonly step: Step;
}

/** What is said to this player alone. */
export type Private = Extract<
  Tell,
  { type: "YourBalance" | "YourStakes" | "YourResult" | "YourStrip" | "YourSeat" }
>;

/** How a round ended. */
export interface Ending {
  round: number;
  /** Null where the round is void. */
  winner: Winner | null;
  /** Null where the cards are physical and only results are recorded. */
  player: number | null;
  banker: number | null;
  /** What was found that makes it void, and by which clause. */
  reason: string | null;
  clause: string | null;
  /** What it did to this player's balance; null for those who had no bet. */
  net: number | null;
  bets: readonly Bet[];
  /** The cards as they lay in the end. */
  cards: Readonly<Record<Side, readonly (string | null)[]>>;
}

export interface Timeline {
  /** The table as the house knows it. */
  readonly told: TableState;
  /** The table as far as the player has come. */
  readonly seen: TableState;
  readonly own: OwnState;
  readonly purse: Purse;
  /** What is still to be seen, and when the next of it is due, in this device's milliseconds. */
  readonly ahead: readonly Ahead[];
  readonly nextAt: number;
  /** What was said to this player alone, and would tell what is ahead. */
  readonly held: readonly Private[];
  readonly faces: Readonly<Record<Side, readonly Face[]>>;
  /** Of the cards that were seen to move: whoever shows them begins there, however late it is. */
  readonly motions: Readonly<Record<Side, readonly Motion[]>>;
  readonly squeezing: Squeezing | null;
  /** The hand before the one that is seen, once it is off the table. */
  readonly last: Ending | null;
  /** What won has been paid, or is on its way. */
  readonly isPaid: boolean;
  /** The player has gone on: the last hand is no longer on the table. */
  readonly swept: boolean;
}

/** A moment that one can skip to: the result is called, or all is over. */
export type Mark = "call" | "end";
const CALLS = new Set<Happening["kind"]>(["result", "void"]);

const NO_FACES: Timeline["faces"] = { player: [], banker: [] };
const NO_MOTIONS: Timeline["motions"] = { player: [], banker: [] };

/** A table of which nothing was told yet; shoes and a hand may have been seen before. */
export function newTimeline(
  table: string,
  shoes?: KnownShoes,
  last: Ending | null = null,
): Timeline {
  const unknown = unknownTable(table, shoes);
  return {
    told: unknown,
    seen: unknown,
    own: NOTHING_OWN,
    purse: EMPTY_PURSE,
    ahead: [],
    nextAt: 0,
    held: [],
    faces: NO_FACES,
    motions: NO_MOTIONS,
    squeezing: null,
    last,
    isPaid: false,
    swept: false,
  };
}

/** Begin anew at a snapshot: it is shown at once. */
export function beginAt(timeline: Timeline, snapshot: Snapshot): Timeline {
  const told = tableOf(snapshot, timeline.told);
  return {
    ...timeline,
    told,
    seen: told,
    ahead: [],
    squeezing: null,
    faces: allUp(told),
    motions: NO_MOTIONS,
    last: isBefore(timeline.last, told) ? timeline.last : null,
    isPaid: told.phase === "settled",
    swept: false,
  };
}

const LETTERS: Record<Winner, Letter> = { player: "P", banker: "B", tie: "T" };

/** Whether a hand is the one before what a table shows now, and still ended as it was seen to. */
function isBefore(last: Ending | null, { phase, round, roads }: TableState): boolean {
  if (last === null || last.round !== (phase === "ready" ? round : round - 1)) return false;
  const drawn = roads.bead.at(-1)?.winner;
  return drawn === undefined || last.winner === null || drawn === LETTERS[last.winner];
}

/** Add events that make another table of what was told; they are planned from now on. */
export function tell(
  timeline: Timeline,
  told: TableState,
  events: readonly Seen[],
  now: number,
  { pace, faceUp }: { pace: Pace; faceUp: boolean },
): Timeline {
  const steps = plan(events, pace, lyingOn(timeline.told), { faceUp });
  const more = steps.flatMap((step, i): Ahead[] => {
    const event = events[step.event];
    const first = steps[i - 1]?.event !== step.event;
    return event === undefined ? [] : [{ event, toldAt: now, first, step }];
  });
  const { ahead, nextAt } = timeline;
  return {
    ...timeline,
    told,
    ahead: [...ahead, ...more],
    nextAt: ahead.length === 0 ? Math.max(nextAt, now) : nextAt,
  };
}

/** The cards that lie on the table, in the order in which they came. */
function lyingOn({ hands }: TableState): Lying[] {
  const sides = ["player", "banker"] as const;
  return sides
    .flatMap((side) => hands[side].map(({ place, card }) => ({ side, place, card })))
    .sort((a, b) => a.place - b.place);
}

/** Somebody squeezes, or has opened a card: what was told, seen and is still ahead knows it. */
export function hearSqueeze(timeline: Timeline, message: ClosedHands): Timeline {
  const ahead = timeline.ahead.map((next): Ahead => {
    const event = openedLater(next.event, message);
    return { ...next, event };
  });
  return {
    ...timeline,
    told: hearClosed(timeline.told, message),
    seen: hearClosed(timeline.seen, message),
    ahead,
  };
}

/** Keep what is private until the player has come so far. */
export function hold(timeline: Timeline, message: Private): Timeline {
  return { ...timeline, held: [...timeline.held, message] };
}

/** The player has come to what is private. */
export function reach(timeline: Timeline, message: Private): Timeline {
  return message.type === "YourBalance"
    ? { ...timeline, purse: purseOf(message) }
    : { ...timeline, own: hearOwn(timeline.own, message) };
}

/** Take the next step from what is ahead, and see it. */
export function step(timeline: Timeline, { event, first, step: { what, lasts } }: Ahead): Timeline {
  const { ahead, nextAt, seen } = timeline;
  const here = what.kind === "bets-open" ? nextRound(timeline) : asRuled(timeline, event);
  return laid(
    {
      ...here,
      ahead: ahead.slice(1),
      nextAt: nextAt + lasts,
      seen: first ? see(seen, event) : seen,
    },
    what,
    nextAt,
  );
}

/** The last hand may be void after all. */
function asRuled(timeline: Timeline, event: Seen): Timeline {
  const { last } = timeline;
  if (event.type !== "EarlierRoundVoided" || last?.round !== event.round) return timeline;
  return { ...timeline, last: { ...last, winner: null, net: last.net === null ? null : 0 } };
}

function nextRound(timeline: Timeline): Timeline {
  return {
    ...putAside(timeline),
    faces: NO_FACES,
    motions: NO_MOTIONS,
    isPaid: false,
    swept: false,
  };
}

/** The cards as a step leaves them that began at a moment. */
function laid(timeline: Timeline, what: Happening, at: number): Timeline {
  switch (what.kind) {
    case "put-back":
      return { ...timeline, faces: allUp(timeline.seen), motions: NO_MOTIONS };
    case "paying":
      return { ...timeline, isPaid: true };
    case "deal":
      return withFace(withMotion(timeline, what, { laid: at }), what, "down");
    case "lay":
      return withFace(withMotion(timeline, what, { laid: at }), what, "up");
    case "turn":
    case "correct":
      return withFace(withMotion(timeline, what, { turned: at }), what, "up");
    default:
      return timeline;
  }
}

/** What is ahead began so long ago that its call, or where that was made its end, falls on now. */
export function skipTo(timeline: Timeline, to: Mark, now: number): Timeline {
  const { ahead } = timeline;
  const call = ahead.findIndex(({ step: { what } }) => CALLS.has(what.kind));
  const over = to === "end" || call === -1 ? ahead : ahead.slice(0, call);
  const length = over.reduce((sum, { step: { lasts } }) => sum + lasts, 0);
  return { ...timeline, squeezing: null, nextAt: now - length };
}

/** All that was told has been seen. */
export function caughtUp(timeline: Timeline): Timeline {
  return { ...timeline, seen: timeline.told };
}

/** The hand that is turned next waits for this player's thumbs; what is ahead waits with it. */
export function squeeze(timeline: Timeline, side: Side, until: number | null): Timeline {
  const indices = turnedNext(timeline.ahead, side);
  const squeezing = { side, indices, first: Math.min(...indices), until };
  const waiting: Timeline = { ...timeline, squeezing };
  return indices.reduce((all, index) => withFace(all, { side, index }, "squeeze"), waiting);
}

/** The cards of a hand that are turned one after the other, with nothing between. */
function turnedNext(ahead: readonly Ahead[], side: Side): number[] {
  const places = ahead.map(({ step: { what } }) =>
    what.kind === "turn" && what.side === side ? what.index : null,
  );
  const end = places.indexOf(null);
  return places.slice(0, end === -1 ? undefined : end).flatMap((index) => index ?? []);
}

/** A card that waits is turned next, before those that came before it. */
export function chosen(timeline: Timeline, index: number): Timeline {
  const { squeezing, ahead } = timeline;
  if (squeezing === null) return timeline;
  const isIt = ({ step: { what } }: Ahead): boolean =>
    what.kind === "turn" && what.side === squeezing.side && what.index === index;
  const at = ahead.findIndex(isIt);
  const indices = squeezing.indices.filter((one) => one !== index);
  return {
    ...timeline,
    squeezing: indices.length === 0 ? null : { ...squeezing, indices },
    ahead: [...ahead.slice(at, at + 1), ...ahead.slice(0, at), ...ahead.slice(at + 1)],
  };
}

export function withoutResult(timeline: Timeline): Timeline {
  return { ...timeline, own: { ...timeline.own, result: null } };
}

/** What became of the bets is over; the hand is remembered as the last one. */
export function putAside(timeline: Timeline): Timeline {
  const { last, swept } = timeline;
  const ending = swept ? null : endingOf(timeline);
  // Put aside before, with what it did to the balance, it is not put aside without.
  const isKept = ending === null || ending.round === last?.round;
  return { ...withoutResult(timeline), last: isKept ? last : ending };
}

/** The last hand is taken off the table. */
export function sweep(timeline: Timeline): Timeline {
  return { ...putAside(timeline), swept: true };
}

/** The table is bare: what lay there is nothing to this player. */
export function bare(timeline: Timeline): Timeline {
  return { ...timeline, swept: true };
}

/** How the round ended that the player sees, if it has. */
export function endingOf({ seen, own }: Timeline): Ending | null {
  const { phase, winner, hands, totals, voided, round } = seen;
  if (winner === null && phase !== "void") return null;
  const { net = null, bets = [] } = own.result?.round === round ? own.result : {};
  const { player, banker } = hands.player.length > 0 ? totals : { player: null, banker: null };
  const { reason = null, clause = null } = voided ?? {};
  const cardsOf = (side: Side): (string | null)[] => hands[side].map(({ card }) => card);
  const cards = { player: cardsOf("player"), banker: cardsOf("banker") };
  return { round, winner, player, banker, reason, clause, net, bets, cards };
}

function withFace(timeline: Timeline, { side, index }: CardPlace, face: Face): Timeline {
  const faces = [...timeline.faces[side]];
  faces[index] = face;
  return { ...timeline, faces: { ...timeline.faces, [side]: faces } };
}

function withMotion(
  timeline: Timeline,
  { side, index }: CardPlace,
  began: Partial<Motion>,
): Timeline {
  const motions = [...timeline.motions[side]];
  motions[index] = { ...(motions[index] ?? AT_REST), ...began };
  return { ...timeline, motions: { ...timeline.motions, [side]: motions } };
}

function allUp({ hands }: TableState): Timeline["faces"] {
  return { player: hands.player.map(() => "up"), banker: hands.banker.map(() => "up") };
}
