// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { BettingClosed, BettingOpened, BettingProlonged, CardCorrected, CardDealt, CardsReconstructed, ContributionsChanged, DealerChanged, Decided, EarlierRoundVoided, ResultAnnounced, ResultDropped, ResultRecorded, Roads, RoundSettled, RoundSettledAgain, RoundVoided, Ruled, SeatsChanged, ShoeCommitted, ShoeEnded, ShoeMixed, ShoeOpened, ShoeRevealed, ShuffleBegun, StakesChanged, TableClosed, TableOpened, TotalsAnnounced } from "./event";
import type { Found, Outcome, Phase, Side, Who, Winner } from "./words";

/** The first message on every connection. */
export interface Welcome {
  type: "Welcome";
  protocol: number;
  now_ms: number;
  who: Who;
  name: string;
  since_ms: number;
  trouble: string | null;
}

/** The time of the house. */
export interface Pong {
  type: "Pong";
  at_ms: number;
  now_ms: number;
}

/** A table as it is, for whoever has just come or was away too long. */
export interface Snapshot {
  type: "Snapshot";
  table: string;
  version: number;
  is_open: boolean;
  phase: Phase;
  round: number;
  player_cards: (string | null)[];
  banker_cards: (string | null)[];
  player: number;
  banker: number;
  winner: Winner | null;
  natural: boolean;
  on_wager: Record<string, number>;
  bettors: number;
  taken: number[];
  shoe: Shoe | null;
  committed_as: string;
  commitments: Record<string, string>;
  revealed: [number, number, string, string][];
  roads: Roads;
  closes_at_ms: number | null;
  next_step: string;
  at_position?: Record<string, Record<string, number>>;
  sitters?: Record<string, string>;
  won?: Record<string, string>;
  waiting?: Waiting | null;
  dealer?: boolean | null;
  contributors?: number;
  shuffle?: ShuffleBegun | null;
  mixed?: ShoeMixed | null;
  id?: string | null;
}

/** The shoe on the table, as anyone can see it. */
export interface Shoe {
  number: number;
  size: number;
  gone: number;
  cut_card_is_out: boolean;
  last?: boolean;
}

/** Play waits for a supervisor: which round, what was found, and since when. */
export interface Waiting {
  round: number;
  found: Found;
  words: string;
  since_ms: number;
}

/** What happened at a table; it follows the version `after`, and nothing lies between. */
export interface Happened {
  type: "Happened";
  table: string;
  after: number;
  version: number;
  at_ms: number;
  events: (TableOpened | TableClosed | DealerChanged | BettingOpened | BettingProlonged | StakesChanged | BettingClosed | CardDealt | CardCorrected | CardsReconstructed | TotalsAnnounced | ResultAnnounced | RoundSettled | RoundSettledAgain | EarlierRoundVoided | RoundVoided | Ruled | Decided | ResultRecorded | ResultDropped | SeatsChanged | ShoeOpened | ShoeEnded | ShoeCommitted | ShoeRevealed | ContributionsChanged | ShuffleBegun | ShoeMixed)[];
  closes_at_ms?: number | null;
}

/** All that is squeezed at a table now, and the cards of a hand that has just been opened. */
export interface ClosedHands {
  type: "ClosedHands";
  table: string;
  round: number;
  hands: ClosedHand[];
  opened: CardDealt[];
}

/** Cards of a hand that whoever sits at a position may open, and until when. */
export interface ClosedHand {
  side: Side;
  position: number;
  places: number[];
  until_ms: number | null;
}

/** What you have on the table, or are about to have, and what you may do about it. */
export interface YourStakes {
  type: "YourStakes";
  table: string;
  stakes: Record<string, number>;
  previous: Record<string, number>;
  can_undo: boolean;
  hopeless: boolean;
  clause?: string | null;
  id?: string | null;
}

/** What became of your wagers. */
export interface YourResult {
  type: "YourResult";
  table: string;
  round: number;
  void: boolean;
  bets: Bet[];
  net: number;
  id?: string | null;
}

/** One wager of yours after the round. */
export interface Bet {
  wager: string;
  stake: number;
  outcome: Outcome;
  pays: string | null;
  returned: number;
  net: number;
  clause: string | null;
}

/** Where you sit at a table with playing positions; null while you have no place there. */
export interface YourSeat {
  type: "YourSeat";
  table: string;
  position: number | null;
  standing?: boolean;
  id?: string | null;
}

/** What you have promised for the shoe that comes next, at a table that all share. */
export interface YourContribution {
  type: "YourContribution";
  table: string;
  who: string;
  shoe: number | null;
  commitment: string | null;
  out_until?: number | null;
  id?: string | null;
}

/** The results of this sitting, where the game shows those only: strip and roadmap. */
export interface YourStrip {
  type: "YourStrip";
  table: string;
  strip: string;
  roadmap: string;
  id?: string | null;
}

/** What you have, and what you owe. */
export interface YourBalance {
  type: "YourBalance";
  available: number;
  held: number;
  net: number;
  last_win: number;
  owed: number;
  id?: string | null;
}

/** A request is done and stored. `version` is the table's, where one has changed. */
export interface Accepted {
  type: "Accepted";
  id: string;
  version?: number | null;
  ticket?: boolean | null;
}

/** A request is not done, and why; for whoever asked and nobody else. */
export interface Refused {
  type: "Refused";
  code: string;
  words: string;
  clause?: string | null;
  wager?: string | null;
  id: string;
}

/** The ticket of a terminal that waits to be printed; none once it is printed or put back. */
export interface YourTicket {
  type: "YourTicket";
  ticket: Ticket | null;
  id?: string | null;
}

/** A ticket to print. */
export interface Ticket {
  id: string;
  number: string;
  amount: number;
  at_ms: number;
  house: string;
  terminal: string;
  sequence: number;
}

/** What keeps you from a bet; told where anything was ever set, and whenever it changes. */
export interface YourProtection {
  type: "YourProtection";
  excluded_until_ms: number | null;
  check_at_ms: number | null;
  stake: number | null;
  id?: string | null;
}

/** Play is stopped because nothing can be stored; without words it goes on again. */
export interface Trouble {
  type: "Trouble";
  words: string | null;
}

/** What came was no message: too long, not JSON, or not one that exists. */
export interface BadFrame {
  type: "BadFrame";
  words: string;
}

export type Tell =
  | Welcome
  | Pong
  | Snapshot
  | Happened
  | ClosedHands
  | YourStakes
  | YourResult
  | YourSeat
  | YourContribution
  | YourStrip
  | YourBalance
  | Accepted
  | Refused
  | YourTicket
  | YourProtection
  | Trouble
  | BadFrame;
