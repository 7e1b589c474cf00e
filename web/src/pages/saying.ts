/** What the dealer says or does now, in words. */

import type { Language } from "../messages/language.svelte";
import { cardsOf, type ConsoleState } from "../model/console";
import type { Next } from "../model/due";

export interface Saying {
  /** Whether it is said aloud; else it is done. */
  aloud: boolean;
  words: string;
}

export function sayingOf(language: Language, state: ConsoleState, next: Next): Saying {
  const { t } = language;
  const { view } = state;
  const done = (words: string): Saying => ({ aloud: false, words });
  if (next.kind === "wait") return done(t(`console.wait.${next.why}`));
  if (view === null || (next.kind === "ask" && next.label === "take"))
    return done(t("console.do.take"));
  const { due, next_side: side, player, banker, winner } = view;
  switch (due) {
    case "open-bets":
    case "close-bets":
      return { aloud: true, words: callOf(language, state, due) };
    case "card":
      // In Chinese a third card has a word of its own.
      return {
        aloud: true,
        words: t(`console.say.${side ?? "player"}${cardsOf(state).length < 4 ? "" : "Third"}`),
      };
    case "totals": {
      const totals = t("console.say.totals", { player, banker });
      const result = winner && t(`result.${winner}`, { player, banker });
      return { aloud: true, words: result ? t("console.say.both", { totals, result }) : totals };
    }
    case "result":
      return { aloud: true, words: t(`result.${winner ?? "tie"}`, { player, banker }) };
    default:
      return done(t(`console.do.${due}`));
  }
}

/** The calls are the document's own, for those who read its language. */
function callOf(
  { tag, t }: Language,
  { view }: ConsoleState,
  due: "open-bets" | "close-bets",
): string {
  const call = /^“(.*)”$/.exec(view?.next_step ?? "")?.[1];
  return tag === "en" && call !== undefined ? call : t(`console.say.${due}`);
}
