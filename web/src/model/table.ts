/** A table as everybody sees it: a snapshot, and every public event since. No rule is known here. */

import type {
  ClosedHand,
  Decision,
  Found,
  Phase,
  Reason,
  Shoe,
  ShuffleBegun,
  Side,
  Snapshot,
  Waiting,
  Winner,
} from "../protocol/messages";
import { NO_ROADS, roadsOf, type RoadSet } from "./road";
import { shoesOf, type ShoeRecord } from "./shoes";

export interface DealtCard {
  place: number;
  /** Null while somebody else squeezes it. */
  card: string | null;
  /** The total of the hand once this card lay there; null where nobody has said it. */
  total: number | null;
  /** Its place in the shoe, from 1, where the house has named it. */
  gone?: number | null;
}

export interface TableState {
  table: string;
  version: number;
  isOpen: boolean;
  phase: Phase;
  round: number;
  hands: Record<Side, readonly DealtCard[]>;
  totals: Record<Side, number>;
  winner: Winner | null;
  natural: boolean;
  /** The wagers that win, whoever has bet, and what each pays. */
  won: Readonly<Record<string, string>>;
  /** Why each hand drew or stood; a natural explains both. */
  reasons: Record<Side, Reason | null>;
  voided: { reason: string; clause: string | null; afterPayment: boolean } | null;
  ruling: { found: Found; decision: Decision; clause: string | null } | null;
  /** Why play waits for a supervisor, while it does. */
  waiting: Pick<Waiting, "round" | "found" | "words"> | null;
  /** What is squeezed now, by whom and until when. */
  closed: readonly ClosedHand[];
  onWager: Readonly<Record<string, number>>;
  /** By playing position: what lies on each wager there, of all who bet at it. */
  atPosition: Readonly<Record<string, Readonly<Record<string, number>>>>;
  bettors: number;
  taken: readonly number[];
  /** By position: two letters by which whoever sits there is told from the others. */
  sitters: Readonly<Record<string, string>>;
  shoe: Shoe | null;
  /** The name of the table in what the house has bound itself to. */
  committedAs: string;
  shoes: readonly ShoeRecord[];
  /** The shuffle of the next shoe, while it goes on. */
  shuffle: ShuffleBegun | null;
  roads: RoadSet;
  closesAt: number | null;
  /** Whether a dealer is there; null where no person deals. */
  dealer: boolean | null;
}

/** The shoes of a table, under the name by which the house has bound itself for them. */
export type KnownShoes = Pick<TableState, "committedAs" | "shoes">;

/** A table of which nothing has been heard yet, but for what this device has kept of its shoes. */
export function unknownTable(table: string, known?: KnownShoes): TableState {
  return {
    table,
    version: -1,
    isOpen: true,
    phase: "ready",
    round: 0,
    ...cleared(),
    onWager: {},
    atPosition: {},
    bettors: 0,
    taken: [],
    sitters: {},
    shoe: null,
    committedAs: known?.committedAs ?? table,
    shoes: known?.shoes ?? [],
    shuffle: null,
    roads: NO_ROADS,
    closesAt: null,
    dealer: null,
  };
}

/** What belongs to one round and is gone when the next begins. */
export function cleared(): Pick<
  TableState,
  | "hands"
  | "totals"
  | "winner"
  | "natural"
  | "won"
  | "reasons"
  | "voided"
  | "ruling"
  | "waiting"
  | "closed"
> {
  return {
    hands: { player: [], banker: [] },
    totals: { player: 0, banker: 0 },
    winner: null,
    natural: false,
    won: {},
    reasons: { player: null, banker: null },
    voided: null,
    ruling: null,
    waiting: null,
    closed: [],
  };
}

export function tableOf(snapshot: Snapshot, before?: TableState): TableState {
  return {
    table: snapshot.table,
    version: snapshot.version,
    isOpen: snapshot.is_open,
    phase: snapshot.phase,
    round: snapshot.round,
    ...cleared(),
    ...handsOf(snapshot),
    winner: snapshot.winner,
    natural: snapshot.natural,
    won: snapshot.won ?? {},
    waiting: snapshot.waiting ?? null,
    onWager: snapshot.on_wager,
    atPosition: snapshot.at_position ?? {},
    bettors: snapshot.bettors,
    taken: snapshot.taken,
    sitters: snapshot.sitters ?? {},
    shoe: snapshot.shoe,
    committedAs: snapshot.committed_as,
    shoes: shoesOf(snapshot, before?.committedAs === snapshot.committed_as ? before.shoes : []),
    shuffle: snapshot.shuffle ?? null,
    roads: roadsOf(snapshot.roads),
    closesAt: snapshot.closes_at_ms,
    dealer: snapshot.dealer ?? null,
  };
}

/** Two hands that are told at once, each card in its place of the round. */
export function handsOf(told: {
  player_cards: readonly (string | null)[];
  banker_cards: readonly (string | null)[];
  player: number;
  banker: number;
}): Pick<TableState, "hands" | "totals"> {
  const { player_cards, banker_cards, player, banker } = told;
  const dealt = player_cards.length + banker_cards.length;
  return {
    hands: {
      player: handOf(player_cards, [0, 2, 4], player),
      banker: handOf(banker_cards, [1, 3, dealt - 1], banker),
    },
    totals: { player, banker },
  };
}

function handOf(
  cards: readonly (string | null)[],
  places: readonly number[],
  total: number,
): DealtCard[] {
  const isOpen = cards.every((card) => card !== null);
  return cards.map((card, i) => ({
    place: places[i] ?? -1,
    card,
    total: isOpen && i === cards.length - 1 ? total : null,
  }));
}
