// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { Contribution, HeardBeacon, Reason } from "./event";
import type { Bet, Waiting } from "./tell";
import type { CardColour, Driver, Family, HandLetter, NotLetIn, NotRead, Phase, RankSymbol, SignedIn, StaffRole, SuitName, Winner } from "./words";

/** The house itself. */
export interface HouseInfo {
  name: string;
  currency: string;
  minor_digits: number;
  play_money: boolean;
  version: string;
  generator: string;
  protocol: number;
  public_key: string;
  guest_credits: number;
  kiosk: boolean;
  now_ms: number;
}

/** A table, for the lobby and for the felt. */
export interface TableInfo {
  id: string;
  name: string;
  rulebook: string;
  title: string;
  operator: string | null;
  driver: Driver;
  decks: number;
  cards_per_deck: number;
  family: Family;
  positions: number;
  back_betting: boolean;
  seat_maximum: number | null;
  table_maximum: number | null;
  differential: number | null;
  wagers: WagerInfo[];
  chips: number[];
  open_call: string;
  close_call: string;
  clauses: Record<string, string>;
  readings: string[];
  window_ms: number | null;
  last_call_ms: number;
  results_only: boolean;
  strip: number;
  roadmap: number;
  face_up: boolean;
  squeeze_right: boolean;
  squeeze_ms: number | null;
  controls: Record<string, string>;
  terminals_only: boolean;
  file_date: string | null;
}

/** A wager as its spot on the felt shows it. */
export interface WagerInfo {
  id: string;
  name: string;
  odds: string[];
  lines: Line[];
  edge: number | null;
  hit: number | null;
  minimum: number;
  maximum: number;
  step: number;
}

/** One pay line. */
export interface Line {
  pays: string;
  when: Condition;
  words: string;
  clause: string | null;
}

/** All facts named must hold, one of the cases in `any_of` if there are any, none in `none_of`. A fact not named may be anything, so the empty condition always holds. */
export interface Condition {
  winner?: Winner | Winner[] | null;
  player_total?: number | number[] | null;
  banker_total?: number | number[] | null;
  player_cards?: number | number[] | null;
  banker_cards?: number | number[] | null;
  margin?: number | number[] | null;
  natural?: boolean | boolean[] | null;
  player_pair?: boolean | boolean[] | null;
  banker_pair?: boolean | boolean[] | null;
  pairs?: number | number[] | null;
  twin?: boolean | boolean[] | null;
  player_suited?: boolean | boolean[] | null;
  banker_suited?: boolean | boolean[] | null;
  suited_pairs?: number | number[] | null;
  sum?: number | number[] | null;
  difference?: number | number[] | null;
  cards?: number | number[] | null;
  player_initial_total?: number | number[] | null;
  banker_initial_total?: number | number[] | null;
  player_pair_rank?: RankSymbol | RankSymbol[] | null;
  banker_pair_rank?: RankSymbol | RankSymbol[] | null;
  player_ranks?: string | string[] | null;
  banker_ranks?: string | string[] | null;
  player_suit?: SuitName | SuitName[] | null;
  banker_suit?: SuitName | SuitName[] | null;
  player_colour?: CardColour | CardColour[] | null;
  banker_colour?: CardColour | CardColour[] | null;
  player_third_value?: number | number[] | null;
  banker_third_value?: number | number[] | null;
  player_third_rank?: RankSymbol | RankSymbol[] | null;
  banker_third_rank?: RankSymbol | RankSymbol[] | null;
  player_third_suit?: SuitName | SuitName[] | null;
  banker_third_suit?: SuitName | SuitName[] | null;
  player_third_colour?: CardColour | CardColour[] | null;
  banker_third_colour?: CardColour | CardColour[] | null;
  colour?: CardColour | CardColour[] | null;
  aces?: number | number[] | null;
  twos?: number | number[] | null;
  threes?: number | number[] | null;
  fours?: number | number[] | null;
  fives?: number | number[] | null;
  sixes?: number | number[] | null;
  sevens?: number | number[] | null;
  eights?: number | number[] | null;
  nines?: number | number[] | null;
  tens?: number | number[] | null;
  jacks?: number | number[] | null;
  queens?: number | number[] | null;
  kings?: number | number[] | null;
  saus?: number | number[] | null;
  luks?: number | number[] | null;
  fuks?: number | number[] | null;
  any_of?: Case[];
  none_of?: Case[];
}

/** A value for a fact, or several any of which will do; all facts named must hold. A fact not named may be anything, so the empty case always holds. */
export interface Case {
  winner?: Winner | Winner[] | null;
  player_total?: number | number[] | null;
  banker_total?: number | number[] | null;
  player_cards?: number | number[] | null;
  banker_cards?: number | number[] | null;
  margin?: number | number[] | null;
  natural?: boolean | boolean[] | null;
  player_pair?: boolean | boolean[] | null;
  banker_pair?: boolean | boolean[] | null;
  pairs?: number | number[] | null;
  twin?: boolean | boolean[] | null;
  player_suited?: boolean | boolean[] | null;
  banker_suited?: boolean | boolean[] | null;
  suited_pairs?: number | number[] | null;
  sum?: number | number[] | null;
  difference?: number | number[] | null;
  cards?: number | number[] | null;
  player_initial_total?: number | number[] | null;
  banker_initial_total?: number | number[] | null;
  player_pair_rank?: RankSymbol | RankSymbol[] | null;
  banker_pair_rank?: RankSymbol | RankSymbol[] | null;
  player_ranks?: string | string[] | null;
  banker_ranks?: string | string[] | null;
  player_suit?: SuitName | SuitName[] | null;
  banker_suit?: SuitName | SuitName[] | null;
  player_colour?: CardColour | CardColour[] | null;
  banker_colour?: CardColour | CardColour[] | null;
  player_third_value?: number | number[] | null;
  banker_third_value?: number | number[] | null;
  player_third_rank?: RankSymbol | RankSymbol[] | null;
  banker_third_rank?: RankSymbol | RankSymbol[] | null;
  player_third_suit?: SuitName | SuitName[] | null;
  banker_third_suit?: SuitName | SuitName[] | null;
  player_third_colour?: CardColour | CardColour[] | null;
  banker_third_colour?: CardColour | CardColour[] | null;
  colour?: CardColour | CardColour[] | null;
  aces?: number | number[] | null;
  twos?: number | number[] | null;
  threes?: number | number[] | null;
  fours?: number | number[] | null;
  fives?: number | number[] | null;
  sixes?: number | number[] | null;
  sevens?: number | number[] | null;
  eights?: number | number[] | null;
  nines?: number | number[] | null;
  tens?: number | number[] | null;
  jacks?: number | number[] | null;
  queens?: number | number[] | null;
  kings?: number | number[] | null;
  saus?: number | number[] | null;
  luks?: number | number[] | null;
  fuks?: number | number[] | null;
}

/** What a table's rulebook teaches: who draws, by which clause, and a round of it. */
export interface Lesson {
  player_draws: boolean[];
  banker_draws: boolean[][];
  player_clause: string | null;
  banker_clause: string | null;
  natural_clause: string | null;
  example: Example;
}

/** A round that was worked out by the rules of a table, to learn from. */
export interface Example {
  player_cards: string[];
  banker_cards: string[];
  player: number;
  banker: number;
  winner: Winner;
  reasons: Reason[];
  bets: Bet[];
}

/** A table in the lobby. */
export interface LobbyTile {
  id: string;
  name: string;
  rulebook: string;
  title: string;
  driver: Driver;
  minimum: number;
  maximum: number;
  positions: number;
  taken: number;
  watching: number;
  is_open: boolean;
  phase: Phase;
  round: number;
  decks: number;
  window_ms: number | null;
  closes_at_ms: number | null;
  terminals_only: boolean;
  waiting: Waiting | null;
  dealer: boolean | null;
  big: [number, number, HandLetter, number, string][];
  leading_ties: number;
}

/** A round in somebody's history, with everything that was staked and came back. */
export interface PlayedRound {
  round: string;
  table: string;
  rulebook: string;
  at_ms: number;
  player_cards: string[];
  banker_cards: string[];
  player: number;
  banker: number;
  winner: Winner | null;
  void: boolean;
  staked: number;
  returned: number;
  net: number;
  bets: Bet[];
  before?: number | null;
  after?: number | null;
}

/** What the cards of a round are checked with, against the shoe that the house had promised. */
export interface RoundProof {
  round: string;
  table: string;
  shoe: number;
  deck: Family;
  decks: number;
  commitment: string | null;
  secret: string | null;
  outside: string;
  mixed?: ShoeMix | null;
  first: number;
  cards: string[];
}

/** What was mixed into a shared shoe besides the secret of the house. */
export interface ShoeMix {
  contributions: Contribution[];
  beacon: HeardBeacon | null;
  silent: boolean;
}

/** The list, and an Ed25519 signature over `punto commitments 1`, a new line and the content. */
export interface SignedCommitments {
  content: CommitmentList;
  signature: string;
}

/** All of them at one moment. */
export interface CommitmentList {
  house: string;
  at_ms: number;
  shoes: CommittedShoe[];
}

/** A shoe that the house has bound itself to, while its secret is sealed. */
export interface CommittedShoe {
  table: string;
  shoe: number;
  commitment: string;
}

/** Why a history is not read now. */
export interface HistoryRefused {
  status_code: number;
  detail: string;
  code: NotRead;
}

/** Why nobody is signed up or in. */
export interface AccountRefused {
  status_code: number;
  detail: string;
  code: string;
}

/** Somebody signed in. */
export interface Session {
  token: string;
  who: SignedIn;
  name: string;
  since_ms: number;
  signed_in_before_ms?: number | null;
}

/** Why nobody is signed in. */
export interface SignInRefused {
  status_code: number;
  detail: string;
  code: NotLetIn;
}

/** Who of the staff is signed in. */
export interface StaffInfo {
  name: string;
  role: StaffRole;
  locked: boolean;
}

/** What an app makes one-time codes from: shown once, and kept by the app alone. */
export interface CodesSetUp {
  secret: string;
  address: string;
}

/** Why nobody of the staff is signed in. */
export interface StaffRefused {
  status_code: number;
  detail: string;
  code: string;
}
