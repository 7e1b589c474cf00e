/** The roads in a few words, for those who cannot see them. */

import { t } from "../messages/language.svelte";
import type { Ask, BeadCell, Colour, RoadSet, Winner } from "./road";

function counted(bead: readonly BeadCell[], winner: Winner): number {
  return bead.filter((cell) => cell.winner === winner).length;
}

export function sideName(winner: Winner): string {
  return t(winner === "B" ? "side.banker" : winner === "P" ? "side.player" : "side.tie");
}

/** How often the last winner has won in a row, ties aside. */
export function latestRun(bead: readonly BeadCell[]): { winner: Winner; count: number } | null {
  const wins = bead.filter((cell) => cell.winner !== "T");
  const winner = wins.at(-1)?.winner;
  if (winner === undefined) return null;
  const before = wins.findLastIndex((cell) => cell.winner !== winner);
  return { winner, count: wins.length - 1 - before };
}

function colourName(colour: Colour | null): string {
  return colour === null ? t("roads.mark.none") : t(`roads.mark.${colour}`);
}

export function askSummary(ask: Ask, side: "banker" | "player"): string {
  const [eye, small, cockroach] = ask.map(colourName) as [string, string, string];
  return t("roads.askResult", { ask: t(`roads.ask.${side}`), eye, small, cockroach });
}

export function countsOf(roads: RoadSet): string {
  const { bead } = roads;
  return t("roads.counts", {
    banker: counted(bead, "B"),
    player: counted(bead, "P"),
    tie: counted(bead, "T"),
  });
}

export function summaryOf(roads: RoadSet): string[] {
  const { bead, ask } = roads;
  if (bead.length === 0) return [t("roads.empty")];
  const letters = bead.slice(-10).map((cell) => t(`letter.${cell.winner}`));
  const run = latestRun(bead);
  return [
    t("roads.last", { count: letters.length, letters: letters.join(" ") }),
    countsOf(roads),
    ...(run === null ? [] : [t("roads.run", { side: sideName(run.winner), count: run.count })]),
    askSummary(ask.banker, "banker"),
    askSummary(ask.player, "player"),
  ];
}
