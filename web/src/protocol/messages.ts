// Made by scripts/protocol from punto.protocol 1. Not to be edited.

export const PROTOCOL = 1;

/** Follow a table: from the version last seen, if that is still known, else from a snapshot. */
export interface Watch {
  type: "Watch";
  table: string;
  since?: number | null;
}

/** Follow a table no longer. */
export interface Unwatch {
  type: "Unwatch";
  table: string;
}

/** Ask for the time of the house; `at_ms` comes back as it is. */
export interface Ping {
  type: "Ping";
  at_ms: number;
}

/** Put a chip on a wager, or one more. */
export interface Chip {
  type: "Chip";
  id: string;
  table: string;
  round?: number | null;
  wager: string;
  amount: number;
}

/** Put the rest of the balance on a wager, as far as limits and whole steps allow. */
export interface Rest {
  type: "Rest";
  id: string;
  table: string;
  round?: number | null;
  wager: string;
}

/** Take a whole wager back. */
export interface TakeOff {
  type: "TakeOff";
  id: string;
  table: string;
  round?: number | null;
  wager: string;
}

/** Take the last action back, whatever it was. */
export interface Undo {
  type: "Undo";
  id: string;
  table: string;
  round?: number | null;
}

/** Take all wagers back. */
export interface Clear {
  type: "Clear";
  id: string;
  table: string;
  round?: number | null;
}

/** Put as much again on every wager. */
export interface Double {
  type: "Double";
  id: string;
  table: string;
  round?: number | null;
}

/** Put the previous bet on the table again. */
export interface Rebet {
  type: "Rebet";
  id: string;
  table: string;
  round?: number | null;
}

/** Begin the next game with the previous bet on the table, chip by chip as it was built. */
export interface NewGame {
  type: "NewGame";
  id: string;
  table: string;
}

/** Start the hand, with a seed of the player's own for the shuffle. */
export interface Deal {
  type: "Deal";
  id: string;
  table: string;
  seed?: string;
}

/** Repeat the previous bet and start the hand. */
export interface RebetAndDeal {
  type: "RebetAndDeal";
  id: string;
  table: string;
  seed?: string;
}

/** An attendant sells credits at a terminal. */
export interface BuyCredits {
  type: "BuyCredits";
  id: string;
  amount: number;
  attendant: string;
}

/** Ask for all credits on a ticket. */
export interface CashOut {
  type: "CashOut";
  id: string;
}

/** Say whether the ticket of a cash-out came out of the printer. */
export interface TicketPrinted {
  type: "TicketPrinted";
  id: string;
  cash_out: string;
  printed: boolean;
}

/** Bring a ticket. */
export interface RedeemTicket {
  type: "RedeemTicket";
  id: string;
  number: string;
}

/** The first message on every connection. */
export interface Welcome {
  type: "Welcome";
  protocol: number;
  now_ms: number;
  who: string;
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
  phase: string;
  round: number;
  player_cards: string[];
  banker_cards: string[];
  player: number;
  banker: number;
  winner: string | null;
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
  waiting?: Waiting | null;
}

/** The shoe on the table, as anyone can see it. */
export interface Shoe {
  number: number;
  size: number;
  gone: number;
  cut_card_is_out: boolean;
}

/** The five roads as they are drawn: column, row, and what is there. */
export interface Roads {
  bead: [number, number, string, string][];
  leading_ties: number;
  big: [number, number, string, number, string][];
  big_eye: [number, number, string][];
  small: [number, number, string][];
  cockroach: [number, number, string][];
  ask_banker: (string | null)[];
  ask_player: (string | null)[];
  counts: Record<string, number>;
}

/** Play waits for a supervisor: which round, what was found, and since when. */
export interface Waiting {
  round: number;
  found: string;
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
  events: (TableOpened | TableClosed | BettingOpened | BettingProlonged | StakesChanged | BettingClosed | CardDealt | CardCorrected | CardsReconstructed | TotalsAnnounced | ResultAnnounced | RoundSettled | RoundSettledAgain | EarlierRoundVoided | RoundVoided | Ruled | Decided | ResultRecorded | ResultDropped | SeatsChanged | ShoeOpened | ShoeEnded | ShoeCommitted | ShoeRevealed)[];
  closes_at_ms?: number | null;
}

/** The table is open, perhaps under other settings: read it anew. */
export interface TableOpened {
  type: "TableOpened";
}

/** The table is closed. */
export interface TableClosed {
  type: "TableClosed";
}

/** A round has commenced: place your bets. */
export interface BettingOpened {
  type: "BettingOpened";
  round: number;
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
}

/** No more bets. */
export interface BettingClosed {
  type: "BettingClosed";
}

/** A card was turned; after the Player's third comes the reason for what the Banker does. */
export interface CardDealt {
  type: "CardDealt";
  place: number;
  side: string;
  card: string;
  total: number;
  reasons?: Reason[];
}

/** Why a hand draws or stands, in figures that any language can put into words. */
export interface Reason {
  rule: string;
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
  before: string;
  card: string;
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
  winner: string;
  player: number;
  banker: number;
  natural: boolean;
  clause: string | null;
  roads: Roads;
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
  winner: string;
  player: number;
  banker: number;
  natural: boolean;
  roads: Roads;
}

/** A round before the last is void: every stake goes back. */
export interface EarlierRoundVoided {
  type: "EarlierRoundVoided";
  round: number;
  reason: string;
  clause: string | null;
  roads: Roads;
}

/** The round is void: every stake goes back. */
export interface RoundVoided {
  type: "RoundVoided";
  round: number;
  reason: string;
  clause: string | null;
  after_payment: boolean;
  roads: Roads;
}

/** An irregularity was ruled on. */
export interface Ruled {
  type: "Ruled";
  round: number;
  found: string;
  decision: string;
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
  winner: string;
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

/** What you have on the table, or are about to have, and what you may do about it. */
export interface YourStakes {
  type: "YourStakes";
  table: string;
  stakes: Record<string, number>;
  previous: Record<string, number>;
  can_undo: boolean;
  hopeless: boolean;
  clause?: string | null;
}

/** What became of your wagers. */
export interface YourResult {
  type: "YourResult";
  table: string;
  round: number;
  void: boolean;
  bets: Bet[];
  net: number;
}

/** One wager of yours after the round. */
export interface Bet {
  wager: string;
  stake: number;
  outcome: string;
  pays: string | null;
  returned: number;
  net: number;
  clause: string | null;
}

/** The results of this sitting, where the game shows those only: strip and roadmap. */
export interface YourStrip {
  type: "YourStrip";
  table: string;
  strip: string;
  roadmap: string;
}

/** What you have, and what you owe. */
export interface YourBalance {
  type: "YourBalance";
  available: number;
  held: number;
  net: number;
  last_win: number;
  owed: number;
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
  id: string;
  code: string;
  words: string;
  clause?: string | null;
  wager?: string | null;
}

/** The ticket of a terminal that waits to be printed; none once it is printed or put back. */
export interface YourTicket {
  type: "YourTicket";
  ticket: Ticket | null;
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
  now_ms: number;
}

/** A table, for the lobby and for the felt. */
export interface TableInfo {
  id: string;
  name: string;
  rulebook: string;
  title: string;
  operator: string | null;
  driver: string;
  decks: number;
  cards_per_deck: number;
  family: string;
  positions: number;
  wagers: WagerInfo[];
  chips: number[];
  open_call: string;
  close_call: string;
  clauses: Record<string, string>;
  readings: string[];
  window_ms: number;
  last_call_ms: number;
  strip: number;
  roadmap: number;
  face_up: boolean;
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
  words: string;
  clause: string | null;
}

/** A table in the lobby. */
export interface LobbyTile {
  id: string;
  name: string;
  rulebook: string;
  title: string;
  driver: string;
  minimum: number;
  maximum: number;
  positions: number;
  taken: number;
  watching: number;
  is_open: boolean;
  phase: string;
  round: number;
  decks: number;
  window_ms: number;
  closes_at_ms: number | null;
  terminals_only: boolean;
  waiting: Waiting | null;
  big: [number, number, string, number, string][];
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
  winner: string | null;
  void: boolean;
  staked: number;
  returned: number;
  net: number;
  bets: Bet[];
}

/** Somebody signed in. */
export interface Session {
  token: string;
  who: string;
  name: string;
  since_ms: number;
}

/** Why nobody is signed in. */
export interface SignInRefused {
  status_code: number;
  detail: string;
  code: string;
}

export type Ask =
  | Watch
  | Unwatch
  | Ping
  | Chip
  | Rest
  | TakeOff
  | Undo
  | Clear
  | Double
  | Rebet
  | NewGame
  | Deal
  | RebetAndDeal
  | BuyCredits
  | CashOut
  | TicketPrinted
  | RedeemTicket;

export type Tell =
  | Welcome
  | Pong
  | Snapshot
  | Happened
  | YourStakes
  | YourResult
  | YourStrip
  | YourBalance
  | Accepted
  | Refused
  | YourTicket
  | Trouble
  | BadFrame;
