/** What is in the page at every moment of a round: nothing is told before it is seen. */

import { cleanup } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import Hand from "../components/Hand.svelte";
import type { Side } from "../protocol/messages";
import { FakeHouse, type Entry } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { show } from "../testing/show";
import { LiveTable, type LiveOptions } from "./live";
import { PACES, type PaceName } from "./pace";
import type { Shown } from "./shown";
import type { Timeline } from "./timeline";

/** A frame of a screen that draws sixty in a second. */
const FRAME = 1000 / 60;
const SIDES: readonly Side[] = ["player", "banker"];

afterEach(cleanup);

type Totals = Record<Side, readonly (number | null)[]>;

interface Round {
  live: LiveTable;
  entry: Entry;
  /** The totals that the house has told, card by card. */
  told: Totals;
}

/** A round that is told all at once, as to somebody who deals for himself, or whose link was slow. */
function roundOf(seed: number, options: Partial<LiveOptions>): Round {
  const house = new FakeHouse(new Chance(seed));
  const live = new LiveTable({
    table: "t",
    shared: true,
    pace: () => PACES.standard,
    squeezes: () => [],
    ...options,
  });
  live.hear(house.snapshot(), 0);
  const stakes = { player: 100 };
  const { events, entry } = house.play(stakes);
  live.hear(house.frame(events.slice(0, 1)), 0);
  live.hear(house.yourStakes(stakes), 0);
  live.hear(house.frame(events.slice(1)), 0);
  live.hear(house.balance(), 0);
  live.hear(house.result(entry), 0);
  const totals = (side: Side): (number | null)[] =>
    events.flatMap((event) =>
      event.type === "CardDealt" && event.side === side ? [event.total] : [],
    );
  return { live, entry, told: { player: totals("player"), banker: totals("banker") } };
}

/** Let frame after frame go by until nothing is left to be seen, and look at each that is another. */
function play(live: LiveTable, look: (shown: Shown) => void): number {
  let frames = 0;
  let before: Timeline | null = null;
  for (let now = 0; frames < 5000; now += FRAME, frames += 1) {
    live.seek(now);
    if (live.timeline.squeezing !== null && frames % 40 === 39) {
      live.reveal(now, live.timeline.squeezing.indices.at(-1));
    }
    if (live.timeline !== before) look(live.shown(now));
    before = live.timeline;
    if (!live.isBusy) return frames;
  }
  throw new Error("a round has no end");
}

/** Whether a moment tells nothing that was not seen: faces, then totals, then the result. */
function expectNothingEarly(shown: Shown, { told, entry }: Round): void {
  for (const side of SIDES) {
    const { cards, total } = shown.hands[side];
    const closed = cards.findIndex(({ face }) => face !== "up");
    const open = closed === -1 ? cards.length : closed;
    if (total !== null) expect(total).toBe(told[side][open - 1]);
    if (open === 0) expect(total).toBeNull();
  }
  const lie = (side: Side): number =>
    shown.hands[side].cards.filter(({ face }) => face === "up").length;
  const all = lie("player") === entry.player.length && lie("banker") === entry.banker.length;
  if (all) return;
  expect(shown.result).toBeNull();
  expect(shown.table.winner).toBeNull();
  expect(shown.ownResult).toBeNull();
  expect(SIDES.map((side) => shown.hands[side].result)).toEqual([null, null]);
}

describe("in every frame of fifty rounds", () => {
  const WAYS: [string, Partial<LiveOptions>][] = [
    ["at the standard pace", {}],
    ["fast", { pace: () => PACES.fast }],
    ["slowly", { pace: () => PACES.cinematic }],
    ["without motion", { pace: () => PACES.still }],
    ["laid face up", { faceUp: true }],
    ["squeezed", { squeezes: () => SIDES, squeezeMs: 4000 }],
  ];

  test.each(WAYS)(
    "%s, no total is there before its face, and no result before the last card",
    (_, way) => {
      for (let seed = 1; seed <= 50; seed += 1) {
        const round = roundOf(seed, way);
        const frames = play(round.live, (shown) => expectNothingEarly(shown, round));
        expect(frames).toBeGreaterThan(20);
        expect(round.live.shown(0).result?.winner).toBe(round.entry.winner);
      }
    },
  );

  test("the page has no face, no total and no winner that the moment does not tell", async () => {
    const draw = (side: Side, shown: Shown) => {
      const { cards, total, result, rule } = shown.hands[side];
      const faces = cards.map(({ card, face }) => ({ card, faceUp: face === "up" }));
      return { side, cards: faces, total, result, rule };
    };
    for (let seed = 1; seed <= 5; seed += 1) {
      const { live } = roundOf(seed, { squeezes: () => ["player"], squeezeMs: 2000 });
      const hand = show(Hand, draw("player", live.shown(0)));
      let last = "";
      const moments: Shown[] = [];
      play(live, (shown) => {
        const now = JSON.stringify(shown.hands.player);
        if (now !== last) moments.push(shown);
        last = now;
      });
      for (const moment of moments) {
        await hand.rerender(draw("player", moment));
        const { cards, total, result } = moment.hands.player;
        const up = cards.filter(({ face }) => face === "up").length;
        expect(hand.container.querySelectorAll(".face")).toHaveLength(up);
        const shown = hand.container.querySelector(".total")?.textContent ?? null;
        expect(shown).toBe(total === null ? null : String(total));
        expect(hand.container.querySelector(".wins") !== null).toBe(result === "wins");
      }
      cleanup();
    }
  });

  test("whoever comes to any moment at once sees what was played up to it", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const played = roundOf(seed, {}).live;
      for (let now = 0; played.isBusy; now += FRAME * 7) {
        played.seek(now);
        const late = roundOf(seed, {}).live;
        late.seek(now);
        expect(late.timeline).toEqual(played.timeline);
      }
    }
  });

  test("whoever skips comes to the call, and what it pays is still seen to be paid", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { live, entry } = roundOf(seed, {});
      live.seek(100);
      live.skip(100);
      expect(live.shown(100).result?.winner).toBe(entry.winner);
      expect(live.shown(100).ownResult === null).toBe(entry.winner !== null);
      live.seek(100 + PACES.standard.chips);
      expect(live.shown(0).ownResult?.net).toBe(entry.net);
    }
  });

  /** What lies there, whenever it came. */
  const lying = (live: LiveTable): unknown =>
    Object.values(live.shown(0).hands).map((hand) => ({ ...hand, motions: hand.motions.length }));

  const NAMES: PaceName[] = ["cinematic", "standard", "fast", "still"];
  test.each(NAMES)("whoever looks at once at the end sees what was played (%s)", (name) => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const played = roundOf(seed, { pace: () => PACES[name] });
      play(played.live, () => {});
      const skipped = roundOf(seed, { pace: () => PACES[name] });
      skipped.live.skip(0, "end");
      expect(lying(skipped.live)).toEqual(lying(played.live));
      expect(skipped.live.shown(0).result).toEqual(played.live.shown(0).result);
      expect(skipped.live.shown(0).purse).toEqual(played.live.shown(0).purse);
    }
  });
});
