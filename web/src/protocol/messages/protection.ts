// Made by scripts/protocol from punto.protocol 3. Not to be edited.

/** All limits as they are to be: tighter ones hold at once, looser ones after 24 hours. */
export interface LimitsWanted {
  type: "LimitsWanted";
  limits: LimitsInfo;
  id: string;
}

/** Limits on play; null where there is none. */
export interface LimitsInfo {
  stake: number | null;
  loss_day: number | null;
  loss_week: number | null;
  minutes_day: number | null;
  check_minutes: number | null;
}

/** Take no bets of mine for so many days, or for ever; this is never taken back. */
export interface PauseWanted {
  type: "PauseWanted";
  days: number | null;
  id: string;
}

/** I have seen how long I play, and what came of it. */
export interface CheckSeen {
  type: "CheckSeen";
  id: string;
}

/** What protects somebody now, and what has come of the day and the week. */
export interface ProtectionInfo {
  limits: LimitsInfo;
  coming: ComingLimits | null;
  of_house: LimitsInfo;
  excluded_until_ms: number | null;
  check_at_ms: number | null;
  counted: CountedPlay | null;
}

/** Limits that are looser than now, and from when they hold. */
export interface ComingLimits {
  limits: LimitsInfo;
  from_ms: number;
}

/** What day and week came to, counted from the first limit or pause on. */
export interface CountedPlay {
  minutes_today: number;
  lost_today: number;
  lost_this_week: number;
}

/** Why it is not done. */
export interface ProtectionRefused {
  status_code: number;
  detail: string;
  code: string;
}

/** What a period of play came to, round by round from the history as far as it is kept. */
export interface Statement {
  since_ms: number;
  until_ms: number;
  rounds: number;
  staked: number;
  returned: number;
  net: number;
  balance: number;
}

export type ProtectionAsk =
  | LimitsWanted
  | PauseWanted
  | CheckSeen;
