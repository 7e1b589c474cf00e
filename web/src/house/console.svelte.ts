/** A dealer's console: its own link to the house, the table that it follows, and what it asks there. */

import type { AtConsole } from "../model/atConsole";
import { hearConsole, unknownConsole, type ConsoleState } from "../model/console";
import { nextOf, type Next } from "../model/due";
import { HttpError, type Http } from "../protocol/http";
import { newId } from "../protocol/id";
import type {
  ConsoleAsk,
  ConsoleTell,
  Irregularity,
  Ruling,
  TableInfo,
} from "../protocol/messages";
import {
  Link,
  openSocket,
  RequestRefused,
  type ConsoleRequest,
  type LinkState,
  type Refusal,
  type Wire,
} from "../protocol/socket";

export class Console {
  readonly info: TableInfo;
  connection = $state<LinkState>("connecting");
  /** Nothing is done before the PIN is given again. */
  isLocked = $state(false);
  /** The house no longer knows who is here: a link used elsewhere, or a right that was taken back. */
  isSignedOut = $state(false);
  /** The last no, until something else is asked. */
  refusal = $state.raw<Refusal | null>(null);
  #state = $state.raw<ConsoleState>(unknownConsole(""));
  #asked = $state(0);
  /** What was shown when something was asked last. */
  #before = $state.raw<ConsoleState["view"]>(null);
  /** The version of the table that the last answer has made. */
  #made = $state(-1);
  readonly #http: Http;
  readonly #link: Link<ConsoleAsk, ConsoleTell>;

  constructor(info: TableInfo, http: Http, open: () => Wire = () => openSocket("/ws/console")) {
    this.info = info;
    this.#http = http;
    this.#state = unknownConsole(info.id);
    this.#link = new Link({
      open,
      onmessage: (message) => this.#hear(message),
      onstate: (state) => (this.connection = state),
      watching: () => [{ table: info.id, since: this.#since }],
    });
  }

  get state(): ConsoleState {
    return this.#state;
  }

  get next(): Next {
    return nextOf(this.#state);
  }

  /**
   * Something was asked, and the table is still shown as it was before: a second press would be meant
   * for what is done already.
   */
  get isBusy(): boolean {
    const { view } = this.#state;
    return (this.#asked > 0 && view === this.#before) || (view?.version ?? -1) < this.#made;
  }

  get #since(): number | null {
    const { version } = this.#state.table;
    return version >= 0 ? version : null;
  }

  /** Connect, and stay connected until what is given back is called. */
  start(): () => void {
    const gone = new AbortController();
    const { signal } = gone;
    this.#link.connect();
    addEventListener("online", () => this.#link.restart(), { signal });
    addEventListener("offline", () => this.#link.lose(), { signal });
    return () => {
      gone.abort();
      this.#link.close();
    };
  }

  #hear(message: ConsoleTell): void {
    this.#state = hearConsole(this.#state, message);
    if (this.#state.isBehind) this.#link.say({ type: "Watch", table: this.info.id });
    if (message.type === "Greeting") void this.#lookWhoIsHere();
    // What waits is only counted where nobody was for too long.
    if (message.type === "Queue" && message.count > message.waiting.length) this.isLocked = true;
  }

  /** A house that was closed in between wants the PIN again, or knows us no longer. */
  async #lookWhoIsHere(): Promise<void> {
    try {
      const { locked } = await this.#http.staff();
      this.isLocked ||= locked;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.isSignedOut = true;
    }
  }

  /** Ask for something at the table, or at another that waits; whether it was done. */
  async ask(what: AtConsole, table = this.info.id): Promise<boolean> {
    this.refusal = null;
    this.#asked += 1;
    this.#before = this.#state.view;
    try {
      const request = { ...what, id: newId(), table } as ConsoleRequest;
      const { version } = (await this.#link.request(request)) as { version?: number | null };
      if (table === this.info.id) this.#made = Math.max(this.#made, version ?? -1);
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.#asked -= 1;
    }
  }

  /** Ask what the rulebook says about an irregularity; nothing is done by that. */
  async ruling(irregularity: Irregularity): Promise<Ruling | Refusal> {
    const { id: table } = this.info;
    try {
      return await this.#link.request({ type: "AskRuling", id: newId(), table, irregularity });
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (error.refusal.code === "locked") this.isLocked = true;
      return error.refusal;
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof RequestRefused)) throw error;
    this.refusal = error.refusal;
    if (error.refusal.code === "locked") this.isLocked = true;
  }

  /** Lock at once, for whoever goes away for a moment. */
  async lock(): Promise<void> {
    this.isLocked = true;
    await this.#http.signStaffOut();
  }

  /** Whoever is here chooses another PIN, for the one that they have. */
  async changePin(pin: string, next: string): Promise<void> {
    await this.#http.changePin(this.#state.name ?? "", pin, next);
    this.#goOn();
  }

  #goOn(): void {
    this.refusal = null;
    this.isLocked = false;
    this.#link.restart();
  }

  /** The one who locked it, or somebody else who is staff, goes on with the PIN. */
  async unlock(name: string, pin: string, code: string): Promise<void> {
    await this.#http.signStaffIn(name, pin, code);
    this.#goOn();
  }
}
