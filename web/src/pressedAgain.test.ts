import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Ask, Tell } from "./protocol/messages";
import { FakeHouse } from "./testing/fakeHouse";
import { Chance } from "./testing/random";
import { Visit } from "./testing/visit";

// Compiling what a page asks for later takes as long as a busy machine likes; no test is about that.
beforeAll(() => import("./pages/more"), 120_000);
afterEach(() => localStorage.clear());

test("a chip that is not taken for now is the same chip when it is pressed again", async () => {
  const house = new FakeHouse(new Chance(3), "zero");
  const visit = new Visit("/table/zero");
  visit.who = "guest";
  visit.answer = (ask: Ask): Tell[] => {
    if (ask.type === "Watch") return [house.snapshot(), house.yourStakes({}), house.balance()];
    if (ask.type !== "Chip") return [];
    return [{ type: "Refused", code: "overloaded", words: "busy", wager: "tie", id: ask.id }];
  };
  const ids = (): string[] =>
    visit.asked("Chip").flatMap((ask) => (ask.type === "Chip" ? ask.id : []));
  visit.open();
  const tie = await screen.findByRole("button", { name: /^Tie,/ });
  await waitFor(() => expect(tie.getAttribute("aria-disabled")).toBe("false"));
  await fireEvent.click(tie);
  expect(await screen.findByText("The house is very busy: try again")).toBeTruthy();
  await fireEvent.click(tie);
  await waitFor(() => expect(ids()).toHaveLength(2));
  expect(ids()[1]).toBe(ids()[0]);
  // What was said twice is stored after all: the stake is read, and the next chip is another.
  const watched = visit.asked("Watch").length;
  visit.tell({ ...house.balance(), id: ids()[0] } as Tell);
  await waitFor(() => expect(visit.asked("Watch")).toHaveLength(watched + 1));
  await fireEvent.click(tie);
  await waitFor(() => expect(ids()).toHaveLength(3));
  expect(ids()[2]).not.toBe(ids()[0]);
});
