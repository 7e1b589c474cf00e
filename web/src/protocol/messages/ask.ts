// Made by scripts/protocol from punto.protocol 3. Not to be edited.

/** Follow a table: from the version last seen, if that is still known, else from a snapshot. */
export interface Watch {
  type: "Watch";
  table: string;
  since?: number | null;
  id?: string | null;
  squeeze?: boolean;
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

/** Sit down at a playing position, counted from 1. */
export interface TakeSeat {
  type: "TakeSeat";
  id: string;
  table: string;
  position: number;
}

/** Stand behind a seat that somebody has, and bet on its position. */
export interface StandBehind {
  type: "StandBehind";
  id: string;
  table: string;
  position: number;
}

/** Give the seat up, or the place behind one; while a stake stands it is kept. */
export interface LeaveSeat {
  type: "LeaveSeat";
  id: string;
  table: string;
}

/** Open a card that you have squeezed: from now on everybody sees its face. */
export interface OpenCard {
  type: "OpenCard";
  id: string;
  table: string;
  round: number;
  place: number;
}

/** Promise what you add to the shoe that comes next, by its hash, or promise it anew. */
export interface Contribute {
  type: "Contribute";
  id: string;
  table: string;
  shoe: number;
  commitment: string;
}

/** Show what you had promised, once the shuffle has begun. */
export interface ShowContribution {
  type: "ShowContribution";
  id: string;
  table: string;
  shoe: number;
  random: string;
  word?: string;
}

/** An attendant sells credits at a terminal. */
export interface BuyCredits {
  type: "BuyCredits";
  id: string;
  amount: number;
  attendant: string;
  pin: string;
  code?: string;
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
  | TakeSeat
  | StandBehind
  | LeaveSeat
  | OpenCard
  | Contribute
  | ShowContribution
  | BuyCredits
  | CashOut
  | TicketPrinted
  | RedeemTicket;
