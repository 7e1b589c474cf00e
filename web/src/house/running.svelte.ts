/** Something long that somebody looks at: what is told as it comes, until it is over or cancelled. */

import { HttpError } from "../protocol/http";

export type Stage = "ready" | "running" | "over" | "cancelled" | "failed";

type Ask<Asked, Told> = (
  asked: Asked,
  signal: AbortSignal,
  ontold: (told: Told) => void,
) => Promise<void>;

export class Running<Asked, Told extends { last: boolean }> {
  stage = $state<Stage>("ready");
  told = $state.raw<readonly Told[]>([]);
  /** What is being done, or was. */
  asked = $state.raw<Asked | null>(null);
  problem = $state("");
  #ending = new AbortController();
  readonly #ask: Ask<Asked, Told>;

  constructor(ask: Ask<Asked, Told>) {
    this.#ask = ask;
  }

  async run(asked: Asked): Promise<void> {
    if (this.stage === "running") return;
    this.#ending = new AbortController();
    this.asked = asked;
    this.told = [];
    this.problem = "";
    this.stage = "running";
    const signal = this.#ending.signal;
    try {
      await this.#ask(asked, signal, (told) => (this.told = [...this.told, told]));
      this.stage = this.told.at(-1)?.last ? "over" : "failed";
    } catch (error) {
      this.stage = signal.aborted ? "cancelled" : "failed";
      this.problem = error instanceof HttpError ? error.message : "";
    }
  }

  cancel(): void {
    this.#ending.abort();
  }
}
