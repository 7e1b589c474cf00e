/**
 * Requests that were answered, but not for good: they may be done still, or have been done. Whoever asks for
 * the same again asks under the same id, so that nothing is staked, dealt or sold twice.
 */

import type { Tell } from "./messages";
import { RequestRefused, type Request } from "./socket";

const NOT_FINAL: ReadonlySet<string> = new Set(["not-stored", "overloaded"]);
const TAKES_BACK: ReadonlySet<Request["type"]> = new Set(["TakeOff", "Undo", "Clear"] as const);
/** What is another at every press, though the same is meant. */
const INCIDENTAL: ReadonlySet<string> = new Set(["id", "seed", "pin", "code"]);

export class Undecided {
  #requests: readonly Request[] = [];

  /** What is to be said: the request as it is, or the first before it that means the same. */
  again(request: Request): Request {
    const meaning = meaningOf(request);
    const before = this.#requests.find((each) => meaningOf(each) === meaning);
    // What is put down after this is meant anew.
    if (TAKES_BACK.has(request.type))
      this.#requests = this.#requests.filter((each) => tableOf(each) !== tableOf(request));
    if (before === undefined) return request;
    return "seed" in request ? before : { ...request, id: before.id };
  }

  /** Follow a request to its answer. */
  async until<Answer>(request: Request, answer: Promise<Answer>): Promise<Answer> {
    this.#forget(request.id);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof RequestRefused && NOT_FINAL.has(error.refusal.code))
        this.#requests = [...this.#requests, request];
      throw error;
    }
  }

  /** Hear of one that is done after all, and give it; a new link tells everything as it is. */
  hear(message: Tell): Request | null {
    if (message.type === "Welcome") this.#requests = [];
    if (message.type === "Refused" || !("id" in message) || message.id == null) return null;
    const { id } = message;
    const done = this.#requests.find((each) => each.id === id) ?? null;
    this.#forget(id);
    return done;
  }

  #forget(id: string): void {
    this.#requests = this.#requests.filter((each) => each.id !== id);
  }
}

function meaningOf(request: Request): string {
  return JSON.stringify(Object.entries(request).filter(([name]) => !INCIDENTAL.has(name)));
}

function tableOf(request: Request): string | null {
  return "table" in request ? request.table : null;
}
