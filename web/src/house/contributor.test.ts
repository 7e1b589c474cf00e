/** A device promises chance of its own for the next shoe, and shows it when the set is closed. */

import { promise, wrongMix } from "virtual:verify";
import { beforeEach, expect, test, vi } from "vitest";
import { wordOf } from "../model/contribution";
import { partIn } from "../model/part";
import { see } from "../model/seen";
import { unknownTable, type TableState } from "../model/table";
import type { ShoeMixed, Tell, YourContribution } from "../protocol/messages";
import type { Request } from "../protocol/socket";
import { Contributor } from "./contributor.svelte";

const YOURS: YourContribution = {
  type: "YourContribution",
  table: "mbs",
  who: "0123456789ab",
  shoe: 2,
  commitment: null,
};
const RANDOM = "07".repeat(32);

function contributing(choices = { contribute: true, word: "luck" }) {
  const asked: Request[] = [];
  const contributor = new Contributor({
    table: "mbs",
    settings: { now: choices } as never,
    request: (request) => {
      asked.push(request);
      return Promise.resolve();
    },
    chance: () => new Uint8Array(32).fill(7),
    delay: () => 0,
  });
  return { asked, contributor };
}

function happened(event: object): Tell {
  return {
    type: "Happened",
    table: "mbs",
    after: 1,
    version: 2,
    at_ms: 1,
    events: [event],
  } as Tell;
}

function shuffled(commitment: string): TableState {
  const promises = [{ who: "0123456789ab", commitment }];
  const event = { type: "ShuffleBegun", number: 2, promises, until_ms: 9 } as const;
  return see(unknownTable("mbs"), event);
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

test("it promises once it knows the next shoe, and shows that and nothing else", () => {
  const { asked, contributor } = contributing();
  const table = unknownTable("mbs");
  contributor.hear(YOURS, table);
  vi.runAllTimers();
  const made = promise({ table: "mbs", shoe: 2 }, { random: RANDOM, word: "luck" });
  expect(asked).toMatchObject([{ type: "Contribute", table: "mbs", shoe: 2, commitment: made }]);
  contributor.hear(happened({ type: "BettingClosed" }), shuffled("ab".repeat(32)));
  expect(asked).toHaveLength(1);
  contributor.hear(happened({ type: "BettingClosed" }), shuffled(made));
  contributor.hear(happened({ type: "BettingClosed" }), shuffled(made));
  expect(asked.slice(1)).toMatchObject([
    { type: "ShowContribution", shoe: 2, random: RANDOM, word: "luck" },
  ]);
  // Another page of the same device can show it, too: what was promised is kept.
  const { asked: later, contributor: reloaded } = contributing();
  reloaded.hear(happened({ type: "BettingClosed" }), shuffled(made));
  expect(later).toHaveLength(1);
});

test("it promises for each new shoe, unless it is switched off, sits out or is not signed in", () => {
  const committed = happened({ type: "ShoeCommitted", number: 3, commitment: "00" });
  const table = unknownTable("mbs");
  const cases = [
    [contributing(), YOURS, 1],
    [contributing({ contribute: false, word: "" }), YOURS, 0],
    [contributing(), { ...YOURS, out_until: 4 }, 0],
    [contributing(), null, 0],
    [contributing(), { ...YOURS, table: "other" }, 0],
  ] as const;
  for (const [{ asked, contributor }, told, count] of cases) {
    if (told) contributor.hear({ ...told, commitment: "ab".repeat(32) }, table);
    contributor.hear(committed, table);
    vi.runAllTimers();
    expect(asked.filter((one) => "shoe" in one && one.shoe === 3)).toHaveLength(count);
  }
});

test("what another screen of the same account has promised is left alone", () => {
  const { asked, contributor } = contributing();
  contributor.hear({ ...YOURS, commitment: "ab".repeat(32) }, unknownTable("mbs"));
  vi.runAllTimers();
  expect(asked).toEqual([]);
});

test("a word is printed and short", () => {
  expect(wordOf("  good\u0000 luck ")).toBe("good luck");
  expect(wordOf("龙".repeat(50))).toHaveLength(40);
});

test("the part in a shoe is told from what it was mixed with", () => {
  const mine = promise({ table: "mbs", shoe: 2 }, { random: RANDOM, word: "" });
  const contribution = { who: "a", commitment: mine, random: RANDOM, word: "" };
  const mixed: ShoeMixed = { type: "ShoeMixed", number: 2, contributions: [contribution] };
  const opened = { type: "ShoeOpened", number: 2, size: 416, burned: 0 } as const;
  const before = see(unknownTable("mbs"), opened);
  expect(partIn(before, [mine])).toEqual({ key: "part.none", count: 0 });
  const table = see(before, mixed);
  expect(partIn(table, [mine])).toEqual({ key: "part.in", count: 1 });
  expect(partIn(table, [])).toEqual({ key: "part.added", count: 1 });
  const bare = { table: "mbs", shoe: 2, deck: "french", decks: 8, secret: "", outside: "" };
  expect(wrongMix({ ...bare, mixed: table.shoes[0]?.mixed ?? null })).toEqual(["outside"]);
});
