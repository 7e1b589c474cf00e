/** Plays sounds at the volumes asked for. Until somebody asks, it does not even open the device. */

import { CHANNEL_OF, voice, type Sound } from "./voice";
import { gainOf, SILENT, type Volumes } from "./volume";

export type MakeContext = () => AudioContext;

export class Mixer {
  volumes: Volumes = SILENT;
  #context: AudioContext | null = null;
  readonly #make: MakeContext;

  constructor(make: MakeContext = () => new AudioContext()) {
    this.#make = make;
  }

  play(sound: Sound): void {
    const level = gainOf(this.volumes, CHANNEL_OF[sound]);
    if (level <= 0) return;
    const context = (this.#context ??= this.#make());
    // Browsers hold a context back until the reader has touched the page.
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = level;
    out.connect(context.destination);
    voice(context, sound, out, context.currentTime + 0.005);
  }
}
