/** A table that is followed message by message, by a console or by a wall. */

import type { ConsoleTell, Tell } from "../protocol/messages";
import { hearClosed } from "./closed";
import { follow } from "./seen";
import { tableOf, unknownTable, type TableState } from "./table";

export interface Followed {
  /** Why play is stopped; null while it goes on. */
  trouble: string | null;
  table: TableState;
  /** Something was missed: the table must be asked for anew. */
  isBehind: boolean;
}

export function unknownFollowed(table: string): Followed {
  return { trouble: null, table: unknownTable(table), isBehind: false };
}

/** What everybody is told of a table; all else leaves it as it is. */
export function hearFollowed<F extends Followed>(state: F, message: Tell | ConsoleTell): F {
  switch (message.type) {
    case "Welcome":
    case "Greeting":
      return { ...state, trouble: message.trouble };
    case "Trouble":
      return { ...state, trouble: message.words };
    case "Snapshot":
      if (message.table !== state.table.table) return state;
      return { ...state, table: tableOf(message, state.table), isBehind: false };
    case "ClosedHands":
      if (message.table !== state.table.table) return state;
      return { ...state, table: hearClosed(state.table, message) };
    case "Happened": {
      if (message.table !== state.table.table) return state;
      const table = follow(state.table, message);
      return table === null ? { ...state, isBehind: true } : { ...state, table };
    }
    default:
      return state;
  }
}
