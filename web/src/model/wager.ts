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
