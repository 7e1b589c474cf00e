/** The tables of the house, as the lobby shows them. */

import type { Driver, LobbyTile, Phase, Who } from "../protocol/messages";
import { bigOf, type BigCell } from "./road";

export interface LobbyTable {
  id: string;
  /** What the house calls the table. */
  name: string;
  /** The rulebook's title. */
  title: string;
  /** The rulebook and its version. */
  edition: string | null;
  /** Who drives it; where a document knows a dealer and nobody deals, the house does. */
  driver: Driver | "automatic";
  phase:
    "open" | "betting" | "dealing" | "settled" | "waiting" | "undealt" | "undecided" | "closed";
  limits: { minimum: number; maximum: number };
  /** Null where nobody needs a seat. */
  seats: { taken: number; total: number } | null;
  /** Null where everybody has a table of his own. */
  players: number | null;
  big: readonly BigCell[];
  /** Ties before the first cell of it. */
  leadingTies: number;
  /** The last round of this table; nought before its first, and where everybody has one of his own. */
  round: number;
  closesAt: number | null;
  windowLength: number;
}

const PHASES: Record<Phase, LobbyTable["phase"]> = {
  ready: "waiting",
  betting: "betting",
  dealing: "dealing",
  result: "dealing",
  collected: "dealing",
  settled: "waiting",
  void: "waiting",
};

function phaseOf(tile: LobbyTile): LobbyTable["phase"] {
  if (!tile.is_open) return "closed";
  if (tile.waiting) return "undecided";
  if (tile.dealer === false && PHASES[tile.phase] === "waiting") return "undealt";
  // A table of one's own waits for nobody else.
  return tile.driver === "player" ? "open" : PHASES[tile.phase];
}

/** At a table for terminals only a terminal sits down; where credits are money, nobody without an account. */
export function maySit(tile: LobbyTile, who: Who | null, playMoney: boolean): boolean {
  return who === "terminal" || (!tile.terminals_only && (playMoney || who === "player"));
}

export function lobbyTable(tile: LobbyTile): LobbyTable {
  const { id, name, title, driver, rulebook, minimum, maximum, closes_at_ms, positions } = tile;
  return {
    id,
    name,
    title,
    edition: rulebook,
    driver: driver === "dealer" && tile.dealer === null ? "automatic" : driver,
    phase: phaseOf(tile),
    limits: { minimum, maximum },
    seats: positions > 0 ? { taken: tile.taken, total: positions } : null,
    players: driver === "player" ? null : Math.max(tile.watching, tile.taken),
    big: bigOf(tile.big),
    leadingTies: tile.leading_ties,
    round: driver === "player" ? 0 : tile.round,
    closesAt: closes_at_ms,
    windowLength: tile.window_ms ?? 0,
  };
}

/** The minimums of the house, lowest first: what one can choose by. */
export function stepsOf(tiles: readonly LobbyTile[]): number[] {
  return [...new Set(tiles.map(({ minimum }) => minimum))].sort((a, b) => a - b);
}

/** Whether a stake is taken at a table; null is any. */
export function takes({ minimum, maximum }: LobbyTile, stake: number | null): boolean {
  return stake === null || (minimum <= stake && stake <= maximum);
}

/** The table to lead somebody to: where he was last, else where bets are taken now, else any that is open. */
export function quickTable(tiles: readonly LobbyTile[], last: string | null): LobbyTile | null {
  const open = tiles.filter((tile) => !["closed", "undealt", "undecided"].includes(phaseOf(tile)));
  return (
    open.find(({ id }) => id === last) ??
    open.find(
      ({ phase, positions, taken }) =>
        phase === "betting" && (positions === 0 || taken < positions),
    ) ??
    open[0] ??
    null
  );
}
