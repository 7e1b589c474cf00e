/** The pages of a history while the house takes its time. */

import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { type Answering, Visit } from "../testing/visit";

const played = (round: string): object => ({
  round,
  table: "zero",
  at_ms: 0,
  player_cards: ["2s", "7s"],
  banker_cards: ["4s", "4h"],
  player: 9,
  banker: 8,
  winner: "player",
  void: false,
  staked: 100,
  returned: 200,
  net: 100,
  bets: [],
});

class Waiting {
  readonly asked: string[] = [];
  readonly #answers: ((answer: Response) => void)[] = [];

  readonly answering: Answering = (address) =>
    new Promise((resolve) => {
      this.asked.push(address);
      this.#answers.push(resolve);
    });

  /** Answers a question, by its number, with one round; there are older ones than `zero-9`. */
  answer(number: number, round: string): void {
    const link = '</api/history?limit=25&before=zero-9>; rel="next"';
    const headers: HeadersInit = round === "zero-9" ? { link } : {};
    this.#answers[number]?.(new Response(JSON.stringify([played(round)]), { headers }));
  }
}

test("a page that comes late is not shown, and one that is asked for twice is turned once", async () => {
  const waiting = new Waiting();
  const visit = new Visit("/history", { "/api/history": waiting.answering });
  visit.who = "guest";
  visit.open();
  const replay = (round: string) => screen.findByRole("button", { name: `Replay round ${round}` });
  await waitFor(() => expect(waiting.asked).toHaveLength(1));
  waiting.answer(0, "zero-9");
  await replay("zero-9");
  const older = screen.getByRole("button", { name: "Older" });
  await fireEvent.click(older);
  await fireEvent.click(older);
  waiting.answer(1, "zero-7");
  waiting.answer(2, "zero-8");
  await replay("zero-8");
  await fireEvent.click(screen.getByRole("button", { name: "Newer" }));
  expect(waiting.asked[3], "the page before, not the same once more").toBe("/api/history?limit=25");
  await fireEvent.change(screen.getByLabelText("Result"), { target: { value: "tie" } });
  await waitFor(() => expect(waiting.asked).toHaveLength(5));
  waiting.answer(4, "zero-5");
  await replay("zero-5");
  waiting.answer(3, "zero-9");
  // A later question has its answer only after the late one was heard.
  await fireEvent.change(screen.getByLabelText("Result"), { target: { value: "void" } });
  await waitFor(() => expect(waiting.asked).toHaveLength(6));
  await replay("zero-5");
  expect(screen.queryByRole("button", { name: "Replay round zero-9" })).toBeNull();
});
