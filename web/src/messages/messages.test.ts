import { afterEach, describe, expect, test, vi } from "vitest";
import en from "./en";
import { compactMoney, duration, exactPercent, money, percent, signedMoney } from "./format";
import { Language, nearest } from "./language.svelte";
import { form, placeholders, type Message } from "./message";
import hans from "./zh-Hans";
import hant from "./zh-Hant";

const language = new Language();
const { clock, moment, named, t } = language;
const EURO = { code: "EUR", digits: 2 };
const CREDITS = { code: null, digits: 0 };

const files: [string, Record<string, Message>][] = [
  ["zh-Hans", hans],
  ["zh-Hant", hant],
];

/** The placeholders of every form must be the same, or a plural would lose a number. */
function placeholdersOf(message: Message): string[][] {
  return typeof message === "string"
    ? [placeholders(message)]
    : Object.values(message).map((text) => placeholders(text));
}

describe.each(files)("%s", (tag, messages) => {
  test("has the keys of English, in their order", () => {
    expect(Object.keys(messages)).toEqual(Object.keys(en));
  });

  test.each(Object.entries(en as Record<string, Message>))("%s has its places", (key, message) => {
    const general = placeholders(form(message, "en", undefined));
    for (const found of placeholdersOf(messages[key] ?? "")) expect(found).toEqual(general);
  });

  test("has a form for every count", () => {
    const rules = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const message of Object.values(messages)) {
      if (typeof message !== "string")
        expect(Object.keys(message).sort()).toEqual([...rules].sort());
    }
  });
});

describe("messages", () => {
  test("count and fill", () => {
    expect(t("countdown.left", { count: 1 })).toBe("1 second left");
    expect(t("countdown.left", { count: 12 })).toBe("12 seconds left");
    expect(t("outcome.win", { net: 1200 })).toBe("Win +1,200");
  });

  test("change with the language", async () => {
    await language.use("zh-Hant");
    expect(t("side.banker")).toBe("莊");
    expect(document.documentElement.lang).toBe("zh-Hant");
    await language.use("en");
  });

  test("keep the name that data brings where there is no word", () => {
    expect(named("wager", "big-tiger", "?")).toBe("Big Tiger");
    expect(named("wager", "house-special", "House Special")).toBe("House Special");
    expect(named("refusal", "above-maximum", "?", { maximum: 1000 })).toBe(
      "The most here is 1,000",
    );
  });

  test("find the nearest language", () => {
    expect(nearest(["zh-TW", "en"])).toBe("zh-Hant");
    expect(nearest(["zh-SG"])).toBe("zh-Hans");
    expect(nearest(["zh-HK"])).toBe("zh-Hant");
    expect(nearest(["de", "en-GB"])).toBe("en");
    expect(nearest([])).toBe("en");
  });
});

/** The languages that a browser asks for. */
function reads(...locales: string[]): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(locales);
}

afterEach(() => vi.restoreAllMocks());

describe("formats", () => {
  test("money is exact to the minor unit", () => {
    expect(money("en", EURO, 123456)).toBe("€1,234.56");
    expect(money("en", EURO, 20000)).toBe("€200");
    expect(money("en", CREDITS, 1_000_000)).toBe("1,000,000");
    expect(signedMoney("en", CREDITS, 50)).toBe("+50");
    expect(signedMoney("en", CREDITS, -50)).toBe("-50");
    expect(signedMoney("en", CREDITS, 0)).toBe("0");
  });

  test("chips are short", () => {
    expect(compactMoney(CREDITS, 5000)).toBe("5K");
    expect(compactMoney(EURO, 2500)).toBe("25");
    expect(compactMoney(CREDITS, 1250)).toBe("1.25K");
  });

  test("edges have two decimals", () => {
    expect(percent("en", 0.014581)).toBe("1.46%");
    expect(percent("en", 0.5)).toBe("50%");
    expect(exactPercent("en", 0.014581044)).toBe("1.4581%");
  });

  test("lengths of time", () => {
    expect(duration(309_999)).toBe("5:09");
    expect(duration(3_909_000)).toBe("1:05:09");
    expect(duration(-5)).toBe("0:00");
  });

  test("times are written as the reader writes them", async () => {
    const afternoon = new Date(2026, 10, 16, 12, 56).getTime();
    reads("en-GB");
    expect(clock(afternoon)).toBe("12:56");
    expect(moment(afternoon)).toContain("16 Nov 2026");
    reads("en-US");
    expect(clock(afternoon)).toMatch(/^12:56.PM$/);
    reads("de-DE", "en-GB");
    expect(clock(afternoon)).toBe("12:56");
    reads("en-US");
    await language.use("zh-Hant");
    expect(clock(afternoon)).toMatch(/午/);
    await language.use("en");
  });
});
