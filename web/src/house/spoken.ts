/** What is said aloud at a table, as it is seen to happen. */

import { accountWords } from "../messages/account";
import type { Language } from "../messages/language.svelte";
import { resultWords } from "../messages/result";
import { thirdCardWords } from "../messages/thirdCard";
import { thirdCardOf } from "../model/thirdCard";
import type { Side, WagerInfo } from "../protocol/messages";
import type { Shown } from "../stage/shown";
import type { Happening } from "../stage/step";

/** Null where a step goes without words. */
export function spokenOf(
  language: Language,
  what: Happening,
  shown: Shown,
  wagers: readonly WagerInfo[],
): string | null {
  const { t } = language;
  const total = (side: Side, points: number): string =>
    t("hand.total", { side: t(`side.${side}`), total: points });
  switch (what.kind) {
    case "totals": {
      const { player } = shown.table.reasons;
      const totals = `${total("player", what.player)}, ${total("banker", what.banker)}`;
      return player ? `${totals}. ${thirdCardWords(t, thirdCardOf("player", player))}` : totals;
    }
    case "lay":
    case "turn":
      return what.index < 2 ? null : total(what.side, shown.table.totals[what.side]);
    case "settled":
    case "void":
      return shown.result && endingWords(language, shown.result, wagers);
    default:
      return null;
  }
}

/** Who has won, what each bet came to and why, and what that makes together. */
function endingWords(
  language: Language,
  ending: NonNullable<Shown["result"]>,
  wagers: readonly WagerInfo[],
): string {
  const { t } = language;
  const { winner, net, bets } = ending;
  const account = accountWords(language, { wagers, winner, won: {}, bets });
  const sum = net === null ? [] : [t("result.net", { net })];
  const sentences = [resultWords(language, ending), ...account, ...sum];
  return sentences.reduce((one, two) => t("account.joined", { one, two }));
}
