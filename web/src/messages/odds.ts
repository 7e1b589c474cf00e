/** What a wager pays, in a few words: the usual rate, and what pays another one. */

import type { Exception, Rates } from "../model/wager";
import type { Key, Say } from "./language.svelte";

/** `1:1, six pays 1:2`; or every rate, where none is the usual one. */
export function ratesWords(t: Say, { usual, exceptions }: Rates): string {
  const rates = usual.join(" · ");
  if (exceptions.length === 0) return rates;
  const others = exceptions
    .map((one) => exceptionWords(t, one))
    .reduce((one, two) => t("line.listed", { one, two }));
  return t("odds.except", { usual: rates, others });
}

export function exceptionWords(t: Say, { total, cards, pays }: Exception): string {
  const named = t(`total.${total}` as Key);
  const which =
    cards === null ? named : t("odds.onCards", { total: named, cards: t(`count.${cards}` as Key) });
  return pays === "push"
    ? t("odds.push", { total: which })
    : t("odds.pays", { total: which, pays });
}
