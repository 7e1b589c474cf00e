import { describe, expect, test } from "vitest";
import { coloursOf, contrast, type Theme } from "./colour";
import css from "./tokens.css?raw";

// Read as text: the numbers tested are the numbers shipped.

/** Text on ground: at least 4.5 to 1. */
const text: [string, string][] = [
  ...["page", "sheet", "well"].flatMap((ground): [string, string][] =>
    ["ink", "ink-soft", "banker", "player", "tie", "brass", "wrong"].map((ink) => [ink, ground]),
  ),
  ["on-ink", "ink"],
  ["on-banker", "banker"],
  ["on-player", "player"],
  ["on-tie", "tie"],
  ...["banker-wash", "player-wash", "tie-wash", "brass-wash", "wrong-wash"].flatMap(
    (ground): [string, string][] => [
      ["ink", ground],
      ["ink-soft", ground],
    ],
  ),
  ["banker", "banker-wash"],
  ["player", "player-wash"],
  ["tie", "tie-wash"],
  ["wrong", "wrong-wash"],
  ...["card-ink", "card-red", "metal", "wood", "water", "fire", "earth"].map(
    (ink): [string, string] => [ink, "card-paper"],
  ),
];

/** Edges of controls, focus and marks: at least 3 to 1. */
const shape: [string, string][] = [
  ...["page", "sheet", "well"].flatMap((ground): [string, string][] => [
    ["rule-strong", ground],
    ["focus", ground],
  ]),
  ["card-back-line", "card-back"],
  ["card-back", "card-paper"],
];

describe.each<Theme>(["light", "dark"])("%s theme", (theme) => {
  const colours = coloursOf(css, theme);
  const measure = ([ink, ground]: [string, string]): number => {
    const pair = [colours.get(ink), colours.get(ground)];
    if (pair[0] === undefined || pair[1] === undefined) throw new Error(`${ink} on ${ground}`);
    return contrast(pair[0], pair[1]);
  };

  test.each(text)("%s can be read on %s", (ink, ground) => {
    expect(measure([ink, ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shape)("%s can be seen on %s", (ink, ground) => {
    expect(measure([ink, ground])).toBeGreaterThanOrEqual(3);
  });

  test("red and blue differ without their hues", () => {
    expect(measure(["banker", "player"])).toBeGreaterThanOrEqual(1.25);
  });
});

test("the contrast of black and white is known", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
