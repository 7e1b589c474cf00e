/** The office: who is there, the floor as it was last seen, and what is asked of the house. */

import type { Language } from "../messages/language.svelte";
import { HttpError, type Http } from "../protocol/http";
import type { OfficeAsk, OfficeDone, OfficeFloor, StaffInfo } from "../protocol/messages";

const LOOK_EVERY_MS = 5000;

export class Office {
  /** Undefined until the house has said it, null while nobody is signed in. */
  staff = $state.raw<StaffInfo | null>();
  floor = $state.raw<OfficeFloor | null>(null);
  isLocked = $state(false);
  isLost = $state(false);
  readonly http: Http;
  readonly #language: Language;

  constructor(http: Http, language: Language) {
    this.http = http;
    this.#language = language;
  }

  /** Look who is here, and at the floor again and again, until it is ended. */
  begin(): () => void {
    void this.enter();
    const timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }

  async enter(): Promise<void> {
    const found = await this.guarded(() => this.http.staff());
    if (found !== null) await this.#come(found);
  }

  async sign(name: string, pin: string, code: string): Promise<void> {
    await this.#come(await this.http.signStaffIn(name, pin, code));
  }

  async changePin(pin: string, next: string): Promise<void> {
    await this.#come(await this.http.changePin(this.staff?.name ?? "", pin, next));
  }

  async #come(staff: StaffInfo): Promise<void> {
    this.staff = staff;
    this.isLocked = staff.locked;
    await this.look();
  }

  async leave(): Promise<void> {
    this.staff = null;
    this.floor = null;
    await this.http.signStaffOut();
  }

  async look(): Promise<void> {
    if (!this.staff || this.isLocked || this.staff.role === "dealer") return;
    this.floor = (await this.guarded(() => this.http.officeFloor())) ?? this.floor;
  }

  /** Ask for something to be done; what was refused is thrown. */
  async ask(said: OfficeAsk): Promise<OfficeDone> {
    try {
      const done = await this.http.office(said);
      void this.look();
      return done;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** Ask for something to be seen: null where it is not, and nobody is here or the house is away. */
  async guarded<T>(question: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await question();
      this.isLost = false;
      return answer;
    } catch (error) {
      if (!this.#note(error)) this.isLost = true;
      return null;
    }
  }

  /** Ask for something that may be refused, and say so in words. */
  async found<T>(question: () => Promise<T>): Promise<{ found: T } | { wrong: string }> {
    try {
      return { found: await question() };
    } catch (error) {
      this.#note(error);
      return { wrong: this.words(error) };
    }
  }

  words(error: unknown): string {
    if (!(error instanceof HttpError)) return this.#language.t("page.failed");
    const key = `refusal.${error.code}`;
    // Where our words want figures that only the house knows, it says them itself.
    if (!this.#language.has(key) || this.#language.wants(key)) return error.message;
    return this.#language.t(key);
  }

  /** Know from a refusal that the PIN is wanted, or that nobody is here. */
  #note(error: unknown): boolean {
    if (!(error instanceof HttpError)) return false;
    if (error.status === 401) this.staff = null;
    else if (error.code === "locked") this.isLocked = true;
    else return false;
    return true;
  }
}
