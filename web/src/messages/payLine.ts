/** When a pay line holds, in the reader's words, from the facts that it is about. */

import type { Case, Condition, Line } from "../protocol/messages";
import { cardWords, counted, either, type Value } from "./cardFacts";
import type { Key, Language, Say } from "./language.svelte";

type Facts = Map<keyof Case, readonly Value[]>;

export function lineWords({ t, tag }: Pick<Language, "t" | "tag">, line: Line): string {
  // A line may have a name of its own, which the house tells in English.
  const name = tag === "en" ? (/^[^:]+: /.exec(line.words)?.[0] ?? "") : "";
  return name + conditionWords(t, line.when);
}

export function conditionWords(t: Say, when: Condition): string {
  const { any_of: cases = [], none_of: others = [], ...facts } = when;
  const phrases = caseWords(t, facts);
  if (cases.length > 0) phrases.push(t("line.either", { cases: eitherCase(t, cases) }));
  if (others.length > 0 && phrases.length === 0) phrases.push(t("line.anyRound"));
  for (const other of others) phrases.push(t("line.butNot", { case: together(t, other) }));
  if (phrases.length === 0) phrases.push(t("line.otherwise"));
  const text = phrases.reduce((one, two) => t("line.listed", { one, two }));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function caseWords(t: Say, named: Case): string[] {
  const facts: Facts = new Map();
  for (const [name, value] of Object.entries(named) as [keyof Case, Value | Value[] | null][]) {
    const values = [...new Set([value].flat())].filter((each) => each !== null);
    // True or false says nothing.
    if (values.length > 0 && !(typeof values[0] === "boolean" && values.length > 1))
      facts.set(name, values);
  }
  const phrases = [...ending(t, facts), ...bothPairs(t, facts)];
  for (const [name, values] of facts) phrases.push(phrase(t, name, values));
  return phrases;
}

function together(t: Say, named: Case): string {
  const phrases = caseWords(t, named);
  if (phrases.length === 0) return t("line.anything");
  return phrases.reduce((one, two) => t("line.together", { one, two }));
}

const eitherCase = (t: Say, cases: readonly Case[]): string =>
  cases.map((each) => together(t, each)).reduce((one, two) => t("line.orCase", { one, two }));

/** A single winner, with its total, cards and margin. */
function ending(t: Say, facts: Facts): string[] {
  const winners = facts.get("winner") ?? [];
  const [winner] = winners;
  if (winners.length !== 1) return [];
  const taken = (name: string): readonly Value[] => {
    const values = facts.get(name as keyof Case) ?? [];
    facts.delete(name as keyof Case);
    return values;
  };
  taken("winner");
  const words = [t(`line.wins.${String(winner)}` as Key)];
  const isTie = winner === "tie";
  const total = taken(isTie ? "player_total" : `${String(winner)}_total`);
  if (total.length > 0)
    words.push(t(isTie ? "line.tieTotal" : "line.total", { total: either(t, total) }));
  const cards = taken(`${String(winner)}_cards`);
  if (cards.length > 0) words.push(t("line.cards", { cards: either(t, counted(t, cards)) }));
  const margin = taken("margin");
  if (margin.length > 0) words.push(t("line.margin", { margin: either(t, margin) }));
  const natural = taken("natural");
  if (natural.length > 0) words.push(t(natural[0] ? "line.withNatural" : "line.withoutNatural"));
  return [words.reduce((one, two) => t("line.joined", { one, two }))];
}

/** Both pairs at once, where that has words of its own. */
function bothPairs(t: Say, facts: Facts): string[] {
  if (String(facts.get("pairs")) !== "2" || String(facts.get("twin")) !== "false") return [];
  facts.delete("pairs");
  facts.delete("twin");
  return [t("line.differentPairs")];
}

function phrase(t: Say, name: keyof Case, values: readonly Value[]): string {
  if (typeof values[0] === "boolean") return t(`line.${name}.${String(values[0])}` as Key);
  if (name === "pairs" || name === "suited_pairs") {
    const key = name === "pairs" ? "line.pairs" : "line.suitedPairs";
    if (String(values) === "1") return t(`${key}.1`);
    return t(key, { count: either(t, counted(t, values)) });
  }
  if (name === "winner") {
    const winners = values.map((value) => t(`side.${String(value)}` as Key));
    return t("line.result", { winner: either(t, winners) });
  }
  if (name === "margin") return t("line.differ", { margin: either(t, values) });
  if (name === "sum") return t("line.sum", { sum: either(t, values) });
  if (name === "difference") return t("line.difference", { difference: either(t, values) });
  if (name === "cards") return t("line.allCards", { cards: either(t, counted(t, values)) });
  const ofCards = cardWords(t, name, values);
  if (ofCards !== null) return ofCards;
  const [side, what] = name.split("_");
  const who = t(`side.${side}` as Key);
  if (what === "cards")
    return t("line.hasCards", { side: who, cards: either(t, counted(t, values)) });
  return t("line.has", { side: who, total: either(t, values) });
}
