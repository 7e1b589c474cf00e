/** Made-up data of the right shape, for the gallery. Rulebooks and roads are the house's own. */

import type { HandCard } from "../components/Hand.svelte";
import { stageOf } from "../felt/stage";
import type { HistoryRound } from "../model/history";
import type { LobbyTable } from "../model/lobby";
import type { Extras, RoadSet } from "../model/road";
import { placeOf } from "../model/wager";
import type { Driver, Line } from "../protocol/messages";
import { blankSpot, type Spot } from "../stage/spots";
import { readRoads, type PrintedRoads } from "../testing/printedRoads";
import printedRoads from "./roads.json";
import rulebooks from "./rulebooks.json";

/** A table on a desk, with two rows of spots between the wings. */
export const DESK_STAGE = stageOf("desk", 1036, 748, {
  sides: 2,
  others: 3,
  seats: 0,
  isOwn: false,
});

export const DENOMINATIONS = [10, 50, 100, 500, 1000, 5000, 10_000];

const extras: Extras[] = [
  {},
  { bankerPair: true },
  {},
  { natural: true },
  {},
  { playerPair: true },
  { playerPair: true, bankerPair: true },
  { six: 2 },
  {},
  { six: 3 },
];

export const ROADS: RoadSet = (() => {
  const roads = readRoads(printedRoads as unknown as PrintedRoads, extras);
  const big = roads.big.map((cell, i) => ({
    ...cell,
    ...(i % 9 === 4 ? { playerPair: true } : {}),
    ...(i % 11 === 5 ? { bankerPair: true } : {}),
    ...(cell.winner === "B" && i % 7 === 3 ? { six: 2 as const } : {}),
  }));
  return { ...roads, big };
})();

export type RulebookId = (typeof rulebooks)[number]["id"];

export function spots(id: RulebookId, change: Record<string, Partial<Spot>> = {}): Spot[] {
  const book = rulebooks.find((rulebook) => rulebook.id === id);
  return (book?.wagers ?? []).map((wager) => {
    const lines = wager.lines as Line[];
    const limit =
      placeOf(lines) === "side"
        ? { minimum: 10, maximum: 1000, step: 1 }
        : { minimum: 50, maximum: 50_000, step: 2 };
    return {
      ...blankSpot({ ...wager, lines, ...limit }),
      stake: 0,
      tableTotal: book?.driver === "player" ? null : 0,
      refusal: null,
      result: null,
      ...change[wager.id],
    };
  });
}

export function up(...cards: string[]): HandCard[] {
  return cards.map((card) => ({ card, faceUp: true }));
}

export const HISTORY: HistoryRound[] = [
  {
    round: "42-17",
    verify: "/verify",
    at: Date.UTC(2024, 4, 5, 13, 24),
    table: "tiger",
    player: { cards: ["2s", "3d", "Th"], total: 5 },
    banker: { cards: ["4h", "2c"], total: 6 },
    winner: "B",
    bets: [
      { wager: "banker", name: "Banker", stake: 200, net: 100 },
      { wager: "tiger", name: "Tiger", stake: 100, net: 1200 },
    ],
    stake: 300,
    returned: 1600,
    net: 1300,
    before: 9_500,
    after: 10_800,
  },
  {
    round: "42-16",
    verify: "/verify",
    at: Date.UTC(2024, 4, 5, 13, 22),
    table: "elements",
    player: { cards: ["Lm", "9w"], total: 9 },
    banker: { cards: ["Fa", "Se", "7f"], total: 7 },
    winner: "P",
    bets: [{ wager: "banker", name: "Banker", stake: 500, net: -500 }],
    stake: 500,
    returned: 0,
    net: -500,
    before: 10_000,
    after: 9_500,
  },
  {
    round: "42-15",
    verify: "/verify",
    at: Date.UTC(2024, 4, 5, 13, 20),
    table: "tiger",
    player: { cards: ["Kc", "6h"], total: 6 },
    banker: { cards: ["As", "5d"], total: 6 },
    winner: "T",
    bets: [{ wager: "player", name: "Player", stake: 500, net: 0 }],
    stake: 500,
    returned: 500,
    net: 0,
    before: null,
    after: null,
  },
];

export const NOW = Date.now();

export const TABLES: LobbyTable[] = rulebooks.map((book, i) => ({
  id: book.id,
  name: book.title,
  title: book.title,
  edition: `${book.id}@${book.edition?.split(" v")[1] ?? "2020-04-27"}`,
  driver: book.driver as Driver,
  phase: (["waiting", "betting", "dealing", "settled", "betting"] as const)[i] ?? "waiting",
  limits: { minimum: 50, maximum: 50_000 },
  seats: book.driver === "dealer" ? { taken: i, total: 8 } : null,
  players: i * 3 + 1,
  big: ROADS.big.slice(0, 46 - i * 9),
  leadingTies: 0,
  round: 58 - i * 9,
  closesAt: book.driver === "clock" ? NOW + 17_000 : null,
  windowLength: 20_000,
}));
