/** What a wall calls out in one line: the result, the call of the dealer, or why everybody waits. */

import type { TableState } from "../model/table";
import { thirdCardOf } from "../model/thirdCard";
import type { TableInfo, Winner } from "../protocol/messages";
import type { Language } from "./language.svelte";
import { resultWords, voidWords } from "./result";
import { thirdCardWords } from "./thirdCard";

export interface Call {
  kind: "call" | "result" | "notice";
  words: string;
}

export interface Called {
  info: TableInfo;
  table: TableState;
  /** Why play is stopped; null while it goes on. */
  trouble: string | null;
  /** Milliseconds until betting closes; null where nobody has set a time. */
  left: number | null;
  /** Whether nobody has played for a while: then people are invited. */
  isIdle: boolean;
}

/** Who won last, where a result is to be shown; at a table of physical cards that is the last bead. */
export function winnerShown({ info, table }: Pick<Called, "info" | "table">): Winner | null {
  if (!info.results_only) return table.winner;
  const last = table.roads.bead.at(-1)?.winner;
  return last === undefined ? null : WINNERS[last];
}

const WINNERS = { P: "player", B: "banker", T: "tie" } as const;
const BETWEEN: readonly TableState["phase"][] = ["ready", "settled", "void"];

export function callOf(language: Language, called: Called): Call {
  const { t } = language;
  const inviting: Call | null = called.isIdle ? { kind: "call", words: t("wall.join") } : null;
  return stopped(language, called) ?? inviting ?? played(language, called);
}

/** Why play does not go on, where it does not. */
function stopped({ named, t }: Language, { table, trouble }: Called): Call | null {
  const { waiting, isOpen, dealer, phase, voided } = table;
  const notice = (words: string): Call => ({ kind: "notice", words });
  if (trouble !== null) return notice(t("wall.trouble"));
  if (waiting !== null) {
    const { round, found, words } = waiting;
    return notice(t("wall.waiting", { round, found: named("found", found, words) }));
  }
  if (!isOpen) return notice(t("table.hint.closed"));
  if (phase === "void") return notice(voidWords({ named, t }, voided?.reason));
  return dealer === false && BETWEEN.includes(phase) ? notice(t("wall.nobody")) : null;
}

function played(language: Language, called: Called): Call {
  const { t } = language;
  const { info, table } = called;
  const winner = winnerShown(called);
  const call = (words: string): Call => ({ kind: "call", words });
  if (winner !== null) {
    const totals = info.results_only ? { player: null, banker: null } : table.totals;
    return { kind: "result", words: resultWords(language, { winner, ...totals }) };
  }
  if (table.phase === "betting") return call(openCall(language, called));
  if (table.phase !== "ready") return call(dealingCall(language, called));
  return call(t(table.shoe === null ? "wall.newShoe" : "wall.next"));
}

/** The calls are the document's own, for those who read its language. */
function openCall({ tag, t }: Language, { info, left }: Called): string {
  const english = tag === "en";
  if (left !== null && left <= 0) return (english && info.close_call) || t("countdown.closed");
  if (left !== null && left <= info.last_call_ms) return t("countdown.last");
  return (english && info.open_call) || t("countdown.open");
}

function dealingCall({ tag, t }: Language, { info, table }: Called): string {
  const { reasons, hands } = table;
  const playerDraws = reasons.player?.draws === true && hands.player.length < 3;
  const side = playerDraws || reasons.banker === null ? "player" : "banker";
  const reason = reasons[side];
  if (reason !== null) return thirdCardWords(t, thirdCardOf(side, reason));
  return (tag === "en" && info.close_call) || t("countdown.closed");
}
