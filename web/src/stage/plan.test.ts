import { describe, expect, test } from "vitest";
import type { Seen } from "../model/seen";
import type { Side } from "../protocol/messages";
import { NO_ROADS_MESSAGE as roads } from "../model/recall";
import { paceFor, PACES } from "./pace";
import { plan } from "./plan";
import { soundOf } from "./sound";
import type { Step } from "./step";

/** When the last step is over. */
function lengthOf(steps: readonly Step[]): number {
  return Math.max(0, ...steps.map((step) => step.at + step.lasts));
}

/** The steps that have begun at a moment: play is a cut through the plan, and so is skipping it. */
function begun(steps: readonly Step[], at: number): Step[] {
  return steps.filter((step) => step.at <= at);
}

const card = (place: number, side: Side, text: string): Seen => ({
  type: "CardDealt",
  place,
  side,
  card: text,
  total: 0,
});

const corrected = (place: number): Seen => ({
  type: "CardCorrected",
  place,
  side: "player",
  before: "3d",
  card: "4d",
  total: 6,
});

const ROUND: Seen[] = [
  { type: "BettingOpened", round: 1 },
  { type: "StakesChanged", on_wager: { banker: 200 }, bettors: 1 },
  { type: "BettingClosed" },
  card(0, "player", "2s"),
  card(1, "banker", "4h"),
  card(2, "player", "3d"),
  card(3, "banker", "2c"),
  { type: "TotalsAnnounced", player: 5, banker: 6, reasons: [] },
  card(4, "player", "Th"),
  {
    type: "ResultAnnounced",
    winner: "banker",
    player: 5,
    banker: 6,
    natural: false,
    clause: null,
    roads,
  },
  { type: "RoundSettled", round: 1 },
];

const kinds = (events: Seen[]): string[] =>
  plan(events, PACES.standard).map(({ what }) =>
    "side" in what ? `${what.kind} ${what.side} ${what.index}` : what.kind,
  );

describe("a round", () => {
  test("is dealt in turn and opened hand by hand", () => {
    expect(kinds(ROUND)).toEqual([
      "bets-open",
      "stakes",
      "bets-closed",
      "deal player 0",
      "deal banker 0",
      "deal player 1",
      "deal banker 1",
      "turn player 0",
      "turn player 1",
      "turn banker 0",
      "turn banker 1",
      "totals",
      "deal player 2",
      "turn player 2",
      "result",
      "settled",
      "paying",
    ]);
  });

  test("is laid open card by card where the rulebook deals face up", () => {
    const steps = plan(ROUND, PACES.standard, [], { faceUp: true });
    const cards = steps.filter(({ what }) => "card" in what).map(({ what }) => what.kind);
    expect(cards).toEqual(["lay", "lay", "lay", "lay", "lay"]);
  });

  test("never steps back in time, and every step shows a later event", () => {
    const steps = plan(ROUND, PACES.standard);
    for (const [i, step] of steps.entries()) {
      expect(step.at).toBeGreaterThanOrEqual(steps[i - 1]?.at ?? 0);
      expect(step.event).toBeGreaterThanOrEqual(steps[i - 1]?.event ?? 0);
    }
  });

  test("keeps one rhythm whatever the cards", () => {
    const others = ROUND.map((event): Seen =>
      event.type === "CardDealt" ? { ...event, card: "Kc" } : event,
    );
    const times = (events: Seen[]): number[] => plan(events, PACES.standard).map((step) => step.at);
    expect(times(others)).toEqual(times(ROUND));
  });

  test("shows no card before it is dealt", () => {
    const steps = plan(ROUND, PACES.standard);
    const third = steps.find((step) => step.what.kind === "deal" && step.what.index === 2);
    const before = begun(steps, (third?.at ?? 0) - 1);
    expect(JSON.stringify(before)).not.toContain("Th");
  });
});

describe("pace", () => {
  test("fast deals and opens four cards in less than two seconds", () => {
    const four = ROUND.filter((event) => event.type === "CardDealt").slice(0, 4);
    expect(lengthOf(plan(four, PACES.fast))).toBeLessThan(2000);
  });

  test("is still where less motion is wanted, but leaves time to read", () => {
    const pace = paceFor("cinematic", true);
    const steps = plan(ROUND, pace);
    for (const { what, lasts } of steps) {
      if (["deal", "turn", "stakes"].includes(what.kind)) expect(lasts).toBe(0);
      if (["totals", "paying"].includes(what.kind)) expect(lasts).toBeGreaterThan(0);
    }
    expect(paceFor("fast", false)).toBe(PACES.fast);
  });
});

describe("other events", () => {
  test("a plan may begin in the middle of a round", () => {
    const lying = [
      { side: "player", card: "2s" },
      { side: "banker", card: "4h" },
      { side: "player", card: "3d" },
      { side: "banker", card: "2c" },
    ] as const;
    const steps = plan([card(4, "player", "Th")], PACES.standard, lying);
    expect(steps.map((step) => step.what.kind)).toEqual(["deal", "turn"]);
    expect(steps[0]?.what).toMatchObject({ index: 2 });
  });

  test("a correction turns the card that was corrected", () => {
    const steps = plan([...ROUND.slice(0, 8), corrected(2)], PACES.standard);
    expect(steps.at(-1)?.what).toEqual({ kind: "correct", side: "player", index: 1, card: "4d" });
  });

  test("a correction of what is not there is not shown", () => {
    expect(plan([corrected(9)], PACES.standard)).toEqual([]);
  });

  test("shoes and voids are shown, and what is not seen takes no time", () => {
    const events: Seen[] = [
      { type: "ShoeOpened", number: 3, size: 416, burned: 0 },
      { type: "SeatsChanged", taken: [1] },
      {
        type: "RoundVoided",
        round: 1,
        reason: "foreign-card",
        clause: "5.1.1",
        after_payment: false,
        roads,
      },
      { type: "ShoeEnded", number: 3 },
    ];
    expect(kinds(events)).toEqual(["shoe-opened", "quiet", "void", "shoe-ended"]);
    expect(lengthOf(plan([{ type: "SeatsChanged", taken: [] }], PACES.standard))).toBe(0);
  });

  test("who opens and closes in one breath waits for no announcement", () => {
    const closing = (events: Seen[]): number | undefined =>
      plan(events, PACES.standard).find((step) => step.what.kind === "bets-closed")?.lasts;
    expect(closing(ROUND)).toBe(0);
    expect(closing([{ type: "BettingClosed" }])).toBe(PACES.standard.read);
  });

  test("nothing to show takes no time", () => {
    expect(lengthOf(plan([], PACES.standard))).toBe(0);
  });
});

test("sounds are for what is seen, and winnings for the winner", () => {
  const steps = plan(ROUND, PACES.standard);
  const sounds = (won: boolean): (string | null)[] => steps.map((step) => soundOf(step.what, won));
  expect(sounds(true)).toContain("win");
  expect(sounds(true)).toContain("card");
  expect(sounds(false)).not.toContain("win");
});
