/** The roads in a few words, for those who cannot see them. */

import type { Say } from "../messages/language.svelte";
import type { Ask, BeadCell, RoadSet } from "../model/road";
import type { Colour, Letter, Side } from "../protocol/messages";

export function counted(bead: readonly BeadCell[], winner: Letter): number {
  return bead.filter((cell) => cell.winner === winner).length;
}

export function tallied(bead: readonly BeadCell[]): Record<Letter, number> {
  return { B: counted(bead, "B"), P: counted(bead, "P"), T: counted(bead, "T") };
}

export function sideName(t: Say, winner: Letter): string {
  return t(winner === "B" ? "side.banker" : winner === "P" ? "side.player" : "side.tie");
}

/** How often the last winner has won in a row, ties aside. */
export function latestRun(bead: readonly BeadCell[]): { winner: Letter; count: number } | null {
  const wins = bead.filter((cell) => cell.winner !== "T");
  const winner = wins.at(-1)?.winner;
  if (winner === undefined) return null;
  const before = wins.findLastIndex((cell) => cell.winner !== winner);
  return { winner, count: wins.length - 1 - before };
}

function colourName(t: Say, colour: Colour | null): string {
  return colour === null ? t("roads.mark.none") : t(`roads.mark.${colour}`);
}

export function askSummary(t: Say, ask: Ask, side: Side): string {
  const [eye, small, cockroach] = ask;
  return t("roads.askResult", {
    ask: t(`roads.ask.${side}`),
    eye: colourName(t, eye),
    small: colourName(t, small),
    cockroach: colourName(t, cockroach),
  });
}

export function countsOf(t: Say, roads: RoadSet): string {
  const { bead } = roads;
  return t("roads.counts", {
    banker: counted(bead, "B"),
    player: counted(bead, "P"),
    tie: counted(bead, "T"),
  });
}

export function summaryOf(t: Say, roads: RoadSet): string[] {
  const { bead, ask } = roads;
  if (bead.length === 0) return [t("roads.empty")];
  const letters = bead.slice(-10).map((cell) => t(`letter.${cell.winner}`));
  const run = latestRun(bead);
  return [
    t("roads.last", { count: letters.length, letters: letters.join(" ") }),
    countsOf(t, roads),
    ...(run === null ? [] : [t("roads.run", { side: sideName(t, run.winner), count: run.count })]),
    askSummary(t, ask.banker, "banker"),
    askSummary(t, ask.player, "player"),
  ];
}

const LONG = 5;

/** How many runs there were of each length, from one on; the last counts all that are longer too. */
export function runLengths(bead: readonly BeadCell[]): number[] {
  const counts = Array.from({ length: LONG }, () => 0);
  let [run, before] = [0, "T" as Letter];
  const end = (): void => {
    const at = Math.min(run, LONG) - 1;
    if (run > 0) counts[at] = (counts[at] ?? 0) + 1;
  };
  for (const { winner } of bead) {
    if (winner === "T") continue;
    if (winner !== before) end();
    run = winner === before ? run + 1 : 1;
    before = winner;
  }
  end();
  return counts;
}

export interface ShoeCounts {
  won: Record<Letter, number>;
  bankerPairs: number;
  playerPairs: number;
  naturals: number;
  sixes: number;
  longest: Record<"B" | "P", number>;
}

/** What has fallen in a shoe; ties neither break a run nor make it longer. */
export function shoeCounts(bead: readonly BeadCell[]): ShoeCounts {
  const longest = { B: 0, P: 0 };
  let run = 0;
  let before: Letter | null = null;
  for (const { winner } of bead) {
    if (winner === "T") continue;
    run = winner === before ? run + 1 : 1;
    before = winner;
    longest[winner] = Math.max(longest[winner], run);
  }
  const having = (has: (cell: BeadCell) => boolean | undefined): number =>
    bead.filter((cell) => has(cell) === true).length;
  return {
    won: tallied(bead),
    bankerPairs: having(({ bankerPair }) => bankerPair),
    playerPairs: having(({ playerPair }) => playerPair),
    naturals: having(({ natural }) => natural),
    sixes: having(({ six }) => (six ?? 0) > 0),
    longest,
  };
}
