// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { StaffRole } from "./words";

/** Make a code with which one browser becomes a terminal, once, within a day. */
export interface InviteTerminal {
  type: "InviteTerminal";
  terminal: string;
  id: string;
}

/** Let no browser be a terminal any more; credits on it stay, and are paid at the cage. */
export interface RevokeTerminal {
  type: "RevokeTerminal";
  terminal: string;
  why: string;
  id: string;
}

/** Reset the one-time codes of somebody who has lost what makes them; never one's own. */
export interface ResetCodes {
  type: "ResetCodes";
  person: string;
  why: string;
  id: string;
}

/** Who is staff, and which browsers are terminals. */
export interface OfficeRoster {
  staff: StaffMember[];
  terminals: TerminalInfo[];
}

/** Somebody of the staff, as the office sees them. */
export interface StaffMember {
  name: string;
  role: StaffRole;
  revoked: boolean;
  codes: boolean;
}

/** A terminal, and when it was last there. */
export interface TerminalInfo {
  name: string;
  enrolled: boolean;
  invited_until_ms: number | null;
  connected: boolean;
  seen_ms: number | null;
}
