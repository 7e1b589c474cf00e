import { describe, expect, test } from "vitest";
import { colourOf, contrast, laidOver, tokensOf, type Theme } from "./colour";
import css from "./tokens.css?raw";

// Read as text: the numbers tested are the numbers shipped.

const THEMES: readonly Theme[] = ["light", "dark"];
const FELTS = [...css.matchAll(/\[data-felt\^="([\w-]+)"\]/g)].map(([selector]) => selector);
const ROOM = ["room", "room-2", "room-3"];
const INKS = ["ink", "ink-soft", "brass-ink", "good", "wrong"];
const SIDES = ["p", "b", "t"];
const SUITS = ["suit-metal", "suit-wood", "suit-water", "suit-fire", "suit-earth"];

/** All tokens as they stand on a material. */
function on(theme: Theme, ...materials: string[]): (name: string) => string {
  const scopes = [":root", ...materials].flatMap((one) => [...tokensOf(css, one, theme)]);
  const tokens = new Map(scopes);
  return (name) => colourOf(tokens, name);
}

function pairs(inks: readonly string[], grounds: readonly string[]): [string, string][] {
  return inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground]));
}

describe.each(THEMES)("in the room, %s", (theme) => {
  const colour = on(theme);
  const measured = (ink: string, ground: string): number => contrast(colour(ink), colour(ground));

  test.each([
    ...pairs(INKS, ROOM),
    ["room", "ink"],
    ["on-brass", "brass"],
    ["on-brass", "brass-hi"],
    ["ivory", "pit"],
    ["paper-ink", "ivory"],
    ...SIDES.map((side): [string, string] => ["on-enamel", `enamel-${side}`]),
    ...pairs(["card-ink", "card-red", ...SUITS], ["card-paper"]),
  ])("%s can be read on %s", (ink, ground) => {
    expect(measured(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ...pairs(["rule-strong", "focus"], ROOM),
    ["card-back-line", "card-back"],
    ["card-back", "card-paper"],
    ["brass-hi", "pit"],
  ])("%s can be seen on %s", (ink, ground) => {
    expect(measured(ink, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(THEMES)("on paper, %s", (theme) => {
  const colour = on(theme, ".paper");
  const measured = (ink: string, ground: string): number => contrast(colour(ink), colour(ground));

  test.each([
    ...pairs([...INKS, ...SIDES.map((side) => `pencil-${side}`)], ["paper"]),
    ...pairs(INKS, ["paper-2"]),
    ...SIDES.map((side): [string, string] => ["on-enamel", `pencil-${side}`]),
  ])("%s can be read on %s", (ink, ground) => {
    expect(measured(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ...pairs(["rule-strong", "focus"], ["paper", "paper-2"]),
    ...pairs(
      SIDES.map((side) => `pencil-${side}`),
      ["marker"],
    ),
  ])("%s can be seen on %s", (ink, ground) => {
    expect(measured(ink, ground)).toBeGreaterThanOrEqual(3);
  });

  test("red and blue differ without their hues", () => {
    expect(measured("pencil-b", "pencil-p")).toBeGreaterThanOrEqual(1.25);
  });
});

test("each of the five documents has its felt", () => {
  expect(new Set(FELTS).size).toBe(5);
});

// The lightest part of a felt is the worst ground for what is light itself.
describe.each([":root", ...FELTS])("on the felt of %s", (felt) => {
  const colour = on("dark", felt, ".on-felt");
  const grounds = [colour("felt-hi"), colour("felt"), colour("felt-lo")];
  const least = (ink: string): number =>
    Math.min(...grounds.map((ground) => contrast(ink, ground)));

  test.each([...INKS, "brass-lit"])("%s can be read", (ink) => {
    expect(least(colour(ink))).toBeGreaterThanOrEqual(4.5);
  });

  test("focus and lines can be seen", () => {
    expect(least(colour("focus"))).toBeGreaterThanOrEqual(3);
    for (const ground of grounds)
      expect(contrast(laidOver(ground, colour("brass"), 0.72), ground)).toBeGreaterThanOrEqual(3);
  });

  test("a winning spot can be read", () => {
    const lit = laidOver(colour("felt-hi"), colour("brass-hi"), 0.2);
    for (const ink of ["ink", "brass-pale"])
      expect(contrast(colour(ink), lit)).toBeGreaterThanOrEqual(4.5);
  });
});

test("the contrast of black and white is known", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(laidOver("#000000", "#ffffff", 0.5)).toBe("#808080");
});
