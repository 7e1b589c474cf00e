import { screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { Language } from "../messages/language.svelte";
import { thirdCardWords } from "../messages/thirdCard";
import type { ThirdCard } from "../model/thirdCard";
import { show } from "../testing/show";
import Hand from "./Hand.svelte";

const RULE: ThirdCard = {
  side: "banker",
  draws: true,
  total: 4,
  against: 5,
  natural: false,
  clause: "3.9.4",
};

describe("a hand", () => {
  test("has a moment of its own for a natural and for a tie", () => {
    const cards = [{ card: "9h", faceUp: true }];
    const props = { side: "player" as const, cards, total: 9 };
    const natural = show(Hand, { ...props, natural: true });
    expect(natural.container.querySelector(".natural .total")).not.toBeNull();
    const tie = show(Hand, { ...props, result: "ties" as const });
    expect(tie.container.querySelector(".ties")).not.toBeNull();
  });

  test("tells side, total, winner and the rule by its clause", () => {
    const cards = [
      { card: "4h", faceUp: true },
      { card: "Kc", faceUp: true },
      { card: "3d", faceUp: true },
    ];
    const { container } = show(Hand, {
      side: "banker",
      cards,
      total: 7,
      result: "wins",
      rule: RULE,
    });
    expect(screen.getByRole("region", { name: "Banker hand" })).toBeTruthy();
    expect(screen.getByText("Banker total 7")).toBeTruthy();
    expect(screen.getByText("Wins")).toBeTruthy();
    expect(container.textContent).toContain("Banker has 4, Player drew 5: draws");
    expect(screen.getByText("clause 3.9.4")).toBeTruthy();
    expect(screen.getAllByRole("img")).toHaveLength(3);
  });

  test("tells the rule in few words below cards that lie across, where there is a line for it", () => {
    const cards = [{ card: "4h", faceUp: true }];
    const props = { side: "banker", cards, total: 4, rule: RULE, laid: "across" } as const;
    const { container } = show(Hand, { ...props, told: true });
    const brief = container.querySelector(".brief")?.textContent?.replace(/\s+/g, " ").trim();
    expect(brief).toBe("Has 4: draws 3.9.4");
    expect(container.textContent).toContain("Banker has 4, Player drew 5: draws");
    const close = show(Hand, { ...props, told: false });
    expect(close.container.querySelector(".brief")).toBeNull();
  });

  test("waits for its cards", () => {
    show(Hand, { side: "player", cards: [], total: null });
    expect(screen.getByText("No cards yet")).toBeTruthy();
    expect(screen.queryByText(/total/)).toBeNull();
  });

  test("shows a natural", () => {
    const cards = [
      { card: "9s", faceUp: true },
      { card: "Kc", faceUp: true },
    ];
    show(Hand, { side: "player", cards, total: 9, natural: true });
    expect(screen.getByText("Natural 9")).toBeTruthy();
  });
});

test("every case of the third card has words", () => {
  const words = (change: Partial<ThirdCard>): string =>
    thirdCardWords(new Language().t, { ...RULE, ...change });
  expect(words({ natural: true })).toBe("A natural: nobody draws");
  expect(words({ side: "player", total: 3 })).toBe("Player has 3: draws a third card");
  expect(words({ side: "player", total: 6, draws: false })).toBe("Player has 6: stands");
  expect(words({ against: null })).toBe("Banker has 4, Player stood: draws");
  expect(words({ against: null, total: 7, draws: false })).toBe(
    "Banker has 7, Player stood: stands",
  );
  expect(words({ draws: false, against: 1 })).toBe("Banker has 4, Player drew 1: stands");
});
