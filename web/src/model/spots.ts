/** The spots of the layout: what the rulebook says of each wager, and what lies on it now. */

import type { Place, Spot, SpotResult, Tint } from "../components/wager";
import type { TableInfo, WagerInfo } from "../protocol/messages";
import type { TableScreen } from "./screen";
import type { Side } from "./table";

const HANDS: readonly string[] = ["player", "banker", "tie"];

/** Wagers on a hand itself bear the name of that hand; all others are beside them. */
export function placeOfWager(id: string): Place {
  return HANDS.includes(id) ? (id as Place) : "side";
}

/** A name that speaks of one hand has that hand's tint. */
export function tintOfWager(id: string): Tint {
  const spoken = id.split("-").filter((word) => HANDS.includes(word));
  return spoken.length === 1 ? (spoken[0] as Tint) : "none";
}

export function spotsOf(
  info: TableInfo,
  screen: TableScreen,
  refusal: { wager: string; words: string } | null,
): Spot[] {
  const { stakes, ownResult } = screen;
  return info.wagers.map((wager) => {
    const bet = ownResult?.bets.find((one) => one.wager === wager.id);
    const result: SpotResult | null = bet
      ? {
          outcome: bet.outcome as SpotResult["outcome"],
          net: bet.net,
          pays: bet.pays,
          clause: bet.clause,
        }
      : null;
    return {
      ...blankSpot(wager),
      stake: bet?.stake ?? stakes[wager.id] ?? 0,
      tableTotal: info.driver === "player" ? null : (screen.shown.onWager[wager.id] ?? 0),
      refusal: refusal?.wager === wager.id ? refusal.words : null,
      result,
      pending: screen.isPending(wager.id) && (stakes[wager.id] ?? 0) > 0,
    };
  });
}

function blankSpot(wager: WagerInfo): Omit<Spot, "stake" | "tableTotal" | "refusal" | "result"> {
  const { id, name, odds, edge, minimum, maximum, step } = wager;
  return {
    id,
    name,
    place: placeOfWager(id),
    tint: tintOfWager(id),
    odds,
    edge,
    limit: { minimum, maximum, step },
  };
}

/** The hands that somebody has bet on, and may therefore open himself. */
export function sidesBetOn(stakes: Readonly<Record<string, number>>): Side[] {
  return (["player", "banker"] as const).filter((side) => (stakes[side] ?? 0) > 0);
}
