/** The tables of the house, as the lobby shows them. */

import type { LobbyTable } from "../components/LobbyTile.svelte";
import type { LobbyTile } from "../protocol/messages";
import type { Who } from "./house";
import { bigOf } from "./roads";

const PHASES: Record<string, LobbyTable["phase"]> = {
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
  // A table of one's own waits for nobody else.
  return tile.driver === "player" ? "open" : (PHASES[tile.phase] ?? "waiting");
}

/** Credits are money, or a table is for terminals: then only a terminal sits down. */
export function maySit(tile: LobbyTile, who: Who | null, playMoney: boolean): boolean {
  return who === "terminal" || (playMoney && !tile.terminals_only);
}

export function lobbyTable(tile: LobbyTile): LobbyTable {
  const { id, name, title, driver, rulebook, minimum, maximum, closes_at_ms, positions } = tile;
  return {
    id,
    name,
    title,
    edition: rulebook,
    driver: driver as LobbyTable["driver"],
    phase: phaseOf(tile),
    limits: { minimum, maximum },
    seats: positions > 0 ? { taken: tile.taken, total: positions } : null,
    players: driver === "player" ? null : Math.max(tile.watching, tile.taken),
    big: bigOf(tile.big),
    closesAt: closes_at_ms,
    windowLength: tile.window_ms,
  };
}
