// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { Ping, Unwatch, Watch } from "./ask";
import type { Accepted, BadFrame, ClosedHands, Happened, Pong, Refused, Snapshot, Trouble } from "./tell";
import type { Decision, Due, FloatMove, Found, Outcome, Side, StaffRole, Winner } from "./words";

/** Ask what the rulebook says about an irregularity, before it is reported. */
export interface AskRuling {
  type: "AskRuling";
  irregularity: Irregularity;
  id: string;
  table: string;
}

/** What was found, when it happened, and whether the cards can be put in order again. */
export interface Irregularity {
  found: Found;
  round?: number | null;
  in_initial_deal?: boolean;
  reconstructed?: boolean;
  cards?: string[];
  new_shoe?: boolean;
}

/** Deal here from now on; the dealer before is told, in mid-round too. */
export interface TakeTable {
  type: "TakeTable";
  id: string;
  table: string;
}

/** Leave the table between two rounds. */
export interface LeaveTable {
  type: "LeaveTable";
  id: string;
  table: string;
}

/** Free a table of a dealer who is not there any more, in mid-round too; another takes it. */
export interface RelieveDealer {
  type: "RelieveDealer";
  why: string;
  id: string;
  table: string;
}

/** Put a new shoe on the table: the house's own, or physical cards that are scanned. */
export interface BringShoe {
  type: "BringShoe";
  scanned?: boolean;
  id: string;
  table: string;
}

/** Commence play: "Place your bets, please". */
export interface OpenBets {
  type: "OpenBets";
  id: string;
  table: string;
}

/** Say "No more bets". */
export interface CloseBets {
  type: "CloseBets";
  id: string;
  table: string;
}

/** Enter the chips that somebody has laid on a wager at a position, or more of them. */
export interface LayChips {
  type: "LayChips";
  position: number;
  wager: string;
  amount: number;
  id: string;
  table: string;
}

/** Enter that all chips on a wager at a position are taken up again. */
export interface TakeChips {
  type: "TakeChips";
  position: number;
  wager: string;
  id: string;
  table: string;
}

/** Draw the next card from the house's shoe. */
export interface DrawCard {
  type: "DrawCard";
  id: string;
  table: string;
}

/** Give the card that was read to the hand that calls for it. */
export interface ScanCard {
  type: "ScanCard";
  card: string;
  id: string;
  table: string;
}

/** Announce the totals of the initial deal. */
export interface AnnounceTotals {
  type: "AnnounceTotals";
  id: string;
  table: string;
}

/** Announce who has won. */
export interface AnnounceResult {
  type: "AnnounceResult";
  id: string;
  table: string;
}

/** The losing wagers are collected. */
export interface CollectLosing {
  type: "CollectLosing";
  id: string;
  table: string;
}

/** The winning wagers are paid: the round is settled. */
export interface PayWinning {
  type: "PayWinning";
  id: string;
  table: string;
}

/** Correct a card that was read wrongly; `place` counts the cards of the round from 0. */
export interface CorrectCard {
  type: "CorrectCard";
  place: number;
  card: string;
  why: string;
  id: string;
  table: string;
}

/** A card was drawn in error: no hand calls for it. */
export interface SetCardAside {
  type: "SetCardAside";
  card: string;
  why: string;
  id: string;
  table: string;
}

/** Report an irregularity: the ruling is carried out, or a supervisor is called. */
export interface ReportIrregularity {
  type: "ReportIrregularity";
  irregularity: Irregularity;
  why: string;
  id: string;
  table: string;
}

/** A supervisor's decision on what the rulebook does not cover. */
export interface DecideRound {
  type: "DecideRound";
  void: boolean;
  why: string;
  new_shoe?: boolean;
  id: string;
  table: string;
}

/** A fill, a credit or the drop of the table, as a supervisor or a manager has counted it. */
export interface MoveFloat {
  type: "MoveFloat";
  move: FloatMove;
  amount: number;
  why: string;
  id: string;
  table: string;
}

/** Record the result of a round that was played with physical chips. */
export interface RecordResult {
  type: "RecordResult";
  winner: Winner;
  player_pair?: boolean;
  banker_pair?: boolean;
  natural?: boolean;
  six?: number;
  id: string;
  table: string;
}

/** Take the last recorded result back. */
export interface DropResult {
  type: "DropResult";
  why: string;
  id: string;
  table: string;
}

/** The first message on every connection of a console. */
export interface Greeting {
  type: "Greeting";
  protocol: number;
  now_ms: number;
  name: string;
  role: StaffRole;
  trouble: string | null;
}

/** A table as its dealer needs it; sent whole after every change. */
export interface ConsoleView {
  type: "ConsoleView";
  table: string;
  version: number;
  dealer: string;
  scanned: boolean;
  results_only: boolean;
  training: boolean;
  due: Due;
  next_step: string;
  next_side: Side | null;
  player: number;
  banker: number;
  winner: Winner | null;
  aside: string[];
  bets: PlacedBet[];
}

/** One bettor's wager in the round in play, and what becomes of it once that is known. */
export interface PlacedBet {
  bettor: string;
  position: number | null;
  cash: boolean;
  wager: string;
  stake: number;
  outcome?: Outcome | null;
  returned?: number | null;
}

/** All that waits for a supervisor, at whichever table; sent whole after every change. */
export interface Queue {
  type: "Queue";
  waiting: WaitingRound[];
  count: number;
}

/** A round that waits for a supervisor: what was found, by whom, and since when. */
export interface WaitingRound {
  table: string;
  name: string;
  round: number;
  found: Found;
  words: string;
  who: string;
  why: string;
  since_ms: number;
}

/** What the rulebook says about an irregularity; nothing is done yet. */
export interface Ruling {
  type: "Ruling";
  id: string;
  decision: Decision;
  words: string;
  clause: string | null;
  round: number;
}

export type ConsoleAsk =
  | Watch
  | Unwatch
  | Ping
  | AskRuling
  | TakeTable
  | LeaveTable
  | RelieveDealer
  | BringShoe
  | OpenBets
  | CloseBets
  | LayChips
  | TakeChips
  | DrawCard
  | ScanCard
  | AnnounceTotals
  | AnnounceResult
  | CollectLosing
  | PayWinning
  | CorrectCard
  | SetCardAside
  | ReportIrregularity
  | DecideRound
  | MoveFloat
  | RecordResult
  | DropResult;

export type ConsoleTell =
  | Greeting
  | ConsoleView
  | Queue
  | Ruling
  | Snapshot
  | Happened
  | ClosedHands
  | Accepted
  | Refused
  | Pong
  | Trouble
  | BadFrame;
