/** A table that this page follows: its model, kept in time, with the house at the other end. */

import type { Language } from "../messages/language.svelte";
import { withHand, type SeenHands } from "../model/lastHands";
import { SHEETS } from "../model/sheet";
import type { KnownShoes, TableState } from "../model/table";
import { sidesBetOn } from "../model/wager";
import { newId } from "../protocol/id";
import type { TableInfo, Tell } from "../protocol/messages";
import { RequestRefused, type AtTable, type Request } from "../protocol/socket";
import { LiveTable, type Effect } from "../stage/live";
import type { Shown } from "../stage/shown";
import { soundOf } from "../stage/sound";
import type { Ending } from "../stage/timeline";
import { Contributor } from "./contributor.svelte";
import type { Notices } from "./notices.svelte";
import { refusalWords } from "./refusal";
import type { Settings } from "./settings.svelte";
import type { Speaker } from "./speaker";
import { endingWords, sentences, spokenOf } from "./spoken";
import { noteUnderWay, wasUnderWay } from "./underWay";

/** The part of the house that a table needs. */
export interface Around {
  readonly offset: number;
  /** What is to be said: the request, or the one before it that means the same and is not decided. */
  again(request: Request): Request;
  request(request: Request): Promise<unknown>;
  watch(table: string, since: number | null): void;
  readAgain(table: string): void;
  /** Keep what is known of the shoes of a table on this device. */
  keepShoes(table: string, known: KnownShoes): void;
  /** Keep the hand that was seen last at a table. */
  keepHand(table: string, hand: Ending): void;
}

/** What this device has kept of a table. */
export interface Kept {
  readonly shoes?: KnownShoes | undefined;
  readonly hand?: Ending | null;
}

/** The reader's side: how things are said to him, and as he has chosen. */
export interface Reader {
  readonly language: Language;
  readonly notices: Notices;
  readonly settings: Settings;
  readonly speaker: Speaker;
}

/** What builds a stake: it is meant for one round. */
const OF_A_ROUND: ReadonlySet<AtTable["type"]> = new Set([
  "Chip",
  "Rest",
  "TakeOff",
  "Undo",
  "Clear",
  "Double",
  "Rebet",
] as const);

export class Follower {
  readonly info: TableInfo;
  readonly #live: LiveTable;
  readonly #around: Around;
  readonly #reader: Reader;
  #shown: Shown;
  #told: TableState;
  #seenHands: SeenHands = $state.raw({});
  /** How many marks the bead plate had when a hand was noted last. */
  #marks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the house was told last. */
  #saidSqueezes: boolean;
  /** Whether a hand was under way when this page was last left. */
  #leftOpen: boolean;
  /** The shoes that were kept last. */
  #kept: KnownShoes["shoes"];
  #keptHand: Ending | null;
  /** Adds to the shoes of a table that all share; null at one's own. */
  readonly contributor: Contributor | null;
  /** The notice of the last refusal that belongs to no spot. */
  #refused: number | null = null;

  constructor(info: TableInfo, around: Around, reader: Reader, { shoes, hand }: Kept = {}) {
    const { settings } = reader;
    this.info = info;
    this.#around = around;
    this.#reader = reader;
    this.#saidSqueezes = this.squeezes;
    const request = (asked: Request): Promise<unknown> => around.request(asked);
    const adding = { table: info.id, settings, request };
    this.contributor = this.isShared ? new Contributor(adding) : null;
    this.#live = new LiveTable({
      table: info.id,
      shoes,
      // A game of one's own is closed with its page: what it was is in the history only.
      last: this.isShared ? (hand ?? null) : null,
      shared: this.isShared,
      faceUp: info.face_up,
      pace: () => settings.pace,
      squeezes: (stakes) =>
        settings.now.squeeze && info.squeeze_ms !== 0 ? sidesBetOn(info.wagers, stakes) : [],
      squeezeMs: info.squeeze_ms,
      byRight: info.squeeze_right,
      toDevice: (houseMs) => houseMs - around.offset,
    });
    this.#shown = $state.raw(this.#live.shown(this.#houseNow));
    this.#told = $state.raw(this.#live.timeline.told);
    this.#kept = this.#live.timeline.told.shoes;
    this.#keptHand = hand ?? null;
    this.#leftOpen = !this.isShared && wasUnderWay(info.id);
  }

  /** What the page shows; whoever reads it is told when it changes. */
  get shown(): Shown {
    return this.#shown;
  }

  /** The table as the house knows it, however far the player has come. */
  get told(): TableState {
    return this.#told;
  }

  /** How the hands of this shoe ended that were followed here, by their places on the bead plate. */
  get seenHands(): SeenHands {
    return this.#seenHands;
  }

  /** The version up to which this table is known; null before the first snapshot. */
  get since(): number | null {
    const { version } = this.#live.timeline.told;
    return version >= 0 ? version : null;
  }

  /** Whether this player squeezes where he has the right: the house wants to know it before. */
  get squeezes(): boolean {
    return this.info.squeeze_right && this.#reader.settings.now.squeeze;
  }

  /** Whether all who come see the same; else the table is one's own. */
  get isShared(): boolean {
    return this.info.driver !== "player";
  }

  /** Where the hand that is over can be checked, also while the next one takes bets; else any shoe. */
  get verify(): { address: string; key: "verify.hand" | "page.title.verify" } {
    const over = (this.#shown.result ?? this.#shown.last)?.round ?? null;
    const key = over === null ? "page.title.verify" : "verify.hand";
    return { address: SHEETS.verify(this.info.id, over), key };
  }

  get #houseNow(): number {
    return Date.now() + this.#around.offset;
  }

  hear(message: Tell): void {
    this.#did(this.#live.hear(message, Date.now()));
    this.contributor?.hear(message, this.#told);
    if (this.#leftOpen && this.since !== null) this.#tellOfHand();
  }

  #tellOfHand(): void {
    this.#leftOpen = false;
    this.#reader.notices.show(this.#reader.language.t("game.reloaded"));
  }

  /** Ask for something at this table. Where it is under way already, nothing is sent again. */
  ask(what: AtTable): void {
    const request = this.#around.again({
      ...what,
      ...this.#meant(what),
      id: newId(),
      table: this.info.id,
    });
    if (!this.#live.ask(request)) return;
    // Whoever goes on has read why it did not go before.
    if (this.#refused !== null) this.#reader.notices.dismiss(this.#refused);
    this.#refused = null;
    this.#changed();
    this.#around.request(request).catch((error: unknown) => {
      // What the house refuses comes as a message too; what never left it only comes here.
      if (!(error instanceof RequestRefused) || error.refusal.code !== "offline") return;
      const wager = "wager" in request ? request.wager : null;
      this.#did(this.#live.failed(request.id, { ...error.refusal, wager }));
    });
  }

  /** Name the round: a bet that comes late, after a lost link, must not count for the next one. */
  #meant(what: AtTable): { round?: number } {
    const { round } = this.#live.timeline.told;
    return this.isShared && round > 0 && OF_A_ROUND.has(what.type) ? { round } : {};
  }

  /** A card was squeezed open; without an index, all that are left. */
  open(index?: number): void {
    this.#did(this.#live.reveal(Date.now(), index));
  }

  /** Show the rest of the hand at once, up to its call; what it pays is still seen to be paid. */
  reveal(): void {
    this.#did(this.#live.skip(Date.now()));
  }

  /** Open a card for all. Where that comes too late, it is open already. */
  #openCard(place: number): void {
    const { round } = this.#live.timeline.told;
    const at = { id: newId(), table: this.info.id, round };
    this.#around.request({ type: "OpenCard", ...at, place }).catch(() => {});
  }

  close(): void {
    clearTimeout(this.#timer);
    this.contributor?.close();
  }

  #did(effects: readonly Effect[]): void {
    this.#changed();
    for (const effect of effects) this.#act(effect);
    this.#say(effects);
  }

  #changed(): void {
    this.#shown = this.#live.shown(this.#houseNow);
    this.#told = this.#live.timeline.told;
    if (this.#saidSqueezes !== this.squeezes) {
      this.#saidSqueezes = this.squeezes;
      this.#around.watch(this.info.id, this.since);
    }
    this.#keepShoes(this.#live.timeline.told);
    this.#keepHand(this.#live.timeline.last);
    this.#noteHand();
    this.#noteEnding();
    clearTimeout(this.#timer);
    const { closesAt } = this.#told;
    const closes = closesAt === null ? null : closesAt - this.#around.offset;
    const now = Date.now();
    const next = Math.min(
      this.#live.due ?? Infinity,
      closes !== null && closes > now ? closes : Infinity,
    );
    if (next === Infinity) return;
    this.#timer = setTimeout(() => this.#did(this.#live.seek(Date.now())), next - now);
  }

  #noteHand(): void {
    if (!this.isShared) noteUnderWay(this.info.id, this.#shown.isBusy);
  }

  #noteEnding(): void {
    const { result, last, table } = this.#shown;
    const now = table.roads.bead.length;
    const { round = 0, winner = null, player = null, banker = null } = result ?? last ?? {};
    const hand =
      winner === null || player === null || banker === null ? null : { round, player, banker };
    this.#seenHands = withHand(this.#seenHands, { before: this.#marks, now }, hand);
    this.#marks = now;
  }

  #keepShoes(told: TableState): void {
    if (told.shoes === this.#kept) return;
    this.#kept = told.shoes;
    this.#around.keepShoes(this.info.id, told);
  }

  #keepHand(last: Ending | null): void {
    if (!this.isShared || last === null || last === this.#keptHand) return;
    this.#keptHand = last;
    this.#around.keepHand(this.info.id, last);
  }

  #act(effect: Effect): void {
    const { language, notices, speaker } = this.#reader;
    switch (effect.kind) {
      case "watch-again":
        return this.#around.watch(this.info.id, null);
      case "read-again":
        return this.#around.readAgain(this.info.id);
      case "open-card":
        return this.#openCard(effect.place);
      case "paid":
        return;
      case "missed-game":
        notices.show(language.t("game.missed"));
        return;
      case "refused": {
        const { refusal } = effect;
        // A spot shows its own refusals; the rest is said beside the table.
        if (refusal.wager != null) return;
        const words = refusalWords(language, refusal, this.info);
        // Why such bets are not dealt stands over them already: it is said again, and shown once.
        if (refusal.code === "net-zero-win" && this.#shown.own.hopeless)
          return notices.announce(words, true);
        this.#refused = notices.show(words, "wrong");
        return;
      }
      case "step":
        return speaker.play(soundOf(effect.what, effect.won));
    }
  }

  /** What is seen at one moment is said in one breath: of two announcements the first would be lost. */
  #say(effects: readonly Effect[]): void {
    const { language, notices } = this.#reader;
    const { wagers } = this.info;
    const { result } = this.#shown;
    const said = effects.flatMap((effect) => {
      if (effect.kind === "step") return spokenOf(language, effect.what, this.#shown, wagers) ?? [];
      return effect.kind === "paid" && result ? endingWords(language, result, wagers) : [];
    });
    // Two cards that are opened at once are one hand.
    if (said.length > 0) notices.announce(sentences(language.t, [...new Set(said)]));
  }
}
