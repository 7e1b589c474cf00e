/** A simulation that somebody looks at: its points as they come, until it is over or cancelled. */

import { HttpError, type Http } from "../protocol/http";
import type { LabPoint, LabSimulation } from "../protocol/messages";

export type Stage = "ready" | "running" | "over" | "cancelled" | "failed";

export class Simulation {
  stage = $state<Stage>("ready");
  points = $state.raw<readonly LabPoint[]>([]);
  /** What is being dealt, or was. */
  asked = $state.raw<LabSimulation | null>(null);
  problem = $state("");
  #ending = new AbortController();
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async run(asked: LabSimulation): Promise<void> {
    if (this.stage === "running") return;
    this.#ending = new AbortController();
    this.asked = asked;
    this.points = [];
    this.problem = "";
    this.stage = "running";
    const signal = this.#ending.signal;
    try {
      await this.#http.labSimulate(
        asked,
        signal,
        (point) => (this.points = [...this.points, point]),
      );
      this.stage = this.points.at(-1)?.last ? "over" : "failed";
    } catch (error) {
      this.stage = signal.aborted ? "cancelled" : "failed";
      this.problem = error instanceof HttpError ? error.message : "";
    }
  }

  cancel(): void {
    this.#ending.abort();
  }
}
