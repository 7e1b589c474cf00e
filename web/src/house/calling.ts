/** A supervisor is called: by a sound at whatever volume the page has, and in the title. */

import { Mixer } from "../sound/mixer";
import { SILENT } from "../sound/volume";
import type { WaitingRound } from "../protocol/messages";

const keyOf = ({ table, round, since_ms }: WaitingRound): string => `${table} ${round} ${since_ms}`;

export class Calling {
  readonly #mixer: Mixer;
  #known = new Set<string>();

  constructor(mixer = new Mixer()) {
    this.#mixer = mixer;
    // What stops a table is heard also where nobody has asked for sounds.
    this.#mixer.volumes = { ...SILENT, on: true };
  }

  /** Ring for what was not there before, and count in the title what is. */
  show(queue: readonly WaitingRound[]): void {
    const keys = queue.map(keyOf);
    if (keys.some((key) => !this.#known.has(key))) this.#mixer.play("call");
    this.#known = new Set(keys);
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = queue.length > 0 ? `(${queue.length}) ${title}` : title;
  }
}
