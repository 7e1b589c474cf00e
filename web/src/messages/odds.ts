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

/** `1:1 (6: 1:2)` or `1:1, 7 on 3 pushes`, where there is less room; null where no rate is another one. */
export function ratesInFigures(t: Say, { usual, exceptions }: Rates): string | null {
  if (exceptions.length === 0) return null;
  const rates = usual.join(" · ");
  const others = exceptions
    .map((one) => exceptionInFigures(t, one))
    .reduce((one, two) => t("line.listed", { one, two }));
  const isPlain = exceptions.every(({ cards, pays }) => cards === null && pays !== "push");
  return isPlain ? `${rates} (${others})` : t("odds.except", { usual: rates, others });
}

function exceptionInFigures(t: Say, { total, cards, pays }: Exception): string {
  const which = cards === null ? String(total) : t("odds.figuresOnCards", { total, cards });
  return pays === "push" ? t("odds.push", { total: which }) : `${which}: ${pays}`;
}

const FIRST_WIDE = 0x2e80;

/** How broad a text is, in halves of its size: a Chinese character is as broad as it is high. */
export function breadthOf(text: string): number {
  return [...text].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) >= FIRST_WIDE ? 2 : 1), 0);
}
