/**
 * The animation plan: from what has happened at the table to what is seen, step by step.
 *
 * It is a pure function. Nothing here knows a rule: cards go where the events say. The first four
 * cards are dealt face down, Player, Banker, Player, Banker, and then opened as at the tables of the
 * trade: both of the Player's, then both of the Banker's. A third card is dealt and turned at once.
 * Where the rulebook deals face up, every card is laid open and there is nothing to turn.
 */

import type { Seen } from "../model/seen";
import type {
  CardDealt,
  CardsReconstructed,
  ContributionsChanged,
  ResultAnnounced,
  RoundSettledAgain,
  ShoeMixed,
  ShuffleBegun,
  Side,
} from "../protocol/messages";
import type { Pace } from "./pace";
import type { Happening, Step } from "./step";

const INITIAL = 4;
const OPENING: readonly Side[] = ["player", "banker"];

interface Dealt {
  event: number;
  place: number;
  side: Side;
  index: number;
  card: string | null;
}

/** Cards that lie on the table already, when a plan begins in the middle of a round. */
/** What is added to a shoe is nothing to look at on the table. */
type OfShuffle = ContributionsChanged | ShuffleBegun | ShoeMixed;

export interface Lying {
  side: Side;
  card: string | null;
}

class Planner {
  readonly steps: Step[] = [];
  readonly #pace: Pace;
  #now = 0;
  #announced = false;
  #dealt: Dealt[];
  readonly #faceUp: boolean;

  constructor(pace: Pace, lying: readonly Lying[], faceUp: boolean) {
    this.#pace = pace;
    this.#faceUp = faceUp;
    this.#dealt = [];
    for (const { side, card } of lying) this.#take(-1, this.#dealt.length, side, card);
  }

  add(event: Seen, number: number): void {
    switch (event.type) {
      case "ShoeOpened":
        return this.#step(number, { kind: "shoe-opened", number: event.number }, this.#pace.deal);
      case "ShoeEnded":
        return this.#step(number, { kind: "shoe-ended", number: event.number }, 0);
      case "BettingOpened":
        this.#dealt = [];
        this.#announced = true;
        return this.#step(number, { kind: "bets-open", round: event.round }, 0);
      case "StakesChanged":
        return this.#step(number, { kind: "stakes" }, 0);
      case "BettingClosed":
        // Whoever opened and closed in one breath has announced it himself: nobody waits for it.
        return this.#step(number, { kind: "bets-closed" }, this.#announced ? 0 : this.#pace.read);
      case "CardDealt":
        return this.#deal(event, number);
      case "CardCorrected":
        return this.#correct(event.place, event.card, number);
      case "CardsReconstructed":
      case "RoundSettledAgain":
        return this.#putBack(event, number);
      case "TotalsAnnounced": {
        const { player, banker } = event;
        return this.#step(number, { kind: "totals", player, banker }, this.#pace.read);
      }
      case "ResultAnnounced":
        return this.#end(event, number);
      case "RoundSettled":
        return this.#settle(number);
      case "RoundVoided":
        return this.#step(number, { kind: "void", clause: event.clause }, this.#pace.result);
      case "BettingProlonged":
      case "TableOpened":
      case "TableClosed":
      case "DealerChanged":
      case "Ruled":
      case "EarlierRoundVoided":
      case "Decided":
      case "ResultRecorded":
      case "ResultDropped":
      case "SeatsChanged":
      case "ShoeCommitted":
      case "ShoeRevealed":
        return this.#step(number, { kind: "quiet" }, 0);
      default:
        event satisfies OfShuffle;
        return this.#step(number, { kind: "quiet" }, 0);
    }
  }

  #step(event: number, what: Happening, lasts: number): void {
    this.steps.push({ event, at: this.#now, lasts, what });
    this.#now += lasts;
  }

  #end(event: ResultAnnounced, number: number): void {
    const { winner, player, banker, natural } = event;
    this.#step(number, { kind: "result", winner, player, banker, natural }, this.#pace.chips);
  }

  /** First what lost is collected, then what won is paid: both at once would be much to draw in one frame. */
  #settle(number: number): void {
    const { chips, result } = this.#pace;
    this.#step(number, { kind: "settled" }, chips / 2);
    this.#step(number, { kind: "paying" }, result - chips / 2);
  }

  #take(event: number, place: number, side: Side, card: string | null): Dealt {
    const index = this.#dealt.filter((dealt) => dealt.side === side).length;
    const dealt = { event, place, side, index, card };
    this.#dealt.push(dealt);
    return dealt;
  }

  #deal(event: CardDealt, number: number): void {
    const { side, index, card } = this.#take(number, event.place, event.side, event.card);
    if (this.#faceUp) {
      return this.#step(number, { kind: "lay", side, index, card }, this.#pace.deal);
    }
    this.#step(number, { kind: "deal", side, index, card }, this.#pace.deal);
    if (this.#dealt.length === INITIAL) this.#open(number);
    if (this.#dealt.length > INITIAL) this.#turn(number, side, index, card);
  }

  #open(number: number): void {
    for (const side of OPENING) {
      for (const dealt of this.#dealt) {
        if (dealt.side === side) this.#turn(number, side, dealt.index, dealt.card);
      }
    }
  }

  #turn(number: number, side: Side, index: number, card: string | null): void {
    this.#step(number, { kind: "turn", side, index, card }, this.#pace.turn);
  }

  /** All cards are told anew, and lie there open. */
  #putBack(event: CardsReconstructed | RoundSettledAgain, number: number): void {
    const hands = { player: event.player_cards, banker: event.banker_cards };
    this.#dealt = [];
    for (const index of [0, 1, 2]) {
      for (const side of OPENING) {
        const card = hands[side][index];
        if (card !== undefined) this.#take(number, this.#dealt.length, side, card);
      }
    }
    this.#step(number, { kind: "put-back" }, this.#pace.read);
  }

  #correct(place: number, card: string, number: number): void {
    const dealt = this.#dealt.find((one) => one.place === place);
    if (dealt === undefined) return;
    dealt.card = card;
    const { side, index } = dealt;
    this.#step(number, { kind: "correct", side, index, card }, this.#pace.turn);
  }
}

export function plan(
  events: readonly Seen[],
  pace: Pace,
  lying: readonly Lying[] = [],
  { faceUp = false } = {},
): Step[] {
  const planner = new Planner(pace, lying, faceUp);
  events.forEach((event, number) => planner.add(event, number));
  return planner.steps;
}
