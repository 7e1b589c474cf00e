/** One thing that is seen to happen, when it begins and how long it takes. */

import type { Side, Winner } from "../protocol/messages";

export type Happening =
  | { kind: "shoe-opened"; number: number }
  | { kind: "shoe-ended"; number: number }
  | { kind: "bets-open"; round: number }
  | { kind: "bets-closed" }
  | { kind: "stakes" }
  /** The card is null while somebody else squeezes it. */
  | { kind: "deal"; side: Side; index: number; card: string | null }
  /** A card that is laid open: there is nothing to turn. */
  | { kind: "lay"; side: Side; index: number; card: string | null }
  | { kind: "turn"; side: Side; index: number; card: string | null }
  | { kind: "correct"; side: Side; index: number; card: string }
  | { kind: "put-back" }
  | { kind: "totals"; player: number; banker: number }
  | { kind: "result"; winner: Winner; player: number; banker: number; natural: boolean }
  /** What lost is collected. */
  | { kind: "settled" }
  /** What won is paid. */
  | { kind: "paying" }
  | { kind: "void"; clause: string | null }
  /** Something to know, and nothing to see. */
  | { kind: "quiet" };

export interface Step {
  /** Which of the events it shows, so that a model can be brought up to just there. */
  event: number;
  /** From the beginning of the plan, in milliseconds. */
  at: number;
  /** How long it takes. */
  lasts: number;
  what: Happening;
}
