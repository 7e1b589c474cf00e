/** A shoe is read, checked and handed on; whatever was changed in it is named. */

import { commitment, shoeOrder } from "virtual:verify";
import { describe, expect, test } from "vitest";
import { revealFragment, revealOf, revealsOf, revealText, textOfFragment } from "./reveal";
import { readReveal, type Problem } from "./revealReading";
import type { ShoeRecord } from "./shoes";
import { verdictOf } from "./verdict";

const FRENCH = { family: "french" } as const;
const SECRET = "00".repeat(32);
const BARE = { table: "tiger", shoe: 3, deck: "french", decks: 8, secret: SECRET, outside: "ab" };
const ORDER = shoeOrder(BARE);
const PROMISE = commitment(BARE);
/** Cards 11 to 16 of the shoe, the fourth of which was not seen. */
const SEEN = Object.fromEntries(
  [11, 12, 13, 15, 16].map((place) => [place, ORDER[place - 1] ?? ""]),
);
const SHOE: ShoeRecord = {
  number: 3,
  commitment: PROMISE,
  early: true,
  decks: 8,
  secret: SECRET,
  outside: "ab",
  seen: { ...SEEN, 20: ORDER[19] ?? "" },
  rounds: { 2: [11, 16], 3: [20, 20] },
};
const HAND = { ...BARE, commitment: PROMISE, first: 11, cards: ORDER.slice(10, 16) };

describe("a shoe of which something was seen", () => {
  test("is told with the cards of a round, or all, and a gap where none was seen", () => {
    const cards = [...ORDER.slice(10, 13), "?", ...ORDER.slice(14, 16)];
    expect(revealOf(FRENCH, "tiger", SHOE, 2)).toEqual({ ...HAND, cards });
    expect(revealOf(FRENCH, "tiger", SHOE)?.cards).toHaveLength(10);
    expect(revealOf(FRENCH, "tiger", SHOE, 9)).toMatchObject({ cards: [] });
  });

  test("is not told while it is sealed", () => {
    const sealed = { ...SHOE, number: 4, secret: null };
    const known = { committedAs: "zero-g1", shoes: [SHOE, sealed] };
    expect(revealsOf(FRENCH, known)).toMatchObject([{ shoe: 3, table: "zero-g1" }]);
  });

  test("travels in an address, and comes out as it went in", () => {
    const fragment = revealFragment(HAND);
    expect(fragment).toMatch(/^#[\w-]+$/);
    expect(textOfFragment(fragment)).toBe(revealText(HAND));
    expect(textOfFragment("")).toBeNull();
    expect(textOfFragment("#no-link-of-ours")).toBeNull();
    expect(readReveal(revealText(HAND))).toEqual({ reveal: HAND });
  });
});

describe("the verdict", () => {
  const other = (card: string | undefined): string => (card === "As" ? "Ks" : "As");
  const [one = "", two = "", ...rest] = HAND.cards;

  test("says only what was compared", () => {
    expect(verdictOf(HAND)).toMatchObject({ finding: "true", compared: 6, keepsPromise: true });
    expect(verdictOf({ ...HAND, cards: [] })).toMatchObject({ finding: "no-cards", compared: 0 });
    expect(verdictOf({ ...HAND, cards: ["?", "?"] })).toMatchObject({ finding: "no-cards" });
    expect(verdictOf({ ...HAND, commitment: null })).toMatchObject({
      finding: "no-promise",
      keepsPromise: null,
    });
  });

  test("holds the secret against the promise that this device was told, where none is given", () => {
    const bare = { ...HAND, commitment: null };
    expect(verdictOf(bare, PROMISE)).toMatchObject({ finding: "true", promise: PROMISE });
    const secret = `11${SECRET.slice(2)}`;
    const forged = { ...bare, secret, cards: shoeOrder({ ...BARE, secret }).slice(10, 16) };
    expect(verdictOf(forged, PROMISE).finding).toBe("wrong-secret");
  });

  test("names a card that was changed, and its place", () => {
    const changed = verdictOf({ ...HAND, cards: [one, other(two), ...rest] });
    expect(changed.finding).toBe("wrong-card");
    expect(changed.wrong).toEqual([{ place: 12, seen: other(two), dealt: two }]);
  });

  test("names cards that lie in another order", () => {
    expect(verdictOf({ ...HAND, cards: [two, one, ...rest] }).finding).toBe("wrong-order");
  });

  test("names a card beyond the end of the shoe", () => {
    expect(verdictOf({ ...HAND, first: 417, cards: ["As"] }).wrong).toEqual([
      { place: 417, seen: "As", dealt: null },
    ]);
  });

  test("names what the shoe is made of, where hardly a card fits", () => {
    expect(verdictOf({ ...HAND, outside: "" }).finding).toBe("wrong-shoe");
    expect(verdictOf({ ...HAND, decks: 6 }).finding).toBe("wrong-shoe");
  });

  test("names secret and promise, each where it was changed", () => {
    const secret = `11${SECRET.slice(2)}`;
    const promise = commitment({ ...BARE, secret });
    expect(verdictOf({ ...HAND, secret }).finding).toBe("wrong-secret");
    expect(verdictOf({ ...HAND, commitment: promise }).finding).toBe("wrong-promise");
    expect(verdictOf({ ...HAND, secret, cards: [] }).finding).toBe("secret-or-promise");
    // Whoever was told the promise himself knows which of the two it is.
    expect(verdictOf({ ...HAND, secret, cards: [] }, PROMISE).finding).toBe("wrong-secret");
    expect(verdictOf({ ...HAND, secret, commitment: promise }, PROMISE).finding).toBe(
      "other-promise",
    );
  });
});

describe("a text that is no shoe", () => {
  const problemsOf = (text: string): Problem[] => {
    const read = readReveal(text);
    return "problems" in read ? read.problems : [];
  };
  const lines = revealText(HAND).split("\n");
  const changed = (name: string, line: string): string =>
    lines.map((one) => (one.includes(`"${name}"`) ? `  ${line}` : one)).join("\n");

  test.each([
    ["no reveal at all", 1],
    ["null", 1],
    ["[1]", 1],
    ['{\n  "table": "t",\n  "shoe" 3\n}', 3],
    ['{\n  "table": "t"\n  "shoe": 3\n}', 3],
    ['{\n  "table": "t",\n  "cards": ["As", }\n', 3],
    ['{\n  "table": "t",\n  "shoe": 3\n', 3],
    ['{\n  "table": "t,\n  "shoe": 3\n}', 2],
  ])("%j is none from line %i on", (text, line) => {
    expect(problemsOf(text)).toEqual([{ line, what: "not-json", name: "" }]);
  });

  test.each([
    ["table", '"table": 5,', "text"],
    ["shoe", '"shoe": "three",', "number"],
    ["deck", '"deck": "tarot",', "deck"],
    ["deck", '"deck": "toString",', "deck"],
    ["decks", '"decks": 1000000,', "number"],
    ["secret", '"secret": "00",', "secret"],
    ["outside", '"outside": "xyz",', "hex"],
    ["commitment", '"commitment": "12",', "secret"],
    ["first", '"first": 0,', "number"],
    ["cards", '"cards": "As"', "list"],
  ] as const)("says in which line %s is wrong", (name, line, what) => {
    const at = lines.findIndex((one) => one.includes(`"${name}"`)) + 1;
    expect(problemsOf(changed(name, line))).toEqual([{ line: at, what, name }]);
  });

  test("names each card that is none", () => {
    const text = changed("cards", '"cards": ["As",\n "1x",\n 7]');
    const at = lines.findIndex((one) => one.includes('"cards"')) + 1;
    expect(problemsOf(text)).toEqual([
      { line: at + 1, what: "card", name: "1x" },
      { line: at + 2, what: "card", name: "7" },
    ]);
  });

  test("names all that is missing", () => {
    expect(problemsOf("{}").map(({ name, what }) => `${name} ${what}`)).toEqual(
      ["table", "shoe", "deck", "decks", "secret"].map((name) => `${name} missing`),
    );
  });
});
