/** One mixer for the whole page, at the volumes of the settings. */

import { Mixer } from "../sound/mixer";
import type { Sound } from "../sound/voice";
import { settings } from "./settings.svelte";

const mixer = new Mixer();

export function play(sound: Sound | null): void {
  mixer.volumes = settings.now.volumes;
  if (sound !== null) mixer.play(sound);
}
