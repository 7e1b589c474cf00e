/** A wall display: one table, followed as nobody for as long as the house and the screen last. */

import { currencyOf } from "../messages/format";
import type { Language } from "../messages/language.svelte";
import { hearFollowed, unknownFollowed, type Followed } from "../model/followed";
import { isAlive, isIdle, SCENE } from "../model/idle";
import { HttpError, type Http } from "../protocol/http";
import type { LobbyTile, TableInfo, Tell } from "../protocol/messages";
import { Link, openSocket, type LinkState, type Wire } from "../protocol/socket";

/** Nobody stands by to try again: the wall does, so often. */
const RETRY = 2_000;
const LOOK_AGAIN = 10_000;
const TICK = 250;

export class Wall {
  connection = $state<LinkState>("connecting");
  /** Null until the house has described the table. */
  info = $state.raw<TableInfo | null>(null);
  /** The tables that can be shown, where this one cannot. */
  tables = $state.raw<readonly LobbyTile[] | null>(null);
  #state = $state.raw<Followed>(unknownFollowed(""));
  #now = $state(Date.now());
  #lastLife = $state(Date.now());
  #offset = $state(0);
  readonly #table: string;
  readonly #http: Http;
  readonly #language: Language;
  readonly #link: Link;

  constructor(
    table: string,
    http: Http,
    language: Language,
    open: () => Wire = () => openSocket("/ws/watch"),
  ) {
    this.#table = table;
    this.#http = http;
    this.#language = language;
    this.#state = unknownFollowed(table);
    this.#link = new Link({
      open,
      onmessage: (message) => this.#hear(message),
      onstate: (state) => (this.connection = state),
      watching: () => [{ table, since: this.#since }],
    });
  }

  get state(): Followed {
    return this.#state;
  }

  /** Whether the table has been seen at all. */
  get isKnown(): boolean {
    return this.#since !== null;
  }

  /** The clock of the house minus this device's, in milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  /** Milliseconds until betting closes; null where nobody has set a time. */
  get left(): number | null {
    const { closesAt } = this.#state.table;
    return closesAt === null ? null : closesAt - (this.#now + this.#offset);
  }

  /** What a wall that is idle invites with, counted on as time passes; null while there is play. */
  get scene(): number | null {
    if (!isIdle(this.#state.table, this.#lastLife, this.#now)) return null;
    return Math.floor((this.#now - this.#lastLife) / SCENE);
  }

  get #since(): number | null {
    const { version } = this.#state.table;
    return version >= 0 ? version : null;
  }

  /** Connect, and stay connected until what is given back is called. */
  start(): () => void {
    const gone = new AbortController();
    const { signal } = gone;
    addEventListener("online", () => this.#link.restart(), { signal });
    addEventListener("offline", () => this.#link.lose(), { signal });
    const clock = setInterval(() => (this.#now = Date.now()), TICK);
    void this.#find(signal);
    return () => {
      gone.abort();
      clearInterval(clock);
      this.#link.close();
    };
  }

  /** Find the table, however long that takes; only then is there something to follow. */
  async #find(signal: AbortSignal): Promise<void> {
    const pause = await this.#look();
    if (signal.aborted) return;
    if (pause === null) return this.#link.connect();
    const again = setTimeout(() => void this.#find(signal), pause);
    signal.addEventListener("abort", () => clearTimeout(again));
  }

  /** Null where the table is found; else after how long it is looked for again. */
  async #look(): Promise<number | null> {
    try {
      if (this.#table !== "") await this.#read();
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 404) return RETRY;
    }
    if (this.info !== null) return null;
    const tiles = await this.#http.tables().catch(() => null);
    this.tables = tiles?.filter(({ driver }) => driver !== "player") ?? this.tables;
    return LOOK_AGAIN;
  }

  async #read(): Promise<void> {
    const [house, info] = await Promise.all([this.#http.house(), this.#http.table(this.#table)]);
    this.#language.currency = currencyOf(house);
    // A game that is dealt to one player has nothing to show to others.
    this.info = info.driver === "player" ? null : info;
  }

  #hear(message: Tell): void {
    this.#offset = this.#link.offset;
    const before = this.#state;
    this.#state = hearFollowed(before, message);
    const { table, isBehind } = this.#state;
    if (isBehind) this.#link.say({ type: "Watch", table: this.#table });
    if (table === before.table) return;
    this.#now = Date.now();
    if (isAlive(table)) this.#lastLife = this.#now;
    if (message.type !== "Happened") return;
    if (message.events.some(({ type }) => type === "TableOpened")) void this.#readAgain();
  }

  /** The table has opened anew, perhaps with other limits. */
  async #readAgain(): Promise<void> {
    try {
      await this.#read();
    } catch {
      setTimeout(() => void this.#readAgain(), RETRY);
    }
  }
}
