/** What became of each bet of a round and why, spot by spot: for the result bar, and for those who listen. */

import { linesThatPay, placeOf, ratesOf, sideWins } from "../model/wager";
import type { Bet, Outcome, WagerInfo, Winner } from "../protocol/messages";
import type { Language } from "./language.svelte";
import { exceptionWords } from "./odds";
import { conditionWords } from "./payLine";

/** What a result bar is about: the wagers of a table, which of them win, and one player's own bets. */
export interface Settled {
  wagers: readonly Wager[];
  winner: Winner | null;
  /** What wins, whoever has bet on it, and what it pays. */
  won: Readonly<Record<string, string>>;
  bets: readonly Bet[];
}

/** One item of the bar. */
export interface Came {
  outcome: Outcome | "hit";
  words: string;
}

type Wager = Pick<WagerInfo, "id" | "name" | "lines">;
type Words = Pick<Language, "named" | "t">;

/**
 * In a few words: what became of the reader's own bets, and what else would have won. A narrow bar ends in
 * dots, and what one has lost matters more than what one could have won.
 */
export function accountShort(words: Words, settled: Settled): Came[] {
  const { wagers, winner, won, bets } = settled;
  if (winner === null) return [];
  const of = (outcome: Outcome): Bet[] => bets.filter((bet) => bet.outcome === outcome);
  const say = (bet: Bet): Came => ({
    outcome: bet.outcome,
    words: betWords(words, settled, bet),
  });
  const others = sideWins(wagers, won).filter(({ id }) => bets.every(({ wager }) => wager !== id));
  const hits = others.map(({ id, name, pays }): Came => {
    const wager = words.named("wager", id, name);
    return { outcome: "hit", words: words.t("account.hit", { wager, pays }) };
  });
  return [...of("win").map(say), ...of("push").map(say), ...lost(words, settled, say), ...hits];
}

/** Where more than one is lost, how many and how much: which they are lies on the felt. */
function lost({ t }: Words, { bets }: Settled, say: (bet: Bet) => Came): Came[] {
  const losers = bets.filter(({ outcome }) => outcome === "lose");
  if (losers.length < 2) return losers.map(say);
  const net = losers.reduce((sum, bet) => sum + bet.net, 0);
  return [{ outcome: "lose", words: t("account.lost", { count: losers.length, net }) }];
}

/** In whole sentences: every bet by its name, a side wager with what it was paid for. */
export function accountWords(words: Words, settled: Settled): string[] {
  if (settled.winner === null) return [];
  return settled.bets.map((bet) => {
    const why = bet.outcome === "win" ? sideReason(words, settled, bet) : null;
    if (why === null) return betWords(words, settled, bet);
    const { pays, net } = bet;
    const wager = nameOf(words, settled, bet);
    return words.t("account.winFor", { wager, pays: pays ?? "", net, why });
  });
}

function betWords(words: Words, settled: Settled, bet: Bet): string {
  const { t } = words;
  const { outcome, pays, net, stake } = bet;
  const wager = nameOf(words, settled, bet);
  const rate = exception(words, settled, bet);
  if (outcome === "lose") return t("account.lose", { wager, net });
  if (outcome === "win" && rate !== null) return t("account.except", { wager, rate, net });
  if (outcome === "win") return t("account.win", { wager, pays: pays ?? "", net });
  return rate === null
    ? t("account.push", { wager, stake })
    : t("account.pushFor", { wager, rate, stake });
}

/** Why a bet on the hand that won is not paid as usual; null where it is. */
function exception({ t }: Words, { wagers, winner }: Settled, bet: Bet): string | null {
  const lines = linesOf(wagers, bet);
  if (placeOf(lines) !== winner) return null;
  const pays = bet.outcome === "push" ? "push" : bet.pays;
  const found = ratesOf(lines).exceptions.find((one) => one.pays === pays);
  return found === undefined ? null : exceptionWords(t, found);
}

/** What a side wager was paid for; null where several of its lines pay alike, for any may be the one. */
function sideReason({ t }: Words, { wagers }: Settled, bet: Bet): string | null {
  const lines = linesOf(wagers, bet);
  const [line, ...others] = linesThatPay(lines, bet.pays);
  const isKnown = line !== undefined && others.length === 0 && placeOf(lines) === "side";
  return isKnown ? conditionWords(t, line.when) : null;
}

const linesOf = (wagers: readonly Wager[], { wager }: Bet): Wager["lines"] =>
  wagers.find(({ id }) => id === wager)?.lines ?? [];

function nameOf({ named }: Words, { wagers }: Settled, { wager }: Bet): string {
  return named("wager", wager, wagers.find(({ id }) => id === wager)?.name ?? wager);
}
