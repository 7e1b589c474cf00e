/** What is said aloud at a table, as it is seen to happen. */

import type { Language } from "../messages/language.svelte";
import { resultWords } from "../messages/result";
import { thirdCardWords } from "../messages/thirdCard";
import { thirdCardOf } from "../model/thirdCard";
import type { Side } from "../protocol/messages";
import type { Shown } from "../stage/shown";
import type { Happening } from "../stage/step";

/** Null where a step goes without words. */
export function spokenOf(language: Language, what: Happening, shown: Shown): string | null {
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
      return shown.result && endingWords(language, shown.result);
    default:
      return null;
  }
}

function endingWords(language: Language, ending: NonNullable<Shown["result"]>): string {
  const words = resultWords(language, ending);
  const { net } = ending;
  return net === null ? words : `${words}. ${language.t("result.net", { net })}`;
}
