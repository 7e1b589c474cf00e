/** The house at the other end: one link, who we are in it, and the tables that are followed. */

import { currencyOf } from "../messages/format";
import { hearHouse, UNKNOWN_HOUSE, type HouseState } from "../model/house";
import type { KnownShoes } from "../model/table";
import { Http } from "../protocol/http";
import { newId } from "../protocol/id";
import type { Accepted, HouseInfo, TableInfo, Tell } from "../protocol/messages";
import {
  Link,
  openSocket,
  watchOf,
  type AtCounter,
  type LinkState,
  type Request,
} from "../protocol/socket";
import { Undecided } from "../protocol/undecided";
import type { Ending } from "../stage/timeline";
import { Follower, type Around, type Kept, type Reader } from "./follower.svelte";
import { keepHand, keptHand } from "./keptHand";
import { KeptShoes } from "./keptShoes";
import type { Router } from "./router.svelte";

/** What a house wants of the page that it is shown in. */
export interface HousePage extends Reader {
  readonly router: Router;
}

const RETRY = 2000;

export class House implements Around {
  info = $state.raw<HouseInfo | null>(null);
  connection = $state<LinkState>("connecting");
  /** When the house is tried again after the link was lost, in this device's milliseconds. */
  nextTry = $state(0);
  state = $state.raw<HouseState>(UNKNOWN_HOUSE);
  readonly http: Http;
  readonly #page: HousePage;
  readonly #link: Link;
  readonly #undecided = new Undecided();
  readonly #tables = new Map<string, Follower>();
  /** How many parts of the page follow each of them. */
  readonly #readers = new Map<string, number>();
  /** Descriptions of tables that were read; they are read anew when a table opens anew. */
  readonly #infos = new Map<string, TableInfo>();
  /** What was seen of the shoes of tables: it can be verified when they are over. */
  readonly #shoes = new KeptShoes();
  /** Counts how often a table was opened anew: pages that describe one read it again. */
  editions = $state(0);

  #isKnown = (): void => {};
  /** Comes when the house has said who it is: what was kept of a table is kept under that. */
  readonly #known = new Promise<void>((done) => (this.#isKnown = done));

  constructor(page: HousePage, http = new Http(), open = () => openSocket()) {
    this.#page = page;
    this.http = http;
    this.#link = new Link({
      open,
      onmessage: (message) => this.#hear(message),
      onstate: (state) => this.#connectionBecomes(state),
      onretry: (at) => (this.nextTry = at),
      watching: () =>
        [...this.#tables].map(([table, { since, squeezes: squeeze }]) => ({
          table,
          since,
          squeeze,
        })),
    });
  }

  /** The clock of the house minus this device's, in milliseconds. */
  offset = $state(0);

  /** Whether this browser is a terminal, and is to stay one. */
  get isKiosk(): boolean {
    return this.info?.kiosk === true && this.state.who === "terminal";
  }

  get isSignedIn(): boolean {
    return this.state.who !== null && this.state.who !== "spectator";
  }

  /** Whether somebody plays here in person, and not whoever stands at a terminal. */
  get isPerson(): boolean {
    return this.state.who === "guest" || this.state.who === "player";
  }

  /** Connect, and stay connected until what is given back is called. */
  start(): () => void {
    const gone = new AbortController();
    const { signal } = gone;
    this.#link.connect();
    addEventListener("online", () => this.#link.restart(), { signal });
    addEventListener("offline", () => this.#link.lose(), { signal });
    void this.#readHouse(signal);
    return () => {
      gone.abort();
      this.#link.close();
      for (const follower of this.#tables.values()) follower.close();
    };
  }

  /** Try at once, and not only when it is due. */
  tryAgain(): void {
    this.#link.restart();
  }

  async #readHouse(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      this.info = await this.http.house();
      this.#page.language.currency = currencyOf(this.info);
      this.#isKnown();
    } catch {
      setTimeout(() => void this.#readHouse(signal), RETRY);
    }
  }

  #connectionBecomes(state: LinkState): void {
    const before = this.connection;
    const {
      notices,
      language: { t },
    } = this.#page;
    this.connection = state;
    if (state === "offline") notices.announce(t("connection.offline"), true);
    else if (before === "offline") notices.announce(t("connection.online"));
  }

  #hear(message: Tell): void {
    this.offset = this.#link.offset;
    this.state = hearHouse(this.state, message);
    if (message.type === "BadFrame") this.#page.notices.show(message.words, "wrong");
    for (const follower of this.#tables.values()) follower.hear(message);
    this.#learn(message);
  }

  /** A stake that is there after all is told with the table, and by itself by nothing. */
  #learn(message: Tell): void {
    const done = this.#undecided.hear(message);
    if (done === null || message.type !== "YourBalance" || !("table" in done)) return;
    this.watch(done.table, this.#tables.get(done.table)?.since ?? null);
  }

  // --- signing in -----------------------------------------------------------------------------

  /** Come in as a guest, once: whoever is in already stays who he is. */
  async enter(): Promise<void> {
    if (this.isSignedIn) return;
    await this.http.enter();
    await this.#comeAnew();
  }

  async enterTerminal(terminal: string, code: string): Promise<void> {
    await this.http.enterTerminal(terminal, code);
    await this.#comeAnew();
  }

  /** Come in under the name of an account. */
  async signIn(name: string, password: string): Promise<void> {
    await this.http.signIn(name, password);
    await this.#comeAnew();
  }

  /** Open an account; a guest keeps what he has. */
  async signUp(name: string, password: string): Promise<void> {
    await this.http.signUp(name, password);
    await this.#comeAnew();
  }

  async changePassword(password: string, next: string): Promise<void> {
    await this.http.changePassword(password, next);
    await this.#comeAnew();
  }

  /** Leave the house: this browser is a spectator again, and with it all of the account, if that is meant. */
  async signOut(attendant = "", everywhere = false): Promise<void> {
    await this.http.leave(attendant, everywhere);
    await this.#comeAnew();
  }

  /** Connect as who we are now. */
  async #comeAnew(): Promise<void> {
    this.state = UNKNOWN_HOUSE;
    for (const [table, follower] of this.#tables) {
      this.#tables.set(table, new Follower(follower.info, this, this.#page, this.#keptOf(table)));
      follower.close();
    }
    this.#renewed += 1;
    this.#link.restart();
    await this.#until(() => this.state.who !== null);
  }

  /** Counts what changes in who follows which table: whoever holds one takes the new one. */
  #renewed = $state(0);

  #until(holds: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = (): void => {
        if (holds()) done();
        else setTimeout(look, 20);
      };
      look();
    });
  }

  // --- tables ---------------------------------------------------------------------------------

  async tableInfo(table: string): Promise<TableInfo> {
    await this.#known;
    const info = this.#infos.get(table) ?? (await this.http.table(table));
    this.#infos.set(table, info);
    return info;
  }

  /** Follow a table from now on. */
  follow(info: TableInfo): void {
    this.#readers.set(info.id, this.#readersOf(info.id) + 1);
    if (this.#tables.has(info.id)) return;
    this.#tables.set(info.id, new Follower(info, this, this.#page, this.#keptOf(info.id)));
    this.#renewed += 1;
    this.watch(info.id, null);
  }

  /** The table that is followed under a name, as who we are now. */
  followed(table: string): Follower | null {
    void this.#renewed;
    return this.#tables.get(table) ?? null;
  }

  /**
   * Stop following a table, unless something else of the page does: a sheet over it. A game of one's own
   * stays open while its rules or its history are read: only the lobby closes it, and its results with it.
   */
  leave(table: string): void {
    this.#readers.set(table, Math.max(0, this.#readersOf(table) - 1));
    if (this.#readersOf(table) > 0) return;
    const own = this.#tables.get(table)?.info.driver === "player";
    if (!own || this.#page.router.route.page === "lobby") this.#stop(table);
  }

  /** Close the games of one's own that are still open. */
  closeGames(): void {
    for (const table of [...this.#tables.keys()]) this.leave(table);
  }

  #readersOf(table: string): number {
    return this.#readers.get(table) ?? 0;
  }

  #stop(table: string): void {
    const follower = this.#tables.get(table);
    if (follower === undefined) return;
    follower.close();
    this.#tables.delete(table);
    this.#link.say({ type: "Unwatch", table });
  }

  watch(table: string, since: number | null): void {
    const squeeze = this.#tables.get(table)?.squeezes ?? false;
    this.#link.say(watchOf({ table, since, squeeze }));
  }

  readAgain(table: string): void {
    this.#infos.delete(table);
    if (this.#tables.get(table)?.info.driver === "player") this.#stop(table);
    this.editions += 1;
  }

  /** What this device has kept of the shoes of a table. */
  shoesOf(table: string): KnownShoes | undefined {
    return this.info === null ? undefined : this.#shoes.of(this.info.public_key, table);
  }

  keepShoes(table: string, known: KnownShoes): void {
    if (this.info !== null) this.#shoes.keep(this.info.public_key, table, known);
  }

  keepHand(table: string, hand: Ending): void {
    if (this.info !== null) keepHand(this.info.public_key, table, hand);
  }

  #keptOf(table: string): Kept {
    const hand = this.info && keptHand(this.info.public_key, table);
    return { shoes: this.shoesOf(table), hand };
  }

  again(request: Request): Request {
    return this.#undecided.again(request);
  }

  request(request: Request): Promise<unknown> {
    return this.#undecided.until(request, this.#link.request(request));
  }

  /** Ask for something at the counter of a terminal. */
  atCounter(what: AtCounter): Promise<Accepted> {
    const request = this.#undecided.again({ ...what, id: newId() });
    return this.#undecided.until(request, this.#link.request(request));
  }
}
