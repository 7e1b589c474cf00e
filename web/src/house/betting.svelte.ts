/** What a player does at a table: the chip in hand, the spot it goes to, and the buttons. */

import { trayOf } from "../model/tray";
import { randomHex } from "../protocol/id";
import { actionsOf, askedBy, leftToStake, type Action, type Actions } from "../stage/actions";
import { needsSeat } from "../stage/seats";
import type { Follower } from "./follower.svelte";
import type { Settings } from "./settings.svelte";
import type { Speaker } from "./speaker";

/** The part of the page that it needs. */
export interface Reader {
  readonly settings: Settings;
  readonly speaker: Speaker;
}

const SEED_BYTES = 16;

export class Betting {
  /** The chip that was taken last, by its value. */
  #taken = $state<number | null>(null);
  /** Whether the next spot gets the rest of the balance instead of a chip. */
  resting = $state(false);
  readonly #follower: () => Follower;
  readonly #mayBet: () => boolean;
  readonly #reader: Reader;

  /** The follower may become another one, when somebody signs in at the table. */
  constructor(follower: () => Follower, mayBet: () => boolean, reader: Reader) {
    this.#follower = follower;
    this.#mayBet = mayBet;
    this.#reader = reader;
  }

  /** The chips that stand in the tray. */
  get tray(): readonly number[] {
    return trayOf(this.#follower().info.chips, this.#reader.settings.now.tray);
  }

  /** The chip in hand, by its value: one that stands in the tray. */
  get selected(): number {
    const { tray } = this;
    return tray.find((value) => value === this.#taken) ?? tray[0] ?? 1;
  }

  get #ownGame(): boolean {
    return this.#follower().info.driver === "player";
  }

  get open(): boolean {
    const { info, shown } = this.#follower();
    return this.#mayBet() && shown.takesBets && !needsSeat(info.positions, shown);
  }

  /** Whether this player can sit down or get up. */
  get maySit(): boolean {
    return this.#mayBet() && this.#follower().shown.table.isOpen;
  }

  get left(): number {
    return leftToStake(this.#follower().shown, this.#ownGame);
  }

  get actions(): Actions {
    return actionsOf(this.#follower().shown, this.#ownGame, this.open);
  }

  select(value: number): void {
    this.#taken = value;
    this.resting = false;
  }

  /** Take a chip by its place in the tray. */
  selectAt(index: number): void {
    this.#taken = this.tray[index] ?? this.selected;
  }

  place(wager: string): void {
    const { resting, selected: amount } = this;
    this.resting = false;
    this.#reader.speaker.play("chip");
    this.#follower().ask(resting ? { type: "Rest", wager } : { type: "Chip", wager, amount });
  }

  takeOff(wager: string): void {
    this.#follower().ask({ type: "TakeOff", wager });
  }

  sit(position: number): void {
    this.#follower().ask({ type: "TakeSeat", position });
  }

  standBehind(position: number): void {
    this.#follower().ask({ type: "StandBehind", position });
  }

  leave(): void {
    this.#follower().ask({ type: "LeaveSeat" });
  }

  act(action: Action): void {
    if (this.actions[action] !== true) return;
    this.resting = action === "rest" && !this.resting;
    if (action !== "rest") this.#follower().ask(askedBy(action, randomHex(SEED_BYTES)));
  }
}
