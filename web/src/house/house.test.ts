import { describe, expect, test } from "vitest";
import { Language } from "../messages/language.svelte";
import { TIGER } from "../testing/tables";
import { refusalWords } from "./refusal";
import { routeOf } from "./router.svelte";
import { readChoices } from "./settings.svelte";

test("addresses lead to pages", () => {
  expect(routeOf("/")).toEqual({ page: "lobby" });
  expect(routeOf("/table/tiger/")).toEqual({ page: "table", table: "tiger" });
  expect(routeOf("/table/tiger/rules")).toEqual({ page: "rules", table: "tiger" });
  expect(routeOf("/history")).toEqual({ page: "history", round: null });
  expect(routeOf("/history/zero-g1-7")).toEqual({ page: "history", round: "zero-g1-7" });
  expect(routeOf("/lab")).toEqual({ page: "lab" });
  expect(routeOf("/terminal")).toEqual({ page: "terminal" });
  expect(routeOf("/verify", "?table=zero&round=7")).toEqual({
    page: "verify",
    table: "zero",
    round: 7,
  });
  expect(routeOf("/verify", "?round=x")).toEqual({ page: "verify", table: null, round: null });
  expect(routeOf("/wall/tiger")).toEqual({ page: "wall", table: "tiger" });
  expect(routeOf("/wall")).toEqual({ page: "wall", table: "" });
  expect(routeOf("/table/UPPER")).toEqual({ page: "nowhere" });
});

test("of what was kept only what fits is taken", () => {
  expect(readChoices(null)).toMatchObject({ theme: "system", pace: "standard", shortcuts: true });
  expect(readChoices("no json").squeeze).toBe(false);
  expect(readChoices("null").volumes.on).toBe(false);
  const kept = readChoices(
    '{"theme":"dark","pace":"warp","language":"zh-Hans","volumes":{"on":true,"master":9}}',
  );
  expect(kept).toMatchObject({ theme: "dark", pace: "standard", language: "zh-Hans" });
  expect(kept.volumes).toMatchObject({ on: true, master: 0.6 });
  expect(kept).toMatchObject({ tray: [], pointed: false });
  const trayOf = (tray: string) => readChoices(`{"tray":${tray}}`).tray;
  expect(trayOf("[100,2500]")).toEqual([100, 2500]);
  for (const wrong of ["7", "[0]", "[1.5]", '["100"]', "[5,5]", "[1,2,3,4,5,6,7,8,9]"])
    expect(trayOf(wrong)).toEqual([]);
});

describe("a refusal", () => {
  const language = new Language();
  const base = { words: "the house's words", clause: null, wager: "banker" };

  test("is in the reader's words, with the limits of its spot", () => {
    expect(refusalWords(language, { ...base, code: "below-minimum" }, TIGER)).toBe(
      "The least here is 100",
    );
  });

  test("keeps the house's words where figures are not known, or there are no others", () => {
    expect(refusalWords(language, { ...base, code: "below-minimum", wager: null }, TIGER)).toBe(
      base.words,
    );
    expect(refusalWords(language, { ...base, code: "something-new" }, TIGER)).toBe(base.words);
    expect(refusalWords(language, { ...base, code: "something-new", words: "" })).toBe(
      "That is not possible now",
    );
  });

  test("names its clause", () => {
    const said = refusalWords(language, { ...base, code: "placed-too-late", clause: "5.5" }, TIGER);
    expect(said).toBe("Too late: no more bets (clause 5.5)");
  });
});
