// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { Colour, Decision, Found, HandLetter, Letter, Rule, Side, WhyVoid, Winner } from "./words";

/** The five roads as they are drawn: column, row, and what is there. */
export interface Roads {
  bead: [number, number, Letter, string][];
  leading_ties: number;
  big: [number, number, HandLetter, number, string][];
  big_eye: [number, number, Colour][];
  small: [number, number, Colour][];
  cockroach: [number, number, Colour][];
  ask_banker: [Colour | null, Colour | null, Colour | null];
  ask_player: [Colour | null, Colour | null, Colour | null];
  counts: Counts;
}

/** How often each has won. */
export interface Counts {
  banker: number;
  player: number;
  tie: number;
}

/** The next shoe is shuffled: nobody can join any more, and what was promised is shown. */
export interface ShuffleBegun {
  type: "ShuffleBegun";
  number: number;
  promises: Promise[];
  until_ms: number;
  beacon?: CalledBeacon | null;
}

/** Who has bound himself to what he adds to a shoe, under a name that says nothing. */
export interface Promise {
  who: string;
  commitment: string;
}

/** The round of a public beacon that a shoe will be mixed with; it does not exist yet. */
export interface CalledBeacon {
  chain: string;
  round: number;
  at_ms: number;
}

/** What the shoe on the table is mixed with, besides the secret of the house. */
export interface ShoeMixed {
  type: "ShoeMixed";
  number: number;
  contributions: Contribution[];
  beacon?: HeardBeacon | null;
  silent?: boolean;
}

/** What a player has added to a shoe, or promised and withheld. */
export interface Contribution {
  who: string;
  commitment: string;
  random: string;
  word: string;
}

/** What the beacon has said; its value is the SHA-256 hash of the signature. */
export interface HeardBeacon {
  chain: string;
  round: number;
  signature: string;
}

/** The table is open, perhaps under other settings: read it anew. */
export interface TableOpened {
  type: "TableOpened";
}

/** The table is closed. */
export interface TableClosed {
  type: "TableClosed";
}

/** A dealer has come to the table, or left it. */
export interface DealerChanged {
  type: "DealerChanged";
  present: boolean;
}

/** A round has commenced: place your bets. */
export interface BettingOpened {
  type: "BettingOpened";
  round: number;
  last?: boolean;
}

/** Bets are taken for longer, until this time. */
export interface BettingProlonged {
  type: "BettingProlonged";
  closes_at_ms: number;
}

/** What lies on each wager now, of all who bet, and how many they are. */
export interface StakesChanged {
  type: "StakesChanged";
  on_wager: Record<string, number>;
  bettors: number;
  at_position?: Record<string, Record<string, number>>;
}

/** No more bets. */
export interface BettingClosed {
  type: "BettingClosed";
}

/** A card was turned; after the Player's third comes the reason for what the Banker does. */
export interface CardDealt {
  type: "CardDealt";
  place: number;
  side: Side;
  card: string | null;
  total: number | null;
  gone?: number | null;
  reasons?: Reason[];
}

/** Why a hand draws or stands, in figures that any language can put into words. */
export interface Reason {
  rule: Rule;
  draws: boolean;
  player: number;
  banker: number;
  third?: number | null;
  clause?: string | null;
}

/** A card was read wrongly and is corrected. */
export interface CardCorrected {
  type: "CardCorrected";
  place: number;
  side: Side;
  before: string;
  card: string;
  total: number | null;
}

/** The cards are others than were told, and the round goes on from these. */
export interface CardsReconstructed {
  type: "CardsReconstructed";
  player_cards: string[];
  banker_cards: string[];
  player: number;
  banker: number;
  roads: Roads;
}

/** The totals of the first four cards, and what comes of them. */
export interface TotalsAnnounced {
  type: "TotalsAnnounced";
  player: number;
  banker: number;
  reasons: Reason[];
}

/** Who has won. */
export interface ResultAnnounced {
  type: "ResultAnnounced";
  winner: Winner;
  player: number;
  banker: number;
  natural: boolean;
  clause: string | null;
  roads: Roads;
  won?: Record<string, string>;
}

/** All wagers are collected or paid. */
export interface RoundSettled {
  type: "RoundSettled";
  round: number;
}

/** The cards are others than were told, and all wagers are settled on these instead. */
export interface RoundSettledAgain {
  type: "RoundSettledAgain";
  round: number;
  player_cards: string[];
  banker_cards: string[];
  winner: Winner;
  player: number;
  banker: number;
  natural: boolean;
  roads: Roads;
  won?: Record<string, string>;
}

/** A round before the last is void: every stake goes back. */
export interface EarlierRoundVoided {
  type: "EarlierRoundVoided";
  round: number;
  reason: Found;
  clause: string | null;
  roads: Roads;
}

/** The round is void: every stake goes back. */
export interface RoundVoided {
  type: "RoundVoided";
  round: number;
  reason: WhyVoid;
  clause: string | null;
  after_payment: boolean;
  roads: Roads;
}

/** An irregularity was ruled on. */
export interface Ruled {
  type: "Ruled";
  round: number;
  found: Found;
  decision: Decision;
  words: string;
  clause: string | null;
}

/** A supervisor has decided what the rulebook does not cover: play goes on. */
export interface Decided {
  type: "Decided";
  round: number;
  void: boolean;
}

/** The result of a round with physical chips was recorded. */
export interface ResultRecorded {
  type: "ResultRecorded";
  round: number;
  winner: Winner;
  natural: boolean;
  roads: Roads;
}

/** The last recorded result was taken back. */
export interface ResultDropped {
  type: "ResultDropped";
  round: number;
  roads: Roads;
}

/** The positions that are taken. */
export interface SeatsChanged {
  type: "SeatsChanged";
  taken: number[];
  sitters?: Record<string, string>;
}

/** A new shoe is on the table; what the house promised for it is public. */
export interface ShoeOpened {
  type: "ShoeOpened";
  number: number;
  size: number;
  burned: number;
}

/** The last round of the shoe is over. */
export interface ShoeEnded {
  type: "ShoeEnded";
  number: number;
}

/** The house has bound itself to the next shoe. */
export interface ShoeCommitted {
  type: "ShoeCommitted";
  number: number;
  commitment: string;
}

/** The secret of a shoe that is over: anyone can derive its order now. */
export interface ShoeRevealed {
  type: "ShoeRevealed";
  number: number;
  decks: number;
  secret: string;
  outside: string;
}

/** So many players add to the shoe that comes next. */
export interface ContributionsChanged {
  type: "ContributionsChanged";
  count: number;
}
