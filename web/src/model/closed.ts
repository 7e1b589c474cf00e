/** Hands that somebody squeezes: whoever else is at the table sees their backs. */

import type { CardDealt, ClosedHands } from "../protocol/messages";
import { explained } from "./seen";
import { sawCard } from "./shoes";
import type { DealtCard, TableState } from "./table";

type Opened = ReadonlyMap<number, CardDealt>;

/** What is closed now; cards that have been opened get their faces. */
export function hearClosed(state: TableState, message: ClosedHands): TableState {
  if (message.round !== state.round) return state;
  const opened: Opened = new Map(message.opened.map((card) => [card.place, card]));
  return withFaces({ ...state, closed: message.hands }, opened);
}

function withFaces(state: TableState, opened: Opened): TableState {
  const { player, banker } = state.hands;
  const hands = { player: player.map(open(opened)), banker: banker.map(open(opened)) };
  const totals = { ...state.totals };
  for (const { side, place, total } of opened.values()) {
    const last = hands[side].at(-1);
    if (total !== null && last?.place === place) totals[side] = total;
  }
  const reasons = explained(
    state,
    [...opened.values()].flatMap((card) => card.reasons ?? []),
  );
  return { ...state, hands, totals, reasons, shoes: withCards(state, opened) };
}

const open =
  (opened: Opened) =>
  (dealt: DealtCard): DealtCard => {
    const now = opened.get(dealt.place);
    return now === undefined ? dealt : { ...dealt, card: now.card, total: now.total };
  };

/** The cards of the shoe: each has kept its place in it while it was closed. */
function withCards({ hands, round, shoe, shoes }: TableState, opened: Opened): TableState["shoes"] {
  if (shoe === null) return shoes;
  return [...hands.player, ...hands.banker].reduce((known, { place, gone }) => {
    const card = opened.get(place)?.card;
    return card && gone ? sawCard(known, shoe.number, round, [gone, card]) : known;
  }, shoes);
}

/** A message about what is ahead: cards that have been opened meanwhile get their faces there too. */
export function openedLater<E extends { type: string }>(event: E, message: ClosedHands): E {
  const isDealt = (one: { type: string }): one is CardDealt => one.type === "CardDealt";
  if (!isDealt(event)) return event;
  const now = message.opened.find(({ place }) => place === event.place);
  return now === undefined
    ? event
    : { ...event, ...now, gone: event.gone ?? null, type: event.type };
}
