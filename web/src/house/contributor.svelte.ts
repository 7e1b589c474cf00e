/** Adds chance of this device's own to the shoes of a shared table, by itself. */

import {
  contributionFor,
  CONTRIBUTIONS_KEPT,
  readContributions,
  type Contribution,
} from "../model/contribution";
import type { TableState } from "../model/table";
import { newId } from "../protocol/id";
import type { Happened, Tell, YourContribution } from "../protocol/messages";
import type { Request } from "../protocol/socket";
import type { Settings } from "./settings.svelte";

const PLACE = "punto.contributions.";
/** All who watch hear of a new shoe at once; they promise one after the other. */
const SPREAD_MS = 4_000;

export interface ContributorOptions {
  table: string;
  settings: Pick<Settings, "now">;
  request: (request: Request) => Promise<unknown>;
  chance?: () => Uint8Array;
  /** How long to wait before a promise, in milliseconds. */
  delay?: () => number;
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

export class Contributor {
  readonly #options: ContributorOptions;
  #own = $state.raw<readonly Contribution[]>([]);
  #told = $state.raw<YourContribution | null>(null);
  #committedAs: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The promise that was shown last: it is not shown again at every message. */
  #shown = "";

  constructor(options: ContributorOptions) {
    this.#options = options;
    this.#committedAs = options.table;
    this.#own = readContributions(this.#read());
  }

  /** What the house has of this player; null where nobody is signed in. */
  get told(): YourContribution | null {
    return this.#told;
  }

  /** The promises that this device has made. */
  get mine(): readonly string[] {
    return this.#own.map(({ commitment }) => commitment);
  }

  hear(message: Tell, table: TableState): void {
    this.#committedAs = table.committedAs;
    if (message.type === "YourContribution" && message.table === this.#options.table) {
      this.#told = message;
      if (message.commitment === null) this.#soon();
    }
    if (message.type === "Happened" && message.table === this.#options.table)
      this.#happened(message);
    this.#show(table);
  }

  #happened({ events }: Happened): void {
    for (const event of events) {
      if (event.type !== "ShoeCommitted" || this.#told === null) continue;
      this.#told = { ...this.#told, shoe: event.number, commitment: null };
      this.#soon();
    }
  }

  #soon(): void {
    clearTimeout(this.#timer);
    const wait = this.#options.delay?.() ?? Math.random() * SPREAD_MS;
    this.#timer = setTimeout(() => this.promise(), wait);
  }

  /** Promise for the shoe that comes next, or anew with another word. */
  promise(): void {
    const { settings, request, table } = this.#options;
    const { shoe = null, out_until: out } = this.#told ?? {};
    if (!settings.now.contribute || shoe === null || (out ?? 0) >= shoe) return;
    const chance = this.#options.chance?.() ?? crypto.getRandomValues(new Uint8Array(32));
    const made = contributionFor(this.#committedAs, shoe, chance, settings.now.word);
    this.#own = [...this.#own, made].slice(-CONTRIBUTIONS_KEPT);
    this.#keep();
    const said = { id: newId(), table, shoe, commitment: made.commitment };
    // Where it is refused nothing of ours goes into this shoe; play goes on as it is.
    request({ type: "Contribute", ...said }).catch(() => {});
  }

  /** Show what was promised, once the set is closed with it. */
  #show({ shuffle }: TableState): void {
    const own = this.#own.find(
      ({ commitment, shoe }) =>
        shoe === shuffle?.number && shuffle.promises.some((one) => one.commitment === commitment),
    );
    if (own === undefined || own.commitment === this.#shown) return;
    this.#shown = own.commitment;
    const { shoe, random, word } = own;
    const said = { id: newId(), table: this.#options.table, shoe, random, word };
    this.#options.request({ type: "ShowContribution", ...said }).catch(() => {});
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #read(): unknown {
    try {
      return JSON.parse(storage()?.getItem(PLACE + this.#options.table) ?? "[]") as unknown;
    } catch {
      return [];
    }
  }

  #keep(): void {
    try {
      storage()?.setItem(PLACE + this.#options.table, JSON.stringify(this.#own));
    } catch {
      // Full or forbidden: then it lasts as long as the page.
    }
  }
}
