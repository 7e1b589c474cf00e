/** A supervisor is called: by a sound at whatever volume the page has, and in the title. */

import { Mixer } from "../sound/mixer";
import { SILENT } from "../sound/volume";
import type { WaitingRound } from "../protocol/messages";

const keyOf = ({ table, round, since_ms }: WaitingRound): string => `${table} ${round} ${since_ms}`;

export class Calling {
  readonly #mixer: Mixer;
  /** What waited when all of it was shown last; null while a locked console counts only. */
  #known: ReadonlySet<string> | null = new Set();
  #count = 0;

  constructor(mixer = new Mixer()) {
    this.#mixer = mixer;
    // What stops a table is heard also where nobody has asked for sounds.
    this.#mixer.volumes = { ...SILENT, on: true };
  }

  /** Ring for what was not there before, and count in the title what is. */
  show(queue: readonly WaitingRound[], count: number): void {
    const keys = queue.length === count ? queue.map(keyOf) : null;
    if (this.#hasMore(keys, count)) this.#mixer.play("call");
    this.#known = keys && new Set(keys);
    this.#count = count;
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }

  #hasMore(keys: readonly string[] | null, count: number): boolean {
    const known = this.#known;
    return keys && known ? keys.some((key) => !known.has(key)) : count > this.#count;
  }
}
