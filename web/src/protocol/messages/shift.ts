// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { ShiftInfo } from "./office";

/** Begin a shift with what was counted. */
export interface OpenShift {
  type: "OpenShift";
  id: string;
  place: string;
  counted: number;
  note?: string;
}

/** End a shift with what was counted. */
export interface CloseShift {
  type: "CloseShift";
  id: string;
  place: string;
  counted: number;
  note?: string;
}

/** What somebody has counted, and when. */
export interface ShiftCount {
  amount: number;
  who: string;
  at_ms: number;
  note: string;
}

/** What moved in a shift: chips of a table, or money of a till. */
export interface ShiftMoves {
  brought: number;
  taken: number;
  drop: number;
  chips: number;
  rounds: number;
  turnover: number;
  win: number;
}

/** The shifts of a gaming day, and those that go on. */
export interface OfficeShifts {
  day: string;
  shifts: ShiftInfo[];
}
