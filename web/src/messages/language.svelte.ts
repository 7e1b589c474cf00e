/** The language in use, and the words of it. Components read it, and change with it. */

import en from "./en";
import { CREDITS, money, signedMoney, type Currency } from "./format";
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
  "zh-Hans": () => import("./zh-Hans"),
  "zh-Hant": () => import("./zh-Hant"),
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

/** Says a message in the language in use. */
export type Say = (key: Key, values?: Values) => string;

/** Its functions can be taken from it one by one: whatever calls them changes with the language. */
export class Language {
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

  readonly t: Say = (key, values = {}) => {
    const { count } = values;
    const text = form(this.#messages[key], this.tag, typeof count === "number" ? count : undefined);
    return fill(text, this.tag, this.currency, values);
  };

  /** A name that data brings along, in the reader's words where there are any. */
  readonly named = (
    prefix:
      | "wager"
      | "refusal"
      | "outcomeName"
      | "found"
      | "office.life"
      | "office.cage"
      | "office.meter"
      | "setting"
      | "setting.driver",
    id: string,
    otherwise: string,
    values?: Values,
  ): string => {
    const key = `${prefix}.${id}`;
    return this.has(key) ? this.t(key, values) : otherwise;
  };

  /** What a table is called: a name of the house's own stays, one that we know is told in our words. */
  readonly tableName = ({ id, name }: { id: string; name: string }): string => {
    const key = `tableName.${id}`;
    return this.has(key) && en[key] === name ? this.t(key) : name;
  };

  /** The title of a rulebook, by its key. */
  readonly rulebookTitle = (edition: string, title: string): string => {
    const key = `rulebookName.${edition.split("@")[0] ?? ""}`;
    return this.has(key) && en[key as Key] === title ? this.t(key) : title;
  };

  /** Whether a message has places for figures. */
  wants(key: Key): boolean {
    return placeholders(form(this.#messages[key], this.tag, undefined)).length > 0;
  }

  has(key: string): key is Key {
    return key in this.#messages;
  }

  /** An amount of minor units, as money. */
  readonly money = (minor: number): string => money(this.tag, this.currency, minor);

  /** Money with its sign, plus included: what somebody won or lost. */
  readonly signed = (minor: number): string => signedMoney(this.tag, this.currency, minor);

  /** A moment of the day, as the reader writes it. */
  readonly clock = (milliseconds: number): string =>
    this.#time(milliseconds, { hour: "2-digit", minute: "2-digit" });

  /** A day and a moment of it. */
  readonly moment = (milliseconds: number): string =>
    this.#time(milliseconds, { dateStyle: "medium", timeStyle: "medium" });

  #time(milliseconds: number, style: Intl.DateTimeFormatOptions): string {
    const locale = variety(this.tag, navigator.languages);
    return new Intl.DateTimeFormat(locale, style).format(milliseconds);
  }
}
