/** A table as everybody sees it: a snapshot, and every public event since. No rule is known here. */

import type { Happened, Reason, Shoe, Snapshot, Waiting } from "../protocol/messages";
import { NO_ROADS, type RoadSet } from "../roads/road";
import { roadsOf } from "./roads";

export type Seen = Happened["events"][number];
export type Side = "player" | "banker";
export type Winner = Side | "tie";
export type Phase = "ready" | "betting" | "dealing" | "result" | "collected" | "settled" | "void";

export interface DealtCard {
  place: number;
  card: string;
  /** The total of the hand once this card lay there; null where nobody has said it. */
  total: number | null;
}

/** What is known of a shoe that the house has bound itself to. */
export interface ShoeRecord {
  number: number;
  commitment: string | null;
  decks: number | null;
  secret: string | null;
  outside: string;
  /** The cards that were seen to leave it, in order. */
  cards: readonly string[];
  /** Whether those are all of them, from the first. */
  whole: boolean;
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
  /** Why each hand drew or stood; a natural explains both. */
  reasons: Record<Side, Reason | null>;
  voided: { reason: string; clause: string | null; afterPayment: boolean } | null;
  ruling: { decision: string; words: string; clause: string | null } | null;
  /** Why play waits for a supervisor, while it does. */
  waiting: Pick<Waiting, "round" | "found" | "words"> | null;
  onWager: Readonly<Record<string, number>>;
  bettors: number;
  taken: readonly number[];
  shoe: Shoe | null;
  /** The name of the table in what the house has bound itself to. */
  committedAs: string;
  shoes: readonly ShoeRecord[];
  roads: RoadSet;
  closesAt: number | null;
}

export const SHOES_KEPT = 12;

/** A table of which nothing has been heard yet. */
export function unknownTable(table: string, shoes: readonly ShoeRecord[] = []): TableState {
  return {
    table,
    version: -1,
    isOpen: true,
    phase: "ready",
    round: 0,
    ...cleared(),
    onWager: {},
    bettors: 0,
    taken: [],
    shoe: null,
    committedAs: table,
    shoes,
    roads: NO_ROADS,
    closesAt: null,
  };
}

/** What belongs to one round and is gone when the next begins. */
function cleared(): Pick<
  TableState,
  "hands" | "totals" | "winner" | "natural" | "reasons" | "voided" | "ruling" | "waiting"
> {
  return {
    hands: { player: [], banker: [] },
    totals: { player: 0, banker: 0 },
    winner: null,
    natural: false,
    reasons: { player: null, banker: null },
    voided: null,
    ruling: null,
    waiting: null,
  };
}

export function tableOf(snapshot: Snapshot, before?: TableState): TableState {
  return {
    table: snapshot.table,
    version: snapshot.version,
    isOpen: snapshot.is_open,
    phase: snapshot.phase as Phase,
    round: snapshot.round,
    ...cleared(),
    ...handsOf(snapshot),
    totals: { player: snapshot.player, banker: snapshot.banker },
    winner: snapshot.winner as Winner | null,
    natural: snapshot.natural,
    waiting: snapshot.waiting ?? null,
    onWager: snapshot.on_wager,
    bettors: snapshot.bettors,
    taken: snapshot.taken,
    shoe: snapshot.shoe,
    committedAs: snapshot.committed_as,
    shoes: shoesOf(snapshot, before?.shoes ?? []),
    roads: roadsOf(snapshot.roads),
    closesAt: snapshot.closes_at_ms,
  };
}

/** Two hands that are told at once, each card in its place of the round. */
function handsOf(told: {
  player_cards: readonly string[];
  banker_cards: readonly string[];
  player: number;
  banker: number;
}): Pick<TableState, "hands"> {
  const { player_cards, banker_cards, player, banker } = told;
  const dealt = player_cards.length + banker_cards.length;
  return {
    hands: {
      player: handOf(player_cards, [0, 2, 4], player),
      banker: handOf(banker_cards, [1, 3, dealt - 1], banker),
    },
  };
}

function handOf(cards: readonly string[], places: readonly number[], total: number): DealtCard[] {
  return cards.map((card, i) => ({
    place: places[i] ?? -1,
    card,
    total: i === cards.length - 1 ? total : null,
  }));
}

function shoesOf(snapshot: Snapshot, known: readonly ShoeRecord[]): ShoeRecord[] {
  // After a gap some cards were not seen, so what was seen no longer is the beginning of the shoe.
  let shoes: readonly ShoeRecord[] = known.map((shoe) =>
    shoe.secret === null ? { ...shoe, cards: [], whole: false } : shoe,
  );
  for (const [number, commitment] of Object.entries(snapshot.commitments)) {
    shoes = withShoe(shoes, Number(number), { commitment });
  }
  for (const [number, decks, secret, outside] of snapshot.revealed) {
    shoes = withShoe(shoes, number, { decks, secret, outside });
  }
  return [...shoes];
}

function withShoe(
  shoes: readonly ShoeRecord[],
  number: number,
  change: Partial<ShoeRecord>,
): ShoeRecord[] {
  const blank: ShoeRecord = {
    number,
    commitment: null,
    decks: null,
    secret: null,
    outside: "",
    cards: [],
    whole: false,
  };
  const found = shoes.find((shoe) => shoe.number === number) ?? blank;
  return [...shoes.filter((shoe) => shoe.number !== number), { ...found, ...change }]
    .sort((a, b) => a.number - b.number)
    .slice(-SHOES_KEPT);
}

/** Add what happened. Null where something lies between: then the table must be asked for anew. */
export function follow(state: TableState, happened: Happened): TableState | null {
  if (happened.version <= state.version) return state;
  if (happened.after !== state.version) return null;
  const next = happened.events.reduce(see, state);
  return { ...next, version: happened.version, closesAt: happened.closes_at_ms ?? null };
}

/** One public event. */
export function see(state: TableState, event: Seen): TableState {
  switch (event.type) {
    case "TableOpened":
      return { ...state, isOpen: true, waiting: null };
    case "TableClosed":
      return { ...state, isOpen: false };
    case "BettingOpened":
      return {
        ...state,
        ...cleared(),
        phase: "betting",
        round: event.round,
        onWager: {},
        bettors: 0,
      };
    case "BettingProlonged":
      return { ...state, closesAt: event.closes_at_ms };
    case "StakesChanged":
      return { ...state, onWager: event.on_wager, bettors: event.bettors };
    case "BettingClosed":
      return { ...state, phase: "dealing", closesAt: null };
    case "CardDealt":
      return dealt(state, event);
    case "CardCorrected":
      return corrected(state, event.place, event.card);
    case "CardsReconstructed": {
      const { player, banker, roads } = event;
      return {
        ...state,
        ...handsOf(event),
        phase: "dealing",
        winner: null,
        natural: false,
        totals: { player, banker },
        roads: roadsOf(roads),
      };
    }
    case "TotalsAnnounced": {
      const { player, banker, reasons } = event;
      return { ...state, totals: { player, banker }, reasons: explained(state, reasons) };
    }
    case "ResultAnnounced": {
      const { winner, player, banker, natural, roads } = event;
      return {
        ...state,
        phase: "result",
        winner: winner as Winner,
        natural,
        totals: { player, banker },
        roads: roadsOf(roads),
      };
    }
    case "RoundSettled":
      return { ...state, phase: "settled" };
    case "RoundSettledAgain": {
      const { winner, player, banker, natural, roads } = event;
      return {
        ...state,
        ...handsOf(event),
        phase: "settled",
        winner: winner as Winner,
        natural,
        totals: { player, banker },
        roads: roadsOf(roads),
      };
    }
    case "EarlierRoundVoided":
      return { ...state, roads: roadsOf(event.roads) };
    case "RoundVoided": {
      const { reason, clause, after_payment: afterPayment, roads } = event;
      return {
        ...state,
        phase: "void",
        winner: null,
        voided: { reason, clause, afterPayment },
        roads: roadsOf(roads),
        closesAt: null,
      };
    }
    case "Ruled": {
      const { round, found, decision, words, clause } = event;
      const waiting = decision === "supervisor" ? { round, found, words } : state.waiting;
      return { ...state, ruling: { decision, words, clause }, waiting };
    }
    case "Decided":
      return { ...state, ruling: null, waiting: null };
    case "ResultRecorded": {
      const { round, winner, natural, roads } = event;
      return { ...state, round, winner: winner as Winner, natural, roads: roadsOf(roads) };
    }
    case "ResultDropped":
      return { ...state, winner: null, natural: false, roads: roadsOf(event.roads) };
    case "SeatsChanged":
      return { ...state, taken: event.taken };
    case "ShoeOpened": {
      const { number, size, burned } = event;
      return {
        ...state,
        shoe: { number, size, gone: burned, cut_card_is_out: false },
        shoes: withShoe(state.shoes, number, { cards: [], whole: burned === 0 }),
        // A new shoe is an empty sheet.
        roads: NO_ROADS,
      };
    }
    case "ShoeEnded":
      return { ...state, shoe: null };
    case "ShoeCommitted": {
      const { number, commitment } = event;
      return { ...state, shoes: withShoe(state.shoes, number, { commitment }) };
    }
    case "ShoeRevealed": {
      const { number, decks, secret, outside } = event;
      return { ...state, shoes: withShoe(state.shoes, number, { decks, secret, outside }) };
    }
    default:
      // A house newer than this page may show what it does not know.
      event satisfies never;
      return state;
  }
}

function dealt(state: TableState, event: Extract<Seen, { type: "CardDealt" }>): TableState {
  const side = event.side as Side;
  const { place, card, total, reasons = [] } = event;
  const hand = [...state.hands[side], { place, card, total }];
  const { shoe } = state;
  const now = state.shoes.find((one) => one.number === shoe?.number);
  return {
    ...state,
    hands: { ...state.hands, [side]: hand },
    totals: { ...state.totals, [side]: total },
    reasons: explained(state, reasons),
    shoe: shoe && { ...shoe, gone: shoe.gone + 1 },
    shoes: now ? withShoe(state.shoes, now.number, { cards: [...now.cards, card] }) : state.shoes,
  };
}

function corrected(state: TableState, place: number, card: string): TableState {
  const mend = (hand: readonly DealtCard[]): DealtCard[] =>
    hand.map((one) => (one.place === place ? { ...one, card, total: null } : one));
  const { player, banker } = state.hands;
  return { ...state, hands: { player: mend(player), banker: mend(banker) } };
}

function explained(state: TableState, reasons: readonly Reason[]): TableState["reasons"] {
  let { player, banker } = state.reasons;
  for (const reason of reasons) {
    if (reason.rule !== "banker") player = reason;
    if (reason.rule !== "player") banker = reason;
  }
  return { player, banker };
}
