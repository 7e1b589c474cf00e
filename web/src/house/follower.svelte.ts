/** A table that this page follows: its model, kept in time, with the house at the other end. */

import { notices } from "../components/notices.svelte";
import { thirdCardWords } from "../components/thirdCard";
import { t } from "../messages/language.svelte";
import { TableScreen, type Effect } from "../model/screen";
import { sidesBetOn } from "../model/spots";
import type { ShoeRecord } from "../model/table";
import type { Tell, TableInfo } from "../protocol/messages";
import { newId } from "../protocol/id";
import { Refusal, type Request } from "../protocol/socket";
import { soundOf } from "../stage/sound";
import { thirdCardOf } from "./reason";
import { refusalWords } from "./refusal";
import { settings } from "./settings.svelte";
import { play } from "./speaker";

/** The part of the house that a table needs. */
export interface Around {
  readonly offset: number;
  request(request: Request): Promise<unknown>;
  watch(table: string, since: number | null): void;
  readAgain(table: string): void;
}

type Bare<R> = R extends Request ? Omit<R, "id" | "table"> : never;
/** What can be asked at a table, without what this class adds. */
export type AtTable = Bare<Exclude<Request, { amount: number; attendant: string }>>;

const OF_A_ROUND: ReadonlySet<string> = new Set([
  "Chip",
  "Rest",
  "TakeOff",
  "Undo",
  "Clear",
  "Double",
  "Rebet",
]);

export class Follower {
  readonly info: TableInfo;
  #version = $state(0);
  readonly #screen: TableScreen;
  readonly #around: Around;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The notice of the last refusal that belongs to no spot. */
  #refused: number | null = null;

  constructor(info: TableInfo, around: Around, shoes: readonly ShoeRecord[] = []) {
    this.info = info;
    this.#around = around;
    this.#screen = new TableScreen({
      table: info.id,
      shoes,
      shared: info.driver !== "player",
      faceUp: info.face_up,
      pace: () => settings.pace,
      squeezes: (stakes) => (settings.now.squeeze ? sidesBetOn(stakes) : []),
    });
  }

  /** The model; whoever reads it here is told when it changes. */
  get screen(): TableScreen {
    void this.#version;
    return this.#screen;
  }

  /** The version up to which this table is known; null before the first snapshot. */
  get since(): number | null {
    return this.#screen.isKnown ? this.#screen.table.version : null;
  }

  get houseNow(): number {
    return Date.now() + this.#around.offset;
  }

  hear(message: Tell): void {
    this.#did(this.#screen.hear(message, Date.now()));
  }

  /** Ask for something at this table. Where it is under way already, nothing is sent again. */
  ask(what: AtTable): void {
    const request = { ...what, ...this.#meant(what), id: newId(), table: this.info.id } as Request;
    if (!this.#screen.ask(request)) return;
    // Whoever goes on has read why it did not go before.
    if (this.#refused !== null) notices.dismiss(this.#refused);
    this.#refused = null;
    this.#changed();
    this.#around.request(request).catch((error: unknown) => {
      // What the house refuses comes as a message too; what never left it only comes here.
      if (!(error instanceof Refusal) || error.code !== "offline") return;
      const { code, message: words, clause } = error;
      const wager = "wager" in request ? request.wager : null;
      this.#did(this.#screen.failed(request.id, { code, words, clause, wager }));
    });
  }

  /** Name the round: a bet that comes late, after a lost link, must not count for the next one. */
  #meant(what: AtTable): { round?: number } {
    const round = this.#screen.table.round;
    const shared = this.info.driver !== "player";
    return shared && round > 0 && OF_A_ROUND.has(what.type) ? { round } : {};
  }

  reveal(): void {
    this.#did(this.#screen.reveal(Date.now()));
  }

  /** Show the rest of the hand at once. */
  finish(): void {
    this.#did(this.#screen.finish());
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #did(effects: readonly Effect[]): void {
    for (const effect of effects) this.#act(effect);
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    clearTimeout(this.#timer);
    const { due, table } = this.#screen;
    const closes = table.closesAt === null ? null : table.closesAt - this.#around.offset;
    const now = Date.now();
    const next = Math.min(due ?? Infinity, closes !== null && closes > now ? closes : Infinity);
    if (next === Infinity) return;
    this.#timer = setTimeout(() => this.#did(this.#screen.advance(Date.now())), next - now);
  }

  #act(effect: Effect): void {
    switch (effect.kind) {
      case "watch-again":
        return this.#around.watch(this.info.id, null);
      case "read-again":
        return this.#around.readAgain(this.info.id);
      case "missed-game":
        notices.show(t("game.missed"));
        return;
      case "refused": {
        const { refusal } = effect;
        // A spot shows its own refusals; the rest is said beside the table.
        if (refusal.wager === null) {
          this.#refused = notices.show(refusalWords(refusal, this.info), "wrong");
        }
        return;
      }
      case "step": {
        play(soundOf(effect.what, effect.won));
        const words = this.#words(effect);
        if (words !== null) notices.announce(words);
      }
    }
  }

  /** What is said aloud as it happens. */
  #words({ what }: Extract<Effect, { kind: "step" }>): string | null {
    const { shown } = this.#screen;
    const total = (side: "player" | "banker", points: number): string =>
      t("hand.total", { side: t(`side.${side}`), total: points });
    switch (what.kind) {
      case "totals": {
        const rule = shown.reasons.player && thirdCardOf("player", shown.reasons.player);
        const totals = `${total("player", what.player)}, ${total("banker", what.banker)}`;
        return rule ? `${totals}. ${thirdCardWords(rule)}` : totals;
      }
      case "lay":
      case "turn": {
        if (what.index < 2) return null;
        return total(what.side, shown.totals[what.side]);
      }
      case "settled":
      case "void": {
        const { result } = this.#screen;
        if (result === null) return null;
        const { winner, player, banker, net } = result;
        const words =
          winner === null ? t("result.void") : t(`result.${winner}`, { player, banker });
        return net === null ? words : `${words}. ${t("result.net", { net })}`;
      }
      default:
        return null;
    }
  }
}
