/**
 * What the screen of a table shows at each moment, without a screen. Messages and the time go in,
 * a view comes out. Public events are played at the pace of the stage; what is private waits until
 * the stage has come to it, so that a balance never tells how a hand will end.
 */

import type { Request } from "../protocol/socket";
import type { Happened, Snapshot, Tell, YourResult } from "../protocol/messages";
import type { Pace } from "../stage/pace";
import { plan } from "../stage/plan";
import type { Happening, Step } from "../stage/step";
import {
  EMPTY_PURSE,
  hearOwn,
  NOTHING_OWN,
  purseOf,
  sumOf,
  type OwnState,
  type Purse,
} from "./own";
import { follow, see, tableOf, unknownTable } from "./table";
import type { Seen, ShoeRecord, Side, TableState, Winner } from "./table";

export type Face = "down" | "squeeze" | "up";

export interface ShownRefusal {
  code: string;
  words: string;
  clause: string | null;
  wager: string | null;
}

export interface ShownResult {
  round: number;
  /** Null where the round is void. */
  winner: Winner | null;
  player: number;
  banker: number;
  clause: string | null;
  /** What it did to this player's balance; null for those who had no bet. */
  net: number | null;
  /** A round that is over while the next one takes bets. */
  previous: boolean;
}

/** What the page does about it, beside showing the view. */
export type Effect =
  | { kind: "watch-again" }
  | { kind: "read-again" }
  | { kind: "step"; what: Happening; won: boolean }
  | { kind: "missed-game" }
  | { kind: "refused"; refusal: ShownRefusal };

export interface ScreenOptions {
  table: string;
  /** Whether others play here too; else the table is this player's own, and Deal starts a hand. */
  shared: boolean;
  /** Whether every card is laid open as it is dealt. */
  faceUp?: boolean;
  pace: () => Pace;
  /** Shoes that were seen before, when the table was followed once already. */
  shoes?: readonly ShoeRecord[];
  /** The hands that this player may open himself now. */
  squeezes: (stakes: Readonly<Record<string, number>>) => readonly Side[];
}

interface Queued {
  event: Seen;
  first: boolean;
  step: Step;
}

/** A request to deal, from the press of the button until the hand has been seen. */
interface Dealing {
  id: string;
  /** The version of the table that holds the hand, once the house has said it. */
  version: number | null;
  /** Whether the hand was seen to begin. */
  seen: boolean;
}

const BEGINS_A_HAND = new Set<Request["type"]>(["Deal", "RebetAndDeal"]);

export class TableScreen {
  /** The table as the house knows it. */
  table: TableState;
  /** The table as far as the stage has come. */
  shown: TableState;
  own: OwnState = NOTHING_OWN;
  purse: Purse = EMPTY_PURSE;
  faces: Record<Side, readonly Face[]> = { player: [], banker: [] };
  refusal: ShownRefusal | null = null;
  /** Why the table cannot be followed, if so: a code. */
  barred: string | null = null;
  readonly pending = new Map<string, Request>();
  readonly #options: ScreenOptions;
  #queue: Queued[] = [];
  #deferred: Tell[] = [];
  #nextAt = 0;
  #squeezing: { side: Side; index: number } | null = null;
  #dealing: Dealing | null = null;
  /** The stakes of a hand of one's own, from Deal until the player goes on to the next. */
  #inPlay: Readonly<Record<string, number>> | null = null;
  #settled = true;
  #swept = false;
  #last: ShownResult | null = null;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.table = unknownTable(options.table, options.shoes);
    this.shown = this.table;
  }

  get isKnown(): boolean {
    return this.table.version >= 0;
  }

  /** Whether something is still to be seen before the player goes on. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#squeezing !== null || this.#dealing !== null;
  }

  get isDealing(): boolean {
    return this.#dealing !== null;
  }

  get squeezing(): { side: Side; index: number } | null {
    return this.#squeezing;
  }

  /** When the next step is due, in this device's milliseconds; null while nothing is planned. */
  get due(): number | null {
    return this.#queue.length > 0 && this.#squeezing === null ? this.#nextAt : null;
  }

  // --- what is asked ------------------------------------------------------------------------------

  /** Note a request that is about to be sent. False where it must not be: it is under way already. */
  ask(request: Request): boolean {
    const begins = BEGINS_A_HAND.has(request.type);
    if (begins && this.isBusy) return false;
    this.refusal = null;
    if (begins) {
      const repeats = request.type === "RebetAndDeal";
      this.#inPlay = repeats ? this.own.previous : this.built;
      this.#dealing = { id: request.id, version: null, seen: false };
      this.#settled = false;
      this.own = { ...this.own, result: null };
    } else {
      this.#goOn();
      this.pending.set(request.id, request);
    }
    return true;
  }

  /** The player has read the result and goes on: the table is swept for the next hand. */
  #goOn(): void {
    if (this.#options.shared || !this.#settled) return;
    this.#inPlay = null;
    this.#swept = true;
    this.own = { ...this.own, result: null };
  }

  // --- what is heard ------------------------------------------------------------------------------

  hear(message: Tell, now: number): Effect[] {
    const effects: Effect[] = [];
    switch (message.type) {
      case "Snapshot":
        if (message.table === this.table.table) this.#begin(message);
        break;
      case "Happened":
        if (message.table === this.table.table) effects.push(...this.#follow(message, now));
        break;
      case "YourBalance":
        this.#private(message);
        break;
      case "YourStakes":
      case "YourResult":
      case "YourStrip":
        if (message.table === this.table.table) this.#private(message);
        break;
      case "Accepted":
        this.pending.delete(message.id);
        if (this.#dealing?.id === message.id) this.#dealing.version = message.version ?? 0;
        break;
      case "Refused":
        effects.push(...this.#refused(message));
        break;
      default:
        break;
    }
    return [...effects, ...this.advance(now)];
  }

  #begin(snapshot: Snapshot): void {
    this.barred = null;
    this.table = tableOf(snapshot, this.table);
    this.shown = this.table;
    this.#queue = [];
    this.#squeezing = null;
    this.faces = allUp(this.table);
    this.#last = null;
    // A game of one's own that ended while the link was lost is in the history only.
    this.#swept = !this.#options.shared;
    if (this.#dealing === null) {
      this.#inPlay = null;
      this.#settled = true;
      this.#flush();
    }
  }

  #follow(happened: Happened, now: number): Effect[] {
    const next = follow(this.table, happened);
    if (next === null) return [{ kind: "watch-again" }];
    if (next === this.table) return [];
    const effects: Effect[] = [];
    // Bets are taken by the clock of the house: whatever is still to be shown must not delay them.
    if (happened.events.some((event) => event.type === "BettingOpened")) {
      effects.push(...this.finish());
    }
    if (happened.events.some((event) => event.type === "TableOpened")) {
      effects.push({ kind: "read-again" });
    }
    this.#enqueue(happened.events, now);
    this.table = next;
    return effects;
  }

  #enqueue(events: readonly Seen[], now: number): void {
    if (this.#queue.length === 0) this.#nextAt = Math.max(this.#nextAt, now);
    const { player, banker } = this.table.hands;
    const lying = [
      ...player.map(({ place, card }) => ({ side: "player" as const, place, card })),
      ...banker.map(({ place, card }) => ({ side: "banker" as const, place, card })),
    ].sort((a, b) => a.place - b.place);
    let before = -1;
    for (const step of plan(events, this.#options.pace(), lying, this.#options)) {
      const event = events[step.event];
      if (event === undefined) continue;
      this.#queue.push({ event, first: step.event !== before, step });
      before = step.event;
    }
  }

  #private(message: Tell): void {
    if (this.isBusy) this.#deferred.push(message);
    else this.#hearPrivate(message);
  }

  #hearPrivate(message: Tell): void {
    if (message.type === "YourBalance") this.purse = purseOf(message);
    else this.own = hearOwn(this.own, message);
    // The answer to the oldest request comes with the stake that it made.
    const [oldest] = this.pending.keys();
    if (message.type === "YourStakes" && oldest !== undefined) this.pending.delete(oldest);
  }

  #flush(): void {
    const waiting = this.#deferred;
    this.#deferred = [];
    for (const message of waiting) this.#hearPrivate(message);
  }

  #refused(message: Extract<Tell, { type: "Refused" }>): Effect[] {
    const { id, code, words, clause = null, wager = null } = message;
    if (id === "") {
      this.barred = code;
      return [];
    }
    const mine = this.pending.delete(id) || this.#dealing?.id === id;
    if (!mine) return [];
    if (this.#dealing?.id === id) {
      this.#dealing = null;
      this.#inPlay = null;
      this.#settled = true;
      this.#swept = true;
      this.#flush();
    }
    this.refusal = { code, words, clause, wager };
    return [{ kind: "refused", refusal: this.refusal }];
  }

  /** A request never left: nothing has happened, and the reason is shown like any other. */
  failed(id: string, refusal: ShownRefusal): Effect[] {
    const { code, words, clause, wager } = refusal;
    return this.#refused({ type: "Refused", id, code, words, clause, wager });
  }

  // --- time ---------------------------------------------------------------------------------------

  /** Show all that is due. */
  advance(now: number): Effect[] {
    const effects: Effect[] = [];
    for (;;) {
      const next = this.#queue[0];
      if (next === undefined || this.#squeezing !== null || this.#nextAt > now) break;
      if (this.#waitsForPlayer(next.step.what)) break;
      this.#queue.shift();
      effects.push(...this.#show(next));
      this.#nextAt += next.step.lasts;
    }
    if (this.#queue.length === 0) {
      this.shown = this.table;
      effects.push(...this.#handOver());
      if (!this.isBusy) this.#flush();
    }
    return effects;
  }

  /** Show everything at once. */
  finish(): Effect[] {
    if (this.#squeezing !== null) this.#turnUp(this.#squeezing.side, this.#squeezing.index);
    this.#squeezing = null;
    const effects: Effect[] = [];
    for (const queued of this.#queue.splice(0)) {
      // What is skipped makes no noise; only the end of it is said.
      const shown = this.#show(queued);
      const { kind } = queued.step.what;
      if (kind === "result" || kind === "settled" || kind === "void") effects.push(...shown);
    }
    this.#nextAt = 0;
    return [...effects, ...this.advance(0)];
  }

  /** A card that waits for this player's hand lies there until it is turned. */
  #waitsForPlayer(what: Happening): boolean {
    if (what.kind !== "turn") return false;
    const { side, index } = what;
    if (this.faces[side][index] === "up") return false;
    const stakes = this.#inPlay ?? this.own.stakes;
    if (!this.#options.squeezes(stakes).includes(side)) return false;
    this.#squeezing = { side, index };
    this.#setFace(side, index, "squeeze");
    return true;
  }

  /** The player has turned a card over. */
  reveal(now: number): Effect[] {
    if (this.#squeezing === null) return [];
    const { side, index } = this.#squeezing;
    this.#turnUp(side, index);
    this.#squeezing = null;
    this.#nextAt = Math.max(now, this.#nextAt);
    return this.advance(now);
  }

  #turnUp(side: Side, index: number): void {
    this.#setFace(side, index, "up");
  }

  #setFace(side: Side, index: number, face: Face): void {
    const faces = [...this.faces[side]];
    faces[index] = face;
    this.faces = { ...this.faces, [side]: faces };
  }

  #show({ event, first, step }: Queued): Effect[] {
    const { what } = step;
    if (what.kind === "bets-open") this.#nextRound();
    if (first) this.shown = see(this.shown, event);
    if (what.kind === "put-back") this.faces = allUp(this.shown);
    if (what.kind === "deal") this.#setFace(what.side, what.index, "down");
    if (what.kind === "lay" || what.kind === "turn" || what.kind === "correct") {
      this.#turnUp(what.side, what.index);
    }
    if (what.kind === "settled" || what.kind === "void") this.#settle();
    const won = (this.own.result?.net ?? 0) > 0;
    return [{ kind: "step", what, won }];
  }

  #nextRound(): void {
    this.#last = this.#options.shared ? this.#resultOf(true) : null;
    this.faces = { player: [], banker: [] };
    this.own = { ...this.own, result: null };
    this.refusal = null;
    this.#swept = false;
    if (this.#dealing !== null) this.#dealing.seen = true;
  }

  #settle(): void {
    this.#settled = true;
    this.#flush();
  }

  /** The hand that was asked for is over, and has been seen or never will be. */
  #handOver(): Effect[] {
    const dealing = this.#dealing;
    if (dealing === null || dealing.version === null) return [];
    if (this.table.version < dealing.version) return [];
    this.#dealing = null;
    this.#settle();
    if (dealing.seen) return [];
    this.#inPlay = null;
    this.own = { ...this.own, result: null };
    return [{ kind: "missed-game" }];
  }

  // --- what is shown ------------------------------------------------------------------------------

  /** Whether a chip can be put down at a moment of the house's clock. */
  takesBets(houseNow: number): boolean {
    if (!this.isKnown || !this.table.isOpen || this.table.waiting !== null) return false;
    if (!this.#options.shared) return !this.isBusy;
    const { phase, closesAt } = this.table;
    return phase === "betting" && closesAt !== null && houseNow < closesAt;
  }

  /** What lies on the spots as this player's own. */
  get stakes(): Readonly<Record<string, number>> {
    return this.#inPlay ?? this.built;
  }

  /** The stake that is built; what is under way is shown as if it were done. */
  get built(): Readonly<Record<string, number>> {
    let stakes = this.own.stakes;
    for (const request of this.pending.values()) stakes = this.#expected(stakes, request);
    return stakes;
  }

  #expected(stakes: Readonly<Record<string, number>>, request: Request): Record<string, number> {
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
        return { ...this.own.previous };
      default:
        return { ...stakes };
    }
  }

  /** Whether a spot waits for the house to say that it has heard. */
  isPending(wager: string): boolean {
    for (const request of this.pending.values()) {
      if (!("wager" in request) || request.wager === wager) return true;
    }
    return false;
  }

  /** The balance and what is held, as far as the stage has come. */
  get shownPurse(): Purse {
    if (this.#inPlay === null || this.#settled) return this.purse;
    const staked = sumOf(this.#inPlay);
    return { ...this.purse, available: this.purse.available - staked, held: staked };
  }

  /** The result of this player's bets, once the stage has come to it. */
  get ownResult(): YourResult | null {
    const { result } = this.own;
    const over = this.shown.phase === "settled" || this.shown.phase === "void";
    return over && !this.#swept && result?.round === this.shown.round ? result : null;
  }

  get hands(): Record<Side, ShownHand> {
    if (this.#swept) return { player: NO_HAND, banker: NO_HAND };
    return { player: this.#hand("player"), banker: this.#hand("banker") };
  }

  #hand(side: Side): ShownHand {
    const { hands, totals, winner, reasons, phase } = this.shown;
    const cards = hands[side];
    const faces = this.faces[side];
    const up = cards.findIndex((_, i) => faces[i] !== "up");
    const count = up === -1 ? cards.length : up;
    const whole = count === cards.length;
    const known = cards[count - 1]?.total ?? (whole && count > 0 ? totals[side] : null);
    // What the Banker does about a card may not be told before that card is seen.
    const told = [...this.faces.player, ...this.faces.banker].every((face) => face === "up");
    const over = phase === "result" || phase === "collected" || phase === "settled";
    return {
      cards: cards.map(({ card }, i) => ({ card, face: faces[i] ?? "down" })),
      total: known,
      result:
        !over || winner === null
          ? null
          : winner === "tie"
            ? "ties"
            : winner === side
              ? "wins"
              : "loses",
      reason: told || side === "player" ? reasons[side] : null,
    };
  }

  /** How the round ended, or how the last one did while the next takes bets. */
  get result(): ShownResult | null {
    return this.#swept ? null : (this.#resultOf(false) ?? this.#last);
  }

  #resultOf(previous: boolean): ShownResult | null {
    const { phase, winner, totals, voided, round } = this.shown;
    if (winner === null && phase !== "void") return null;
    const own = this.own.result?.round === round ? this.own.result : null;
    return {
      round,
      winner,
      player: totals.player,
      banker: totals.banker,
      clause: voided?.clause ?? null,
      net: own?.net ?? null,
      previous,
    };
  }
}

export interface ShownHand {
  cards: readonly { card: string; face: Face }[];
  total: number | null;
  result: "wins" | "loses" | "ties" | null;
  reason: TableState["reasons"]["player"];
}

const NO_HAND: ShownHand = { cards: [], total: null, result: null, reason: null };

function allUp(table: TableState): Record<Side, readonly Face[]> {
  const { player, banker } = table.hands;
  return { player: player.map(() => "up"), banker: banker.map(() => "up") };
}
