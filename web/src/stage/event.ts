/** The events that the stage plays: those that the house shows to everybody at a table. */

import type { Happened } from "../protocol/messages";

export type TableEvent = Happened["events"][number];
export type Side = "player" | "banker";
export type Winner = Side | "tie";
