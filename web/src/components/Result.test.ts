import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { show } from "../testing/show";
import Announcer from "./Announcer.svelte";
import LastHand from "./LastHand.svelte";
import Result from "./Result.svelte";
import Toasts from "./Toasts.svelte";

test("the announcer has a polite and an assertive region", () => {
  const { container } = show(Announcer, { polite: "one", assertive: "two" });
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe("one");
  expect(container.querySelector('[aria-live="assertive"]')?.textContent).toBe("two");
});

test("a toast can be dismissed", async () => {
  const ondismiss = vi.fn();
  show(Toasts, { notices: [{ id: 7, text: "Connection lost", kind: "wrong" }], ondismiss });
  await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(ondismiss).toHaveBeenCalledWith(7);
});

test("a result names what else has won", () => {
  const came = [{ outcome: "hit", words: "Tiger 20:1" }] as const;
  show(Result, { winner: "banker", player: 5, banker: 6, net: null, came });
  expect(screen.getByText("Tiger 20:1")).toBeTruthy();
});

test("a result says the same twice where two wagers of one name came to the same", () => {
  const one = { outcome: "win", words: "Lucky pays 5:1 +50" } as const;
  const account = [one.words, one.words];
  show(Result, { winner: "banker", player: 5, banker: 6, net: 100, came: [one, one], account });
  expect(screen.getAllByText(one.words)).toHaveLength(4);
});

test("the hand before tells both hands, their totals and how it ended", () => {
  const cards = { player: ["4s", "Jd", "Ac"], banker: ["Kh", "6s"] };
  const hand = { round: 57, winner: "banker", player: 5, banker: 6, cards, net: -500 } as const;
  const { container } = show(LastHand, { hand });
  const words = (container.textContent ?? "").replace(/\s+/g, " ").trim();
  expect(words).toBe("Round 57: PPlayer 4 J A 5BBanker K 6 6 Banker wins -500");
  expect(screen.getByRole("img", { name: "Ace of clubs" })).toBeTruthy();
  expect(container.querySelectorAll(".wins")).toHaveLength(1);
});

describe("the result", () => {
  test("is said in words, with what it did to the balance", () => {
    const { container } = show(Result, { winner: "banker", player: 5, banker: 6, net: 1300 });
    expect(container.textContent).toContain("Banker wins, 6 over 5");
    expect(container.textContent).toContain("Your net +1,300");
  });

  test("of physical cards has no totals", () => {
    const { container } = show(Result, { winner: "banker", player: null, banker: null, net: null });
    expect(container.querySelector("strong")?.textContent).toBe("Banker wins");
  });

  test("of a void round names what was found, and the clause", () => {
    const { container } = show(Result, {
      winner: null,
      player: 0,
      banker: 0,
      net: null,
      reason: "foreign-card",
      clause: "5.1.1",
    });
    expect(container.textContent).toContain("Round void, stakes back: a foreign card");
    expect(container.textContent).toContain("clause 5.1.1");
    expect(container.textContent).not.toContain("Your net");
  });
});
