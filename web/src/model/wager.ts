/** What the pay lines of a wager tell: on which hand it is, and which hand's colour it has. */

import type { Line, Side, WagerInfo, Winner } from "../protocol/messages";
import type { Stakes } from "./own";

export type Place = Winner | "side";
export type Tint = Winner | "none";
type PayLine = Pick<Line, "pays" | "when">;

function wins(line: PayLine): boolean {
  return line.pays.includes(":");
}

/** The one winner that a condition asks for, if it asks for one. */
function winnerIn({ winner }: PayLine["when"]): Winner | null {
  return typeof winner === "string" ? winner : null;
}

/** A wager is on a hand itself if some winning line asks for that winner and nothing more. */
export function placeOf(lines: readonly PayLine[]): Place {
  for (const { when } of lines.filter(wins)) {
    const only = Object.keys(when).length === 1 ? winnerIn(when) : null;
    if (only !== null) return only;
  }
  return "side";
}

/** A rate of its own for one total of the hand that a wager is on. */
export interface Exception {
  total: number;
  /** Of so many cards; null where that does not matter. */
  cards: number | null;
  pays: string;
}

export interface Rates {
  usual: readonly string[];
  exceptions: readonly Exception[];
}

/** The usual rate of a wager on a hand and what pays another one; of any other wager all rates. */
export function ratesOf(lines: readonly PayLine[]): Rates {
  const place = placeOf(lines);
  const own = lines.filter(({ when }) => place !== "side" && winnerIn(when) === place);
  const usual = own.find(({ when }) => Object.keys(when).length === 1);
  const others = own.filter((line) => line !== usual);
  const exceptions = others.flatMap((line) => exceptionOf(line, place) ?? []);
  if (usual === undefined || exceptions.length < others.length) {
    return { usual: [...new Set(lines.filter(wins).map(({ pays }) => pays))], exceptions: [] };
  }
  return { usual: [usual.pays], exceptions };
}

function exceptionOf({ when, pays }: PayLine, place: Place): Exception | null {
  const total = when[`${place}_total` as "banker_total"];
  const cards = when[`${place}_cards` as "banker_cards"] ?? null;
  if (typeof total !== "number" || Array.isArray(cards)) return null;
  const asked = cards === null ? 2 : 3;
  return Object.keys(when).length === asked ? { total, cards, pays } : null;
}

/** The tint of the one hand that every winning line is about; none where they are about both. */
export function tintOf(lines: readonly PayLine[]): Tint {
  const hues = new Set(lines.filter(wins).map(({ when }) => hueOf(when)));
  const [only, ...more] = hues;
  return more.length === 0 && only !== undefined ? only : "none";
}

function hueOf(when: PayLine["when"]): Tint {
  const winner = winnerIn(when);
  if (winner !== null) return winner;
  const about = Object.keys(when);
  const isOf = (side: Side): boolean =>
    about.length > 0 && about.every((fact) => fact.startsWith(side));
  return isOf("player") ? "player" : isOf("banker") ? "banker" : "none";
}

/** The hands that somebody has bet on, and may therefore open himself. */
export function sidesBetOn(
  wagers: readonly Pick<WagerInfo, "id" | "lines">[],
  stakes: Stakes,
): Side[] {
  const staked = wagers
    .filter(({ id }) => (stakes[id] ?? 0) > 0)
    .map(({ lines }) => placeOf(lines));
  return (["player", "banker"] as const).filter((side) => staked.includes(side));
}

/** Whether a line is about one ending of its own: a winner, and with what total. */
function isOfEnding({ pays, when }: PayLine): boolean {
  const winner = winnerIn(when);
  return pays.includes(":") && winner !== null && Object.keys(when).some(isTotal);
}

/** Of a whole hand: a total of its first two cards is no ending. */
const isTotal = (fact: string): boolean => fact === "player_total" || fact === "banker_total";

/** Whether a table has a wager beside the hands that is about one ending, such as six of the Banker. */
export function hasEnding(wagers: readonly Pick<WagerInfo, "lines">[]): boolean {
  return wagers.some(({ lines }) => placeOf(lines) === "side" && lines.some(isOfEnding));
}

/**
 * How many stripes a wager has that is about one total of the hand that wins, as the Tigers are: one for two cards,
 * two for three, and three for both; none for any other.
 */
export function stripesOf(lines: readonly PayLine[]): 0 | 1 | 2 | 3 {
  const won = lines.filter(wins);
  const isHand = ({ when }: PayLine): boolean => winnerIn(when) !== null && when.winner !== "tie";
  if (placeOf(lines) !== "side" || won.length === 0) return 0;
  if (!won.every((line) => isOfEnding(line) && isHand(line))) return 0;
  const counts = won.flatMap(
    ({ when }) => when[`${String(when.winner)}_cards` as "banker_cards"] ?? 0,
  );
  if (counts.every((count) => count === 2)) return 1;
  return counts.every((count) => count === 3) ? 2 : 3;
}

/** The lines by which a wager may have won: a round tells only what it pays, and several may pay alike. */
export function linesThatPay<L extends PayLine>(lines: readonly L[], pays: string | null): L[] {
  return lines.filter((line) => line.pays === pays);
}

/** Whether such an ending has come: by every line that may have won, whatever the wager is called. */
export function isEnding(
  wagers: readonly Pick<WagerInfo, "id" | "lines">[],
  won: Readonly<Record<string, string>>,
): boolean {
  return wagers.some(({ id, lines }) => {
    const paid = linesThatPay(lines, won[id] ?? null);
    return placeOf(lines) === "side" && paid.length > 0 && paid.every(isOfEnding);
  });
}

/** Whether a tie gives the stake back. */
export function isBackOnTie(lines: readonly PayLine[]): boolean {
  return lines.some(({ pays, when }) => pays === "push" && winnerIn(when) === "tie");
}

/** The wagers beside the hands that have won, and what each pays: from the pay lines, whatever they are. */
export function sideWins(
  wagers: readonly Pick<WagerInfo, "id" | "name" | "lines">[],
  won: Readonly<Record<string, string>>,
): { id: string; name: string; pays: string }[] {
  return wagers
    .filter(({ lines }) => placeOf(lines) === "side")
    .flatMap(({ id, name }) => {
      const pays = won[id];
      return pays === undefined ? [] : [{ id, name, pays }];
    });
}
