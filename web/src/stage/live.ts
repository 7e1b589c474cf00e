/**
 * A table that is played at, without a screen. Messages and the time go in; what was told and what
 * was asked come out, from which follows what is shown.
 */

import type { Stakes } from "../model/own";
import {
  accepted,
  asked,
  beginsHand,
  handBegun,
  handSettled,
  isDealt,
  NOTHING_PENDING,
  refused,
  stakeTold,
  tableCleared,
  type Pending,
} from "../model/pending";
import { follow } from "../model/seen";
import type { KnownShoes } from "../model/table";
import type {
  ClosedHand,
  ClosedHands,
  Happened,
  Refused,
  Side,
  Snapshot,
  Tell,
} from "../protocol/messages";
import type { Refusal, Request } from "../protocol/socket";
import type { Pace } from "./pace";
import { isBusy, shownOf, type Shown } from "./shown";
import type { Happening } from "./step";
import {
  bare,
  beginAt,
  caughtUp,
  chosen,
  hearSqueeze,
  hold,
  newTimeline,
  putAside,
  reach,
  squeeze,
  skipTo,
  step,
  sweep,
  tell,
  withoutResult,
  type Ahead,
  type CardPlace,
  type Ending,
  type Mark,
  type Private,
  type Timeline,
} from "./timeline";

/** What the page does about it, beside showing it. */
export type Effect =
  | { kind: "watch-again" }
  | { kind: "read-again" }
  | { kind: "step"; what: Happening; won: boolean }
  | { kind: "open-card"; place: number }
  /** What became of the bets is told after the end was seen. */
  | { kind: "paid" }
  | { kind: "missed-game" }
  | { kind: "refused"; refusal: Refusal };

export interface LiveOptions {
  table: string;
  /** Whether others play here too; else the table is this player's own, and Deal starts a hand. */
  shared: boolean;
  /** Whether every card is laid open as it is dealt. */
  faceUp?: boolean;
  pace: () => Pace;
  /** Shoes that were seen before, when the table was followed once already. */
  shoes?: KnownShoes | undefined;
  /** The hand that was seen last, before the page was loaded anew. */
  last?: Ending | null;
  /** The hands that this player may open himself now. */
  squeezes: (stakes: Stakes) => readonly Side[];
  /** How long after the last of its cards a hand may stay closed, in milliseconds; null without a limit. */
  squeezeMs?: number | null;
  /** Whether only whoever has the right squeezes here: the house says who that is. */
  byRight?: boolean;
  /** From the clock of the house to this device's. */
  toDevice?: (houseMs: number) => number;
}

/** The steps that are said even where the rest is skipped. */
const ENDS = new Set<Happening["kind"]>(["result", "settled", "void"]);

export class LiveTable {
  #timeline: Timeline;
  #pending: Pending = NOTHING_PENDING;
  /** Whether the cards that lie there came with a snapshot: their faces have been seen. */
  #cameAtOnce = false;
  readonly #options: LiveOptions;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#timeline = newTimeline(options.table, options.shoes, options.last);
  }

  get timeline(): Timeline {
    return this.#timeline;
  }

  /** What is to be shown at a moment of the house's clock. */
  shown(houseNow: number): Shown {
    return shownOf(this.#timeline, this.#pending, this.#options.shared, houseNow);
  }

  get isBusy(): boolean {
    return isBusy(this.#timeline, this.#pending);
  }

  /** When the next step is due, in this device's milliseconds; null while nothing is planned. */
  get due(): number | null {
    const { ahead, squeezing, nextAt } = this.#timeline;
    if (squeezing !== null) return squeezing.until;
    const [next] = ahead;
    return next === undefined || this.#waitsForOther(next.step.what) ? null : nextAt;
  }

  // --- what is asked ------------------------------------------------------------------------------

  /** Note a request that is about to be sent. False where it must not be: it is under way already. */
  ask(request: Request): boolean {
    const begins = beginsHand(request);
    if (begins && this.isBusy) return false;
    if (!begins) this.#goOn();
    this.#pending = asked(this.#pending, request, this.#timeline.own);
    if (begins) this.#timeline = putAside(this.#timeline);
    return true;
  }

  /** The player has read the result and goes on: the table is swept for the next hand. */
  #goOn(): void {
    if (this.#options.shared || !this.#pending.settled) return;
    this.#pending = tableCleared(this.#pending);
    this.#timeline = sweep(this.#timeline);
  }

  // --- what is heard ------------------------------------------------------------------------------

  hear(message: Tell, now: number): Effect[] {
    if ("table" in message && message.table !== this.#options.table) return this.seek(now);
    return [...this.#take(message, now), ...this.seek(now)];
  }

  #take(message: Tell, now: number): Effect[] {
    switch (message.type) {
      case "Snapshot":
        this.#begin(message);
        return [];
      case "Happened":
        return this.#follow(message, now);
      case "ClosedHands":
        return this.#closed(message, now);
      case "YourBalance":
      case "YourStakes":
      case "YourResult":
      case "YourStrip":
        return this.#private(message);
      case "YourSeat":
        // A seat tells nothing of the cards.
        this.#reach(message);
        return this.#openSeen();
      case "Accepted":
        this.#pending = accepted(this.#pending, message);
        return [];
      case "Refused":
        return this.#refused(message);
      default:
        return [];
    }
  }

  #private(message: Private): Effect[] {
    if (this.isBusy) {
      this.#timeline = hold(this.#timeline, message);
      return [];
    }
    this.#reach(message);
    return message.type === "YourResult" ? [{ kind: "paid" }] : [];
  }

  #begin(snapshot: Snapshot): void {
    const begun = beginAt(this.#timeline, snapshot);
    this.#cameAtOnce = true;
    // A game of one's own that ended while the link was lost is in the history only.
    this.#timeline = this.#options.shared ? begun : bare(begun);
    if (this.#pending.dealing !== null) return;
    this.#pending = tableCleared(this.#pending);
    this.#release();
  }

  #follow(happened: Happened, now: number): Effect[] {
    const next = follow(this.#timeline.told, happened);
    if (next === null) return [{ kind: "watch-again" }];
    if (next === this.#timeline.told) return [];
    this.#cameAtOnce = false;
    const has = (type: "BettingOpened" | "TableOpened"): boolean =>
      happened.events.some((event) => event.type === type);
    // Bets are taken by the clock of the house: whatever is still to be shown must not delay them.
    const effects = has("BettingOpened") ? this.skip(now, "end") : [];
    if (has("TableOpened")) effects.push({ kind: "read-again" });
    const { pace, faceUp = false } = this.#options;
    const how = { pace: pace(), faceUp };
    this.#timeline = tell(this.#timeline, next, happened.events, now, how);
    return effects;
  }

  /** What the house has opened is open here too, whoever had the right. */
  #closed(message: ClosedHands, now: number): Effect[] {
    this.#timeline = hearSqueeze(this.#timeline, message);
    const { squeezing } = this.#timeline;
    if (squeezing === null || this.#options.byRight !== true) return this.#openSeen();
    return squeezing.indices
      .filter((index) => this.#closedAt(squeezing.side, index) === null)
      .flatMap((index) => this.#open(now, index));
  }

  /**
   * A snapshot has shown this player his closed cards: there is nothing left to squeeze, so all may see them. Where
   * he squeezes on another screen, this one is shown their backs.
   */
  #openSeen(): Effect[] {
    if (!this.#cameAtOnce) return [];
    const { hands, closed } = this.#timeline.told;
    const lying = new Set(
      [...hands.player, ...hands.banker].flatMap(({ card, place }) => (card === null ? [] : place)),
    );
    const seen = closed
      .filter((hand) => this.#isMine(hand))
      .flatMap(({ places }) => places.filter((place) => lying.has(place)));
    if (seen.length > 0) this.#cameAtOnce = false;
    return seen.map((place) => ({ kind: "open-card", place }));
  }

  /** The closed hand that a card is of; null where it is open. */
  #closedAt(side: Side, index: number): ClosedHand | null {
    const { hands, closed } = this.#timeline.told;
    const place = hands[side][index]?.place ?? -1;
    return closed.find(({ places }) => places.includes(place)) ?? null;
  }

  #isMine({ position }: ClosedHand): boolean {
    const { seat, standing } = this.#timeline.own;
    return seat === position && !standing;
  }

  /** Whether a card is turned only when somebody else has squeezed it. */
  #waitsForOther(what: Happening): boolean {
    if (what.kind !== "turn") return false;
    const closed = this.#closedAt(what.side, what.index);
    return closed !== null && !this.#isMine(closed);
  }

  #reach(message: Private): void {
    this.#timeline = reach(this.#timeline, message);
    if (message.type === "YourStakes") this.#pending = stakeTold(this.#pending, message);
  }

  /** The player has come to all that was said to him alone. */
  #release(): void {
    const { held } = this.#timeline;
    this.#timeline = { ...this.#timeline, held: [] };
    for (const message of held) this.#reach(message);
  }

  #refused(message: Omit<Refused, "type">): Effect[] {
    const wasDealing = this.#pending.dealing !== null;
    const left = refused(this.#pending, message);
    if (left === null) return [];
    this.#pending = left;
    if (wasDealing && left.dealing === null) {
      this.#timeline = sweep(this.#timeline);
      this.#release();
    }
    return left.refusal === null ? [] : [{ kind: "refused", refusal: left.refusal }];
  }

  /** A request never left: nothing has happened, and the reason is shown like any other. */
  failed(id: string, refusal: Refusal): Effect[] {
    return this.#refused({ id, ...refusal });
  }

  // --- time ---------------------------------------------------------------------------------------

  /**
   * Go to a moment: all that is due by then is seen. It is the one way in which time passes at a table, for
   * whoever looks on, comes late, skips or tries it; `holds` tells whether closed hands are waited for.
   */
  seek(now: number, { holds = true } = {}): Effect[] {
    const until = this.#timeline.squeezing?.until ?? null;
    const effects = until !== null && until <= now ? this.#open(now) : [];
    for (;;) {
      const { ahead, squeezing, nextAt } = this.#timeline;
      const [next] = ahead;
      if (next === undefined || squeezing !== null || nextAt > now) break;
      if (holds && this.#waitsForPlayer(next)) break;
      effects.push(this.#see(next));
    }
    if (this.#timeline.ahead.length > 0) return effects;
    this.#timeline = caughtUp(this.#timeline);
    effects.push(...this.#handOver());
    if (!this.isBusy) this.#release();
    return effects;
  }

  /** Begin so long ago that a mark falls on now; what is skipped makes no noise, only the end of it is said. */
  skip(now: number, to: Mark = "call"): Effect[] {
    const others = this.#forOthers();
    this.#timeline = skipTo(this.#timeline, to, now);
    const effects = this.seek(now, { holds: false });
    return [...others, ...effects.filter((one) => one.kind !== "step" || ENDS.has(one.what.kind))];
  }

  /** The player has turned a card over; without an index, all that wait for him. */
  reveal(now: number, index?: number): Effect[] {
    const others = this.#forOthers(index);
    const effects = this.#open(now, index);
    return [...others, ...effects, ...this.seek(now)];
  }

  /** Whoever squeezes by right opens the cards for all. */
  #forOthers(index?: number): Effect[] {
    const { squeezing, told } = this.#timeline;
    if (squeezing === null) return [];
    const { side, indices } = squeezing;
    return indices
      .filter((one) => (index ?? one) === one && this.#closedAt(side, one) !== null)
      .flatMap((one) => told.hands[side][one]?.place ?? [])
      .map((place) => ({ kind: "open-card", place }));
  }

  #open(now: number, index?: number): Effect[] {
    const waiting = this.#timeline.squeezing?.indices ?? [];
    const opened = index === undefined ? waiting : waiting.filter((one) => one === index);
    return opened.flatMap((one): Effect[] => {
      this.#timeline = chosen({ ...this.#timeline, nextAt: now }, one);
      const [next] = this.#timeline.ahead;
      return next === undefined ? [] : [this.#see(next)];
    });
  }

  /** A hand that this player opens lies there until he has, or until its time is over. */
  #waitsForPlayer({ step: { what }, toldAt }: Ahead): boolean {
    if (what.kind !== "turn") return false;
    if (this.#waitsForOther(what)) return true;
    if (this.#options.byRight === true) return this.#waitsByRight(what);
    const stakes = this.#pending.inPlay ?? this.#timeline.own.stakes;
    if (!this.#options.squeezes(stakes).includes(what.side)) return false;
    const { squeezeMs = null } = this.#options;
    const until = squeezeMs === null ? null : toldAt + squeezeMs;
    this.#timeline = squeeze(this.#timeline, what.side, until);
    return true;
  }

  #waitsByRight({ side, index }: CardPlace): boolean {
    const closed = this.#closedAt(side, index);
    if (closed === null) return false;
    const { toDevice = (ms) => ms } = this.#options;
    const until = closed.until_ms === null ? null : toDevice(closed.until_ms);
    this.#timeline = squeeze(this.#timeline, side, until);
    return true;
  }

  #see(next: Ahead): Effect {
    const { what } = next.step;
    this.#timeline = step(this.#timeline, next);
    if (what.kind === "bets-open") this.#pending = handBegun(this.#pending);
    if (what.kind === "settled" || what.kind === "void") this.#settle();
    return { kind: "step", what, won: (this.#timeline.own.result?.net ?? 0) > 0 };
  }

  #settle(): void {
    this.#pending = handSettled(this.#pending);
    this.#release();
  }

  /** The hand that was asked for is over, and has been seen or never will be. */
  #handOver(): Effect[] {
    const { dealing } = this.#pending;
    if (dealing === null || !isDealt(this.#pending, this.#timeline.told.version)) return [];
    this.#pending = { ...this.#pending, dealing: null };
    this.#settle();
    if (dealing.seen) return [];
    this.#pending = tableCleared(this.#pending);
    this.#timeline = withoutResult(this.#timeline);
    return [{ kind: "missed-game" }];
  }
}
