/** A message: text with {name} or {name:style} in it, in one form or one per plural. */

import { styled, type Currency, type Style } from "./format";

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Values = Record<string, string | number>;

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[0]).sort();
}

const rules = new Map<string, Intl.PluralRules>();

/** Making rules costs far more than asking them, so each language's are made once. */
function pluralRules(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, known);
  return known;
}

/** The form of a message for a count; without a count, or without such a form, its general one. */
export function form(message: Message, locale: string, count: number | undefined): string {
  if (typeof message === "string") return message;
  const rule = count === undefined ? "other" : pluralRules(locale).select(count);
  return message[rule] ?? message.other ?? "";
}

export function fill(text: string, locale: string, currency: Currency, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string, style: Style | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === "string" || style === undefined) return String(value);
    return styled(locale, currency, style, value);
  });
}
