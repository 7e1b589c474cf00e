/** A round that is over, told once more as the house told it when it was played. */

import type { Happened, PlayedRound, Roads, Side } from "../protocol/messages";

type Event = Happened["events"][number];

/** A round of the past stands alone. */
export const NO_ROADS_MESSAGE: Roads = {
  bead: [],
  leading_ties: 0,
  big: [],
  big_eye: [],
  small: [],
  cockroach: [],
  ask_banker: [null, null, null],
  ask_player: [null, null, null],
  counts: { banker: 0, player: 0, tie: 0 },
};

/** What happened, for a table of which nothing was told before. */
export function recalled(played: PlayedRound): Happened {
  const round = Number(played.round.slice(played.round.lastIndexOf("-") + 1));
  return {
    type: "Happened",
    table: played.table,
    after: -1,
    version: 0,
    at_ms: played.at_ms,
    events: [{ type: "BettingOpened", round }, ...dealt(played), ...ended(played, round)],
  };
}

/** The cards in the order in which they came. */
function dealt({ player_cards, banker_cards }: PlayedRound): Event[] {
  const order: { side: Side; card: string }[] = [];
  for (const index of [0, 1, 2]) {
    const [player, banker] = [player_cards[index], banker_cards[index]];
    if (player !== undefined) order.push({ side: "player", card: player });
    if (banker !== undefined) order.push({ side: "banker", card: banker });
  }
  return order.map((one, place) => ({ type: "CardDealt", place, ...one, total: null }));
}

function ended({ winner, player, banker }: PlayedRound, round: number): Event[] {
  const told = { clause: null, roads: NO_ROADS_MESSAGE };
  // The history does not say why a round is void, and whoever replays it is not told.
  const voided = { reason: "supervisor", after_payment: false } as const;
  if (winner === null) return [{ type: "RoundVoided", round, ...voided, ...told }];
  return [
    { type: "ResultAnnounced", winner, player, banker, natural: false, ...told },
    { type: "RoundSettled", round },
  ];
}
