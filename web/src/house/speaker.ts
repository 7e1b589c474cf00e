/** The mixer of a page, at the volumes of its settings. */

import { Mixer } from "../sound/mixer";
import type { Sound } from "../sound/voice";
import type { Settings } from "./settings.svelte";

export class Speaker {
  readonly #settings: Settings;
  readonly #mixer: Mixer;

  constructor(settings: Settings, mixer = new Mixer()) {
    this.#settings = settings;
    this.#mixer = mixer;
  }

  play(sound: Sound | null): void {
    this.#mixer.volumes = this.#settings.now.volumes;
    if (sound !== null) this.#mixer.play(sound);
  }
}
