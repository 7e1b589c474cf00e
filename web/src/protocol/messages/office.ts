// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { InviteTerminal, ResetCodes, RevokeTerminal } from "./roster";
import type { CloseShift, OpenShift, ShiftCount, ShiftMoves } from "./shift";
import type { Waiting } from "./tell";
import type { AlertKind, Phase, TicketState } from "./words";

/** Sell credits for money. */
export interface SellCredits {
  type: "SellCredits";
  account: string;
  amount: number;
  id: string;
}

/** Pay credits in money. */
export interface PayCredits {
  type: "PayCredits";
  account: string;
  amount: number;
  id: string;
}

/** Pay a ticket in money. */
export interface PayTicket {
  type: "PayTicket";
  number: string;
  id: string;
}

/** End a cash-out whose ticket nobody has confirmed: it is on paper, or the credits go back. */
export interface EndCashOut {
  type: "EndCashOut";
  account: string;
  printed: boolean;
  why: string;
  id: string;
}

/** Take money for what is owed. */
export interface TakeRepayment {
  type: "TakeRepayment";
  account: string;
  amount: number;
  id: string;
}

/** Give up what is owed under a name. */
export interface WriteOff {
  type: "WriteOff";
  account: string;
  why: string;
  id: string;
}

/** Put on record that an alert was seen. */
export interface Acknowledge {
  type: "Acknowledge";
  alert: string;
  id: string;
}

/** Set a table otherwise, or open or close it (`open`), as soon as its round is over. */
export interface SetTable {
  type: "SetTable";
  table: string;
  changes: Setting[];
  why: string;
  new?: boolean;
  id: string;
}

/** One setting of a table, before and after. */
export interface Setting {
  key: string;
  before: boolean | number | string | number[] | null;
  after: boolean | number | string | number[] | null;
}

/** Read the file of the house again, and take over what was changed in it. */
export interface ReadFile {
  type: "ReadFile";
  why: string;
  id: string;
}

/** It is stored, once. */
export interface OfficeDone {
  type: "OfficeDone";
  id: string;
  again: boolean;
  amount: number | null;
  account: AccountInfo | null;
  invitation?: Invitation | null;
}

/** An account of a player or terminal, as the cage sees it. */
export interface AccountInfo {
  account: string;
  balance: number;
  held: number;
  owed: number;
  owed_by_all: number;
  is_terminal: boolean;
  in_hand: number | null;
  tickets: OfficeTicket[];
}

/** A ticket without its number. */
export interface OfficeTicket {
  number: string;
  amount: number;
  state: TicketState;
}

/** A code for one browser, shown to whoever has made it, and kept nowhere. */
export interface Invitation {
  terminal: string;
  code: string;
  until_ms: number;
}

/** It was not done, or not shown, and why. */
export interface OfficeRefused {
  type: "OfficeRefused";
  status_code: number;
  detail: string;
  code: string;
}

/** The house at a glance, in the gaming day that it is. */
export interface OfficeFloor {
  now_ms: number;
  day: string;
  begins_ms: number;
  players: number;
  takings: Takings;
  tables: OfficeTable[];
  alerts: Alert[];
  hold: HoldPoint[];
  commit: number;
  commit_hash: string;
  commit_ms: number;
}

/** What rounds have brought in a gaming day, and what the exact odds of their stakes say. */
export interface Takings {
  rounds: number;
  voids: number;
  turnover: number;
  win: number;
  theory: number;
  deviation: number;
  an_hour: number | null;
}

/** A table at a glance. */
export interface OfficeTable {
  id: string;
  name: string;
  rulebook: string;
  is_open: boolean;
  phase: Phase;
  round: number;
  dealer: string | null;
  minimum: number;
  maximum: number;
  players: number;
  waiting: Waiting | null;
  takings: Takings;
}

/** Something that wants to be looked at; it stays until somebody says that he has seen it. */
export interface Alert {
  id: string;
  kind: AlertKind;
  table: string;
  round: number | null;
  words: string;
  since_ms: number;
  seen_by: string;
  seen_ms: number | null;
}

/** The sums of the day after so many rounds. */
export interface HoldPoint {
  rounds: number;
  turnover: number;
  win: number;
  theory: number;
  deviation: number;
}

/** A ticket that was found by its number. */
export interface TicketInfo {
  number: string;
  amount: number;
  state: TicketState;
  account: string;
  life: TicketStep[];
}

/** One step in the life of a ticket. */
export interface TicketStep {
  at_ms: number;
  what: string;
  who: string;
}

/** The meters of the whole house. */
export interface OfficeMeters {
  lines: MeterLine[];
  unreconciled: string[];
}

/** A meter, and what the accounts say to it. */
export interface MeterLine {
  name: string;
  meter: number;
  ledger: number | null;
}

/** A gaming day: tables, the cage, and who stood there. */
export interface DayReport {
  day: string;
  begins_ms: number;
  ends_ms: number;
  takings: Takings;
  tables: TableDay[];
  dealers: DealerDay[];
  cage: Record<string, number>;
  drawers: Drawer[];
  shifts: ShiftInfo[];
}

/** What one table took in a gaming day. */
export interface TableDay {
  table: string;
  takings: Takings;
  fills: number;
  credits: number;
  drop: number;
}

/** The rounds that one person has dealt in a gaming day, as they were first paid. */
export interface DealerDay {
  dealer: string;
  takings: Takings;
}

/** What one person of the staff has taken and paid out in a gaming day. */
export interface Drawer {
  person: string;
  role: string;
  taken: number;
  paid: number;
}

/** One shift, and what the books say of it. */
export interface ShiftInfo {
  place: string;
  number: number;
  opened: ShiftCount;
  closed: ShiftCount | null;
  handed_over: number | null;
  moves: ShiftMoves | null;
  expected: number | null;
  over: number | null;
}

/** Some of them, the newest first. */
export interface EventPage {
  events: SignificantEvent[];
  before: number | null;
}

/** Something on record that a house is asked about: who, what, when. */
export interface SignificantEvent {
  at_ms: number;
  chain: string;
  position: number;
  who: string;
  role: string;
  what: string;
}

/** A round as one would tell it in a dispute. */
export interface ToldRound {
  round: string;
  table: string;
  rulebook: string;
  title: string;
  training: boolean;
  happened: ToldEntry[];
  player_cards: string[];
  banker_cards: string[];
  player: number;
  banker: number;
  rules: string[];
  winner: string | null;
  void: string | null;
  bets: ToldBet[];
  fairness: string;
  doubts: string[];
}

/** One thing that happened in a round. */
export interface ToldEntry {
  at: string;
  position: number;
  who: string;
  what: string;
}

/** A wager, whose it was, and what became of it. */
export interface ToldBet {
  bettor: string;
  wager: string;
  stake: number;
  outcome: string;
  pays: string | null;
  returned: number;
  net: number;
  clause: string | null;
}

export type OfficeAsk =
  | SellCredits
  | PayCredits
  | PayTicket
  | EndCashOut
  | TakeRepayment
  | WriteOff
  | Acknowledge
  | SetTable
  | ReadFile
  | OpenShift
  | CloseShift
  | InviteTerminal
  | RevokeTerminal
  | ResetCodes;

export type OfficeTell =
  | OfficeDone
  | OfficeRefused;
