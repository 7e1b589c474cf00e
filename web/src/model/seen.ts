/** What each public event makes of a table. */

import type {
  CardCorrected,
  CardDealt,
  Happened,
  Reason,
  Roads,
  Winner,
} from "../protocol/messages";
import { NO_ROADS, roadsOf } from "./road";
import { mixOf, promised, sawCard, withShoe } from "./shoes";
import { cleared, handsOf, type TableState } from "./table";

/** An event that the house shows to everybody at a table. */
export type Seen = Happened["events"][number];

type Kind = Seen["type"];
type Events = { [K in Kind]: Extract<Seen, { type: K }> };
type Folds = { [K in Kind]: (state: TableState, event: Events[K]) => TableState };

const FOLDS: Folds = {
  TableOpened: (state) => ({ ...state, isOpen: true, waiting: null }),
  TableClosed: (state) => ({ ...state, isOpen: false }),
  DealerChanged: (state, { present }) => ({ ...state, dealer: present }),
  BettingOpened: (state, { round, last = false }) => ({
    ...state,
    ...cleared(),
    phase: "betting",
    round,
    shoe: state.shoe && { ...state.shoe, last },
    onWager: {},
    atPosition: {},
    bettors: 0,
  }),
  BettingProlonged: (state, event) => ({ ...state, closesAt: event.closes_at_ms }),
  StakesChanged: (state, event) => ({
    ...state,
    onWager: event.on_wager,
    atPosition: event.at_position ?? {},
    bettors: event.bettors,
  }),
  BettingClosed: (state) => ({ ...state, phase: "dealing", closesAt: null }),
  CardDealt: dealt,
  CardCorrected: corrected,
  CardsReconstructed: (state, event) => ({
    ...state,
    ...handsOf(event),
    phase: "dealing",
    winner: null,
    natural: false,
    won: {},
    roads: roadsOf(event.roads),
  }),
  TotalsAnnounced: (state, { player, banker, reasons }) => ({
    ...state,
    totals: { player, banker },
    reasons: explained(state, reasons),
  }),
  ResultAnnounced: (state, { player, banker, ...event }) => ({
    ...state,
    ...won(event),
    phase: "result",
    totals: { player, banker },
  }),
  RoundSettled: (state) => ({ ...state, phase: "settled" }),
  RoundSettledAgain: (state, event) => ({
    ...state,
    ...handsOf(event),
    ...won(event),
    phase: "settled",
  }),
  EarlierRoundVoided: (state, { roads }) => ({ ...state, roads: roadsOf(roads) }),
  RoundVoided: (state, { reason, clause, after_payment: afterPayment, roads }) => ({
    ...state,
    phase: "void",
    winner: null,
    won: {},
    voided: { reason, clause, afterPayment },
    roads: roadsOf(roads),
    closesAt: null,
  }),
  Ruled: (state, { round, found, decision, words, clause }) => ({
    ...state,
    ruling: { found, decision, clause },
    waiting: decision === "supervisor" ? { round, found, words } : state.waiting,
  }),
  Decided: (state) => ({ ...state, ruling: null, waiting: null }),
  ResultRecorded: (state, event) => ({ ...state, ...won(event), round: event.round }),
  ResultDropped: (state, { roads }) => ({
    ...state,
    winner: null,
    natural: false,
    won: {},
    roads: roadsOf(roads),
  }),
  SeatsChanged: (state, { taken, sitters = {} }) => ({ ...state, taken, sitters }),
  ShoeOpened: (state, { number, size, burned }) => ({
    ...state,
    shoe: { number, size, gone: burned, cut_card_is_out: false, last: false },
    shuffle: null,
    // A new shoe is an empty sheet.
    roads: NO_ROADS,
  }),
  ShoeEnded: (state) => ({ ...state, shoe: null }),
  ShoeCommitted: (state, { number, commitment }) => ({
    ...state,
    shoes: promised(state.shoes, number, commitment, true),
  }),
  ShoeRevealed: (state, { number, decks, secret, outside }) => ({
    ...state,
    shoes: withShoe(state.shoes, number, { decks, secret, outside }),
  }),
  ContributionsChanged: (state) => state,
  ShuffleBegun: (state, event) => ({ ...state, shuffle: event }),
  ShoeMixed: (state, event) => ({
    ...state,
    shoes: withShoe(state.shoes, event.number, { mixed: mixOf(event) }),
  }),
};

/** Add what happened. Null where something lies between: then the table must be asked for anew. */
export function follow(state: TableState, happened: Happened): TableState | null {
  if (happened.version <= state.version) return state;
  if (happened.after !== state.version) return null;
  const next = happened.events.reduce(see, state);
  return { ...next, version: happened.version, closesAt: happened.closes_at_ms ?? null };
}

/** One public event. */
export function see<K extends Kind>(state: TableState, event: Events[K]): TableState {
  const type: K = event.type;
  // A house newer than this page may show what it does not know.
  return type in FOLDS ? FOLDS[type](state, event) : state;
}

function won(event: {
  winner: Winner;
  natural: boolean;
  roads: Roads;
  won?: Readonly<Record<string, string>>;
}): Pick<TableState, "winner" | "natural" | "won" | "roads"> {
  const { winner, natural, won = {}, roads } = event;
  return { winner, natural, won, roads: roadsOf(roads) };
}

function dealt(state: TableState, event: CardDealt): TableState {
  const { side, place, card, total, gone, reasons = [] } = event;
  const hand = [...state.hands[side], { place, card, total, gone: gone ?? null }];
  const { round, shoe, shoes } = state;
  const isSeen = shoe !== null && card !== null && gone;
  return {
    ...state,
    hands: { ...state.hands, [side]: hand },
    totals: total === null ? state.totals : { ...state.totals, [side]: total },
    reasons: explained(state, reasons),
    shoe: shoe && { ...shoe, gone: gone ?? shoe.gone + 1 },
    shoes: isSeen ? sawCard(shoes, shoe.number, round, [gone, card]) : shoes,
  };
}

function corrected(state: TableState, { place, side, card, total }: CardCorrected): TableState {
  // What was told of this hand until now counted another card.
  const hand = state.hands[side].map((one) => ({
    ...one,
    card: one.place === place ? card : one.card,
    total: null,
  }));
  return {
    ...state,
    hands: { ...state.hands, [side]: hand },
    totals: { ...state.totals, [side]: total ?? 0 },
  };
}

/** Why each hand drew or stood, with what is told of it now. */
export function explained(state: TableState, reasons: readonly Reason[]): TableState["reasons"] {
  let { player, banker } = state.reasons;
  for (const reason of reasons) {
    if (reason.rule !== "banker") player = reason;
    if (reason.rule !== "player") banker = reason;
  }
  return { player, banker };
}
