/** The language in use, and the words of it. Components read it, and change with it. */

import en from "./en.json";
import { CREDITS, duration, type Currency } from "./format";
import { fill, form, placeholders, type Message, type Values } from "./message";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"] as const;
export type Tag = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;
export type Messages = Record<Key, Message>;

/** Each language calls itself by its own name, so these are not messages. */
export const NAMES: Record<Tag, string> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
};

/** English comes with the first load; the others only when somebody wants them. */
const LOADERS: Record<Exclude<Tag, "en">, () => Promise<{ default: Messages }>> = {
  "zh-Hans": () => import("./zh-Hans.json"),
  "zh-Hant": () => import("./zh-Hant.json"),
};

/** Which language of ours a locale is a variety of, if any. */
function oursOf(locale: string): Tag | null {
  const { language, script } = new Intl.Locale(locale).maximize();
  if (language === "zh") return script === "Hant" ? "zh-Hant" : "zh-Hans";
  return language === "en" ? "en" : null;
}

/** The language of ours that is nearest to what a browser asks for. */
export function nearest(wanted: readonly string[]): Tag {
  return wanted.map(oursOf).find((tag) => tag !== null) ?? "en";
}

/** The reader's own variety of a language: its words are ours, but he writes times his own way. */
export function variety(tag: Tag, wanted: readonly string[]): string {
  return wanted.find((locale) => oursOf(locale) === tag) ?? tag;
}

class Language {
  tag = $state<Tag>("en");
  /** How amounts are written. A house has one currency, so components need not be told. */
  currency = $state.raw<Currency>(CREDITS);
  #messages = $state.raw<Messages>(en);

  async use(tag: Tag): Promise<void> {
    const messages = tag === "en" ? en : (await LOADERS[tag]()).default;
    this.#messages = messages;
    this.tag = tag;
    if (typeof document !== "undefined") document.documentElement.lang = tag;
  }

  say(key: Key, values: Values = {}): string {
    const { count } = values;
    const text = form(this.#messages[key], this.tag, typeof count === "number" ? count : undefined);
    return fill(text, this.tag, this.currency, values);
  }

  /** Whether a message has places for figures. */
  wants(key: Key): boolean {
    return placeholders(form(this.#messages[key], this.tag, undefined)).length > 0;
  }

  has(key: string): key is Key {
    return key in this.#messages;
  }
}

export const language = new Language();

/** Say a message in the language in use. */
export function t(key: Key, values?: Values): string {
  return language.say(key, values);
}

/** A name that data brings along, in the reader's words where there are any. */
export function named(
  prefix: "wager" | "refusal" | "outcomeName" | "found",
  id: string,
  otherwise: string,
  values?: Values,
): string {
  const key = `${prefix}.${id}`;
  return language.has(key) ? t(key, values) : otherwise;
}

function time(milliseconds: number, style: Intl.DateTimeFormatOptions): string {
  const locale = variety(language.tag, navigator.languages);
  return new Intl.DateTimeFormat(locale, style).format(milliseconds);
}

/** A moment of the day, as the reader writes it. */
export function clock(milliseconds: number): string {
  return time(milliseconds, { hour: "2-digit", minute: "2-digit" });
}

export { duration };

/** A day and a moment of it. */
export function moment(milliseconds: number): string {
  return time(milliseconds, { dateStyle: "medium", timeStyle: "medium" });
}
