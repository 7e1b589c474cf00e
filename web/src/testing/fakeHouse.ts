/**
 * A house that knows no rules: it deals whatever cards chance gives, says who has won, and keeps a
 * ledger of it. What a client shows can be held against that ledger.
 */

import { deck } from "../model/card";
import { NO_ROADS_MESSAGE } from "../model/recall";
import type {
  Bet,
  Happened,
  Reason,
  Rule,
  Side,
  Snapshot,
  Tell,
  Winner,
  YourStakes,
} from "../protocol/messages";
import type { Chance } from "./random";

type Event = Happened["events"][number];

/** What one round came to, as the books have it. */
export interface Entry {
  round: number;
  player: string[];
  banker: string[];
  totals: { player: number; banker: number };
  winner: Winner | null;
  bets: Bet[];
  net: number;
  available: number;
}

const CARDS = deck("french");

export class FakeHouse {
  readonly table: string;
  version = 1;
  round = 0;
  available = 100_000;
  net = 0;
  lastWin = 0;
  letters: string[] = [];
  stakes: Record<string, number> = {};
  readonly #chance: Chance;

  constructor(chance: Chance, table = "t") {
    this.#chance = chance;
    this.table = table;
  }

  snapshot(change: Partial<Snapshot> = {}): Snapshot {
    return {
      type: "Snapshot",
      table: this.table,
      version: this.version,
      is_open: true,
      phase: "ready",
      round: this.round,
      player_cards: [],
      banker_cards: [],
      player: 0,
      banker: 0,
      winner: null,
      natural: false,
      won: {},
      on_wager: {},
      bettors: 0,
      taken: [],
      shoe: { number: 1, size: 416, gone: 0, cut_card_is_out: false, last: false },
      committed_as: this.table,
      commitments: {},
      revealed: [],
      roads: NO_ROADS_MESSAGE,
      closes_at_ms: null,
      next_step: "",
      ...change,
    };
  }

  balance(held = 0): Tell {
    const { available, net, lastWin } = this;
    return { type: "YourBalance", available, held, net, last_win: lastWin, owed: 0 };
  }

  yourStakes(
    stakes: Record<string, number> = this.stakes,
    previous: Record<string, number> = {},
    id: string | null = null,
  ): YourStakes {
    const { table } = this;
    const can_undo = Object.keys(stakes).length > 0;
    return { type: "YourStakes", table, stakes, previous, can_undo, hopeless: false, id };
  }

  frame(events: Event[], closes_at_ms: number | null = null): Happened {
    const after = this.version;
    this.version += 1;
    return {
      type: "Happened",
      table: this.table,
      after,
      version: this.version,
      at_ms: 0,
      events,
      closes_at_ms,
    };
  }

  /** The public events of a whole round, and its entry in the books. */
  play(stakes: Record<string, number>): { events: Event[]; entry: Entry } {
    const chance = this.#chance;
    this.round += 1;
    const hands = { player: [] as string[], banker: [] as string[] };
    const totals = { player: 0, banker: 0 };
    const events: Event[] = [{ type: "BettingOpened", round: this.round }];
    if (Object.keys(stakes).length > 0) {
      events.push({ type: "StakesChanged", on_wager: stakes, bettors: 1 });
    }
    events.push({ type: "BettingClosed" });
    let place = 0;
    const deal = (side: Side, reasons: Reason[] = []): void => {
      const card = chance.one(CARDS);
      const total = chance.below(10);
      hands[side].push(card);
      totals[side] = total;
      events.push({ type: "CardDealt", place, side, card, total, reasons });
      place += 1;
    };
    for (const side of ["player", "banker", "player", "banker"] as const) deal(side);
    const { player, banker } = totals;
    const reason = (rule: Rule): Reason => ({ rule, draws: true, player, banker, clause: "3.9" });
    events.push({ type: "TotalsAnnounced", player, banker, reasons: [reason("player")] });
    if (chance.chance(0.5)) deal("player", [reason("banker")]);
    if (chance.chance(0.5)) deal("banker");
    const isVoid = chance.chance(0.05);
    const winner = isVoid ? null : chance.one(["player", "banker", "tie"] as const);
    events.push(...this.#end(winner, totals));
    const { bets, net } = this.#pay(stakes, winner);
    const { round, available } = this;
    return { events, entry: { round, ...hands, totals, winner, bets, net, available } };
  }

  #end(winner: Winner | null, totals: Record<Side, number>): Event[] {
    const { round } = this;
    const roads = NO_ROADS_MESSAGE;
    if (winner === null) {
      const reason = "foreign-card";
      const clause = "5.1";
      return [{ type: "RoundVoided", round, reason, clause, after_payment: false, roads }];
    }
    const natural = false;
    return [
      { type: "ResultAnnounced", winner, ...totals, natural, clause: null, roads },
      { type: "RoundSettled", round },
    ];
  }

  #pay(stakes: Record<string, number>, winner: Winner | null): Pick<Entry, "bets" | "net"> {
    const bets = Object.entries(stakes).map(([wager, stake]) =>
      this.#bet(wager, stake, winner === null),
    );
    const net = bets.reduce((sum, bet) => sum + bet.net, 0);
    this.available += net;
    this.net += net;
    if (net > 0) this.lastWin = net;
    if (winner !== null) this.letters.push({ player: "P", banker: "B", tie: "T" }[winner]);
    return { bets, net };
  }

  #bet(wager: string, stake: number, isVoid: boolean): Bet {
    const outcome = isVoid ? "void" : this.#chance.one(["win", "lose", "push"] as const);
    const net = outcome === "win" ? stake : outcome === "lose" ? -stake : 0;
    const pays = outcome === "win" ? "1:1" : null;
    return { wager, stake, outcome, pays, returned: stake + net, net, clause: "4.1" };
  }

  result(entry: Entry): Tell {
    const { round, bets, net, winner } = entry;
    return { type: "YourResult", table: this.table, round, void: winner === null, bets, net };
  }

  strip(): Tell {
    const all = this.letters.join("");
    return { type: "YourStrip", table: this.table, strip: all.slice(-10), roadmap: all.slice(-50) };
  }
}
