import { expect, test } from "vitest";
import { isCardKey, typedCard } from "./typed";

test.each([
  ["3d", "3d"],
  ["10h", "Th"],
  ["tH", "Th"],
  ["AC", "Ac"],
  [" ks ", "Ks"],
])("%s is typed for %s", (text, card) => expect(typedCard(text, "french")).toBe(card));

test("a card of another family, or half a card, is none", () => {
  expect(typedCard("3m", "french")).toBeNull();
  expect(typedCard("1d", "french")).toBeNull();
  expect(typedCard("3", "french")).toBeNull();
  expect(typedCard("aa", "elements")).toBe("Aa");
  expect(typedCard("Lm", "elements")).toBe("Lm");
  expect(typedCard("Kd", "elements")).toBeNull();
});

test("only letters and digits belong to a card", () => {
  expect(["3", "d", "K"].every(isCardKey)).toBe(true);
  expect(["Enter", " ", "F2", "é"].some(isCardKey)).toBe(false);
});
