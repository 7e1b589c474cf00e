/** Numbers, money, shares and times, as the reader's language writes them. */

import type { HouseInfo } from "../protocol/messages";

/** Amounts are whole minor units everywhere; only here do they become money. */
export interface Currency {
  /** An ISO 4217 code, or null for play credits, which have no sign. */
  code: string | null;
  /** How many decimals a major unit has: 2 for cents, 0 for credits. */
  digits: number;
}

export const CREDITS: Currency = { code: null, digits: 0 };

/** A three-letter code of capitals is a currency of the world; anything else is the house's own. */
export function currencyOf(info: Pick<HouseInfo, "currency" | "minor_digits">): Currency {
  return {
    code: /^[A-Z]{3}$/.test(info.currency) ? info.currency : null,
    digits: info.minor_digits,
  };
}

export type Style = "number" | "money" | "signed" | "compact" | "percent" | "exact" | "word";

const made = new Map<string, Intl.NumberFormat>();

/** Making a format costs far more than using one, so each is made once. */
function formatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = made.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    made.set(key, format);
  }
  return format;
}

function moneyOptions(currency: Currency, minor: number): Intl.NumberFormatOptions {
  // Whole amounts drop their zeros: "200" reads faster than "200.00" and means the same.
  const whole = minor % 10 ** currency.digits === 0;
  const digits = whole ? 0 : currency.digits;
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  if (currency.code !== null) {
    options.style = "currency";
    options.currency = currency.code;
    options.currencyDisplay = "narrowSymbol";
  }
  return options;
}

export function money(locale: string, currency: Currency, minor: number): string {
  const options = moneyOptions(currency, minor);
  return formatter(locale, options).format(minor / 10 ** currency.digits);
}

/** Money with its sign, plus included: what somebody won or lost. */
export function signedMoney(locale: string, currency: Currency, minor: number): string {
  const options: Intl.NumberFormatOptions = {
    ...moneyOptions(currency, minor),
    signDisplay: "exceptZero",
  };
  return formatter(locale, options).format(minor / 10 ** currency.digits);
}

/** Short money for chips and tight places: 5K, and never a sign of currency. */
export function compactMoney(currency: Currency, minor: number): string {
  // Chips are the same in every language: the trade prints 5K, not 5千.
  const options: Intl.NumberFormatOptions = { notation: "compact", maximumFractionDigits: 2 };
  return formatter("en", options).format(minor / 10 ** currency.digits);
}

export function percent(locale: string, share: number): string {
  // Sums of shares are whole but for the last bits of a binary fraction.
  const digits = Number.isInteger(Number((share * 100).toFixed(6))) ? 0 : 2;
  return formatter(locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

/** The difference of two shares in percentage points, with its sign. */
export function points(locale: string, share: number, digits = 2): string {
  return formatter(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "exceptZero",
  }).format(share * 100);
}

/** A share to a hundredth of a basis point: an edge as far as anybody compares two of them. */
export function exactPercent(locale: string, share: number): string {
  return formatter(locale, { style: "percent", maximumFractionDigits: 4 }).format(share);
}

export function number(locale: string, value: number): string {
  return formatter(locale, {}).format(value);
}

const WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const SIGNS = "零一二三四五六七八九十";

/** A small number as a heading begins with it; a larger one in figures. */
export function word(locale: string, value: number): string {
  return (locale.startsWith("zh") ? SIGNS[value] : WORDS[value]) ?? number(locale, value);
}

/** Units of a stake, to the ten-thousandth. */
export function units(locale: string, value: number): string {
  return formatter(locale, { maximumFractionDigits: 4 }).format(value);
}

/** A length of time as 1:05:09 or 5:09. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

export function styled(locale: string, currency: Currency, style: Style, value: number): string {
  switch (style) {
    case "money":
      return money(locale, currency, value);
    case "signed":
      return signedMoney(locale, currency, value);
    case "compact":
      return compactMoney(currency, value);
    case "percent":
      return percent(locale, value);
    case "exact":
      return exactPercent(locale, value);
    case "word":
      return word(locale, value);
    case "number":
      return number(locale, value);
  }
}
