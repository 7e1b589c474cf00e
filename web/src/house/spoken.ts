/** What is said aloud at a table, as it is seen to happen. */

import { accountWords } from "../messages/account";
import type { Language, Say } from "../messages/language.svelte";
import { cardName } from "../messages/cardName";
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
      const [one, two] = [total("player", what.player), total("banker", what.banker)];
      const totals = t("line.listed", { one, two });
      return player
        ? sentences(t, [totals, thirdCardWords(t, thirdCardOf("player", player))])
        : totals;
    }
    case "lay":
    case "turn":
      return cardWords(t, what, shown);
    case "settled":
    case "void":
      return shown.result && endingWords(language, shown.result, wagers);
    default:
      return null;
  }
}

type Opened = Extract<Happening, { kind: "lay" | "turn" }>;

/** The first two cards of a hand in one breath, once both are open; the third with what it makes. */
function cardWords(t: Say, { side, index }: Opened, { hands, table }: Shown): string | null {
  const name = t(`side.${side}`);
  const [one, two, third] = hands[side].cards.map(({ card, face }) =>
    face === "up" && card !== null ? cardName(t, card) : null,
  );
  if (index === 2) {
    const total = t("hand.total", { side: name, total: table.totals[side] });
    return third == null ? total : sentences(t, [t("hand.third", { side: name, third }), total]);
  }
  return one == null || two == null ? null : t("hand.two", { side: name, one, two });
}

type Ending = NonNullable<Shown["result"]>;

/** Who has won, what each bet came to and why, and what that makes together. */
export function endingWords(
  language: Language,
  ending: Ending,
  wagers: readonly WagerInfo[],
): string {
  const { t } = language;
  const { winner, net, bets } = ending;
  const account = accountWords(language, { wagers, winner, won: {}, bets });
  const sum = net === null ? [] : [t("result.net", { net })];
  return sentences(t, [resultWords(language, ending), ...account, ...sum]);
}

/** One after the other. */
export function sentences(t: Say, all: readonly string[]): string {
  return all.reduce((one, two) => t("account.joined", { one, two }));
}
