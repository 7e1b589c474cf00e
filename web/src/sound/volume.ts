/** How loud: off until asked for, one volume for all and one for each kind. */

export const CHANNELS = ["cards", "chips", "calls"] as const;
export type Channel = (typeof CHANNELS)[number];

export interface Volumes {
  on: boolean;
  /** All volumes go from 0 to 1. */
  master: number;
  cards: number;
  chips: number;
  calls: number;
}

export const SILENT: Volumes = { on: false, master: 0.6, cards: 0.8, chips: 0.8, calls: 0.8 };

/** Ears hear in ratios: half way along a slider should sound half as loud. */
export function gainOf(volumes: Volumes, channel: Channel): number {
  return volumes.on ? (volumes.master * volumes[channel]) ** 2 : 0;
}
