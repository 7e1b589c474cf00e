/** The laboratory: a question, its answers as they come, and the address that asks it again. */

import { addressOf, FIRST, moved, questionIn, type Question } from "../model/lab";
import { HttpError, type Http } from "../protocol/http";
import type { LabOdds, LabRulebook, LabStudy, SheetForm } from "../protocol/messages";

const MOST_UNDO = 200;

export class Lab {
  rulebooks = $state.raw<readonly LabRulebook[]>([]);
  question = $state.raw<Question>(FIRST);
  odds = $state.raw<LabOdds | null>(null);
  study = $state.raw<LabStudy | null>(null);
  /** Why the question was not answered; the figures shown are then those before it. */
  problem = $state.raw<Error | null>(null);
  /** How long the last shoe took, from the press to the figures, in milliseconds. */
  took = $state(0);
  #before = $state.raw<readonly Record<string, number>[]>([]);
  #isCounting = false;
  #isOld = false;
  readonly #http: Http;
  readonly #turn: (address: string) => void;

  constructor(http: Http, turn: (address: string) => void) {
    this.#http = http;
    this.#turn = turn;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** Ask what the address asks. */
  open(hash: string): void {
    this.question = questionIn(hash);
    this.#before = [];
    void this.#list();
    void this.#count();
    void this.#look();
  }

  /** Another game; the cards that are gone were of the one before. */
  play(part: Partial<Pick<Question, "rulebook" | "decks" | "toml">>): void {
    this.#before = [];
    const gone = part.toml === undefined ? {} : this.question.gone;
    this.#ask({ ...this.question, gone, ...part });
    void this.#look();
  }

  /** How much is dealt when it is asked for. */
  set(part: Partial<Pick<Question, "rounds" | "shoes" | "seed">>): void {
    this.#ask({ ...this.question, ...part }, false);
  }

  /** The PAR sheet of the game, as a file. */
  async sheet(form: SheetForm): Promise<Blob | null> {
    const { rulebook, decks, toml } = this.question;
    try {
      return await this.#http.labSheet({ rulebook, decks, toml, form });
    } catch (error) {
      this.problem = error instanceof Error ? error : new HttpError(0, "");
      return null;
    }
  }

  see(wager: string): void {
    this.#ask({ ...this.question, wager }, false);
  }

  take(rank: string, suit: string, by: 1 | -1): void {
    const gone = this.odds && moved(this.odds, this.question.gone, rank, suit, by);
    if (gone) this.#lay(gone);
  }

  fill(): void {
    this.#lay({});
  }

  undo(): void {
    const gone = this.#before.at(-1);
    if (gone === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#ask({ ...this.question, gone });
  }

  #lay(gone: Record<string, number>): void {
    this.#before = [...this.#before, this.question.gone].slice(-MOST_UNDO);
    this.#ask({ ...this.question, gone });
  }

  #ask(question: Question, counts = true): void {
    this.question = question;
    this.#turn(addressOf(question));
    if (counts) void this.#count();
  }

  async #list(): Promise<void> {
    if (this.rulebooks.length > 0) return;
    this.rulebooks = (await this.#http.labRulebooks().catch(() => null)) ?? [];
  }

  /** One shoe is counted at a time; what was pressed meanwhile is counted next, all at once. */
  async #count(): Promise<void> {
    this.#isOld = true;
    if (this.#isCounting) return;
    this.#isCounting = true;
    while (this.#isOld) {
      this.#isOld = false;
      await this.#answer();
    }
    this.#isCounting = false;
  }

  async #answer(): Promise<void> {
    const { rulebook, decks, gone, toml } = this.question;
    const begun = performance.now();
    try {
      this.odds = await this.#http.labOdds({ rulebook, decks, gone, toml });
      this.took = performance.now() - begun;
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Error ? error : new HttpError(0, "");
    }
  }

  async #look(): Promise<void> {
    const { rulebook, decks, toml } = this.question;
    const isStill = (): boolean =>
      this.question.rulebook === rulebook &&
      this.question.decks === decks &&
      this.question.toml === toml;
    const study = await this.#http.labStudy({ rulebook, decks, toml }).catch(() => null);
    if (isStill()) this.study = study;
  }
}
