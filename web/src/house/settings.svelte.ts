/** What the reader has chosen, kept on this device. */

import { applyTheme, THEMES, type ThemeChoice } from "../design/theme";
import { LANGUAGES, nearest, type Language, type Tag } from "../messages/language.svelte";
import { wordOf } from "../model/contribution";
import { readTray } from "../model/tray";
import { SILENT, type Volumes } from "../sound/volume";
import { PACE_NAMES, paceFor, type Pace, type PaceName } from "../stage/pace";

export interface Choices {
  language: Tag | null;
  theme: ThemeChoice;
  pace: PaceName;
  squeeze: boolean;
  /** Single keys for those who play without a pointer; they can be in the way of other tools. */
  shortcuts: boolean;
  /** Whether chance of this device's own goes into the shoes of shared tables, and with which word. */
  contribute: boolean;
  word: string;
  volumes: Volumes;
  /** The chips that stand in the tray, in minor units; empty for all that a table has. */
  tray: readonly number[];
  /** Whether the reader has been shown where to press. */
  pointed: boolean;
}

const KEY = "punto.settings";

const DEFAULTS: Choices = {
  language: null,
  theme: "system",
  pace: "standard",
  squeeze: false,
  shortcuts: true,
  contribute: true,
  word: "",
  volumes: SILENT,
  tray: [],
  pointed: false,
};

/** What was kept may be of another version, or of another hand: only what fits is taken. */
export function readChoices(text: string | null): Choices {
  let kept: Partial<Choices> = {};
  try {
    kept = (JSON.parse(text ?? "{}") as Partial<Choices> | null) ?? {};
  } catch {
    kept = {};
  }
  const share = (value: unknown, otherwise: number): number =>
    typeof value === "number" && value >= 0 && value <= 1 ? value : otherwise;
  const volumes: Partial<Volumes> = kept.volumes ?? {};
  return {
    language: LANGUAGES.find((tag) => tag === kept.language) ?? null,
    theme: THEMES.find((theme) => theme === kept.theme) ?? DEFAULTS.theme,
    pace: PACE_NAMES.find((pace) => pace === kept.pace) ?? DEFAULTS.pace,
    squeeze: kept.squeeze === true,
    shortcuts: kept.shortcuts !== false,
    contribute: kept.contribute !== false,
    word: typeof kept.word === "string" ? wordOf(kept.word) : DEFAULTS.word,
    volumes: {
      on: volumes.on === true,
      master: share(volumes.master, SILENT.master),
      cards: share(volumes.cards, SILENT.cards),
      chips: share(volumes.chips, SILENT.chips),
      calls: share(volumes.calls, SILENT.calls),
    },
    tray: readTray(kept.tray),
    pointed: kept.pointed === true,
  };
}

function storage(): Storage | null {
  // A browser may refuse to keep anything; then choices last as long as the page.
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

export class Settings {
  readonly #language: Language;
  #choices = $state.raw<Choices>(readChoices(storage()?.getItem(KEY) ?? null));

  constructor(language: Language) {
    this.#language = language;
  }

  get now(): Choices {
    return this.#choices;
  }

  change(part: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...part };
    try {
      storage()?.setItem(KEY, JSON.stringify(this.#choices));
    } catch {
      // Full or forbidden: see above.
    }
    void this.apply();
  }

  /** Make the page look and read as chosen. */
  async apply(): Promise<void> {
    const { theme, pace } = this.#choices;
    applyTheme(theme);
    const root = document.documentElement;
    if (pace === "still") root.dataset["motion"] = "still";
    else delete root.dataset["motion"];
    const tag = this.#choices.language ?? nearest(navigator.languages);
    if (tag !== this.#language.tag) await this.#language.use(tag);
  }

  get pace(): Pace {
    const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
    return paceFor(this.#choices.pace, still);
  }
}
