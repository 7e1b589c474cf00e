import { describe, expect, test, vi } from "vitest";
import { Language } from "../messages/language.svelte";
import { show } from "../testing/show";
import { deck, readCard } from "../model/card";
import CardFace from "./CardFace.svelte";
import CardSign from "./CardSign.svelte";
import { practise } from "./practice";
import { cardName } from "../messages/cardName";
import { pipsOf } from "./pip";

describe("notation", () => {
  test("reads both decks whole", () => {
    expect(deck("french")).toHaveLength(52);
    expect(deck("elements")).toHaveLength(65);
    for (const card of [...deck("french"), ...deck("elements")])
      expect(readCard(card)).not.toBeNull();
  });

  test.each(["", "A", "1s", "Ks2", "Km", "Sh", "Lx", "10h"])("%j is no card", (text) => {
    expect(readCard(text)).toBeNull();
  });

  test("names cards", () => {
    const { t } = new Language();
    expect(cardName(t, "As")).toBe("Ace of spades");
    expect(cardName(t, "9h")).toBe("9 of hearts");
    expect(cardName(t, "Lm")).toBe("Luk of metal");
    expect(cardName(t, null)).toBe("Face-down card");
    expect(cardName(t, "??")).toBe("Face-down card");
  });
});

test("a number card has as many pips as its number", () => {
  for (const [rank, count] of [
    ["A", 1],
    ["2", 2],
    ["7", 7],
    ["9", 9],
    ["T", 10],
  ] as const) {
    expect(pipsOf(rank)).toHaveLength(count);
  }
  expect(pipsOf("K")).toHaveLength(0);
});

describe("faces", () => {
  test("no two faces of a deck are alike", () => {
    for (const family of ["french", "elements"] as const) {
      const faces = deck(family).map((card) => show(CardFace, { card }).container.innerHTML);
      expect(new Set(faces).size).toBe(faces.length);
    }
  });

  test("a squeezed card hides its corners", () => {
    const { container } = show(CardFace, { card: "9h", corners: false });
    expect(container.querySelectorAll("text")).toHaveLength(0);
    expect(container.querySelectorAll("path")).toHaveLength(9);
  });

  test("ten pips are smaller than nine, and none lies over another", () => {
    for (const rank of ["9", "T"] as const) {
      const size = rank === "T" ? 18.5 : 20;
      const pips = pipsOf(rank);
      for (const one of pips)
        for (const other of pips)
          if (one !== other)
            expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(size);
    }
  });

  test("a card in a line of text is told as one thing", () => {
    const { container } = show(CardSign, { card: "Td" });
    const sign = container.querySelector("[role=img]");
    expect(sign?.getAttribute("aria-label")).toBe("Ten of diamonds");
    expect(sign?.textContent?.trim()).toBe("10");
  });

  test("what is no card is blank", () => {
    const { container } = show(CardFace, { card: "zz" });
    expect(container.querySelectorAll("path")).toHaveLength(0);
  });
});

test("faces are practised off the page, and no longer when somebody leaves", () => {
  vi.useFakeTimers();
  const before = document.body.innerHTML;
  const made = vi.spyOn(document, "createElement");
  const leave = practise("french");
  vi.advanceTimersByTime(400);
  expect(made).toHaveBeenCalled();
  leave();
  made.mockClear();
  vi.advanceTimersByTime(5000);
  expect(made).not.toHaveBeenCalled();
  expect(document.body.innerHTML).toBe(before);
  vi.useRealTimers();
});
