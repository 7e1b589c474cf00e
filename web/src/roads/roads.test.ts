import { describe, expect, test } from "vitest";
import { Language } from "../messages/language.svelte";
import { NO_ROADS } from "../model/road";
import { readRoads, type PrintedRoads } from "../testing/printedRoads";
import printed from "../testing/roads.json";
import { nextBead, nextOfRun } from "./next";
import { latestRun, runLengths, shoeCounts, summaryOf } from "./summary";

/** Roads that the house printed, by their results. */
const all = printed as unknown as Record<string, PrintedRoads>;
const longer = Object.keys(all).filter((results) => results.slice(0, -1) in all);

describe.each(longer)("before %s ends", (results) => {
  const before = readRoads(all[results.slice(0, -1)] as PrintedRoads);
  const after = readRoads(all[results] as PrintedRoads);
  const winner = results.at(-1) as "B" | "P";
  const ask = winner === "B" ? before.ask.banker : before.ask.player;

  test("the next bead and ring are foreseen", () => {
    expect(after.bead.at(-1)).toMatchObject(nextBead(before.bead.length));
    const placed = before.big.map((cell) => ({ ...cell, value: cell.winner }));
    expect(after.big.at(-1)).toMatchObject(nextOfRun(placed, winner));
  });

  test.each(["bigEye", "small", "cockroach"] as const)(
    "the next mark of %s is foreseen",
    (road) => {
      const colour = ask[["bigEye", "small", "cockroach"].indexOf(road)] ?? null;
      expect(after[road].length).toBe(before[road].length + (colour === null ? 0 : 1));
      if (colour === null) return;
      const placed = before[road].map((cell) => ({ ...cell, value: cell.colour }));
      expect(after[road].at(-1)).toEqual({ ...nextOfRun(placed, colour), colour });
    },
  );
});

describe("in words", () => {
  const { t } = new Language();

  test("roads tell results, counts, run and asks", () => {
    const lines = summaryOf(t, readRoads(all["BPTBBPB"] as PrintedRoads));
    expect(lines[0]).toBe("Last 7: B P T B B P B");
    expect(lines[1]).toBe("4 Banker, 2 Player, 1 Tie");
    expect(lines[2]).toBe("Banker once");
    expect(lines[3]).toBe("Ask Banker: big eye blue, small red, cockroach blue");
  });

  test("a run steps over ties", () => {
    const { bead } = readRoads(all["BBBBBBBBPPPPPPPPPBPPTBBB"] as PrintedRoads);
    expect(latestRun(bead)).toEqual({ winner: "B", count: 3 });
  });

  test("an empty shoe says so", () => {
    expect(summaryOf(t, NO_ROADS)).toEqual(["No results in this shoe yet"]);
  });
});

test("a shoe is counted: a tie neither breaks a run nor makes it longer", () => {
  const winners = [..."BBTBPTTPPPBT"] as ("B" | "P" | "T")[];
  const bead = winners.map((winner, i) => ({
    ...{ c: Math.floor(i / 6), r: i % 6, winner },
    natural: i < 2,
    bankerPair: i === 3,
    six: i === 10 ? (3 as const) : (0 as const),
  }));
  expect(shoeCounts(bead)).toEqual({
    won: { B: 4, P: 4, T: 4 },
    bankerPairs: 1,
    playerPairs: 0,
    naturals: 2,
    sixes: 1,
    longest: { B: 3, P: 4 },
  });
});

test("runs are counted by their length, ties aside, and the long ones together", () => {
  const beads = (letters: string): Parameters<typeof runLengths>[0] =>
    [...letters].map((winner, i) => ({ c: 0, r: i, winner: winner as "B" | "P" | "T" }));
  expect(runLengths([])).toEqual([0, 0, 0, 0, 0]);
  expect(runLengths(beads("TT"))).toEqual([0, 0, 0, 0, 0]);
  expect(runLengths(beads("B"))).toEqual([1, 0, 0, 0, 0]);
  // Runs of B2, P1, B3 across a tie, P7 and B5.
  expect(runLengths(beads("BBPBTBBPPPPPPPBBBBB"))).toEqual([1, 1, 1, 0, 2]);
});
