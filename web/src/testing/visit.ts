/** A visit to the whole client, with a house that the test speaks for. */

import { render } from "@testing-library/svelte";
import App from "../App.svelte";
import { clientContext, newClient, type Client } from "../house/client";
import { Http } from "../protocol/http";
import type { Ask, Tell, Who } from "../protocol/messages";
import type { Wire } from "../protocol/socket";
import { HOUSE, LESSON, RWS, TIGER, tile, ZERO } from "./tables";

type Answers = Record<string, unknown>;
export type Answering = (address: string) => Promise<Response>;

const ANSWERS: Answers = {
  "/api/house": HOUSE,
  "/api/tables": [
    tile({ id: "zero", name: "Zero Commission", driver: "player" }),
    tile({ id: "rws", name: "Electronic Table", driver: "clock", terminals_only: true }),
    tile(),
  ],
  "/api/tables/zero": ZERO,
  "/api/tables/rws": RWS,
  "/api/tables/tiger": TIGER,
  "/api/tables/tiger/lesson": LESSON,
  "/api/guests": { token: "t", who: "guest", name: "g1", since_ms: 0 },
  "/api/terminals": { token: "t", who: "terminal", name: "terminal-1", since_ms: 0 },
  "/api/history": [],
};

export class Visit {
  readonly said: Ask[] = [];
  readonly posted: string[] = [];
  /** Addresses that were asked for, with their queries. */
  readonly read: string[] = [];
  /** All that the page holds, as its entry would make it. */
  readonly client: Client;
  /** Whom the house takes us for on the next connection. */
  who: Who = "spectator";
  /** What the house says to whatever is asked; more than one message, or none. */
  answer: (ask: Ask) => Tell[] = () => [];
  sockets = 0;
  readonly #answers: Answers;
  #wire: Wire | null = null;

  constructor(path: string, more: Answers = {}) {
    history.replaceState(null, "", path);
    this.#answers = { ...ANSWERS, ...more };
    const http = new Http((address, init) => Promise.resolve(this.#asked(address, init)));
    this.client = newClient(http, () => this.#connect());
  }

  /**
   * An answer to a question over HTTP; a `Response` is given as it is, and stays to be given again,
   * and a function gives one when the test wants.
   */
  #asked(address: string, init?: RequestInit): Response | Promise<Response> {
    const [name = ""] = address.split("?");
    this.read.push(address);
    if (init?.method === "POST") {
      this.posted.push(name);
      this.who = name === "/api/terminals" ? "terminal" : "guest";
    }
    const found = this.#answers[name];
    if (typeof found === "function") return (found as Answering)(address);
    if (found instanceof Response) return found.clone();
    return new Response(JSON.stringify(found ?? {}), { status: found === undefined ? 404 : 200 });
  }

  #connect(): Wire {
    const wire: Wire = {
      send: (text) => this.#hear(JSON.parse(text) as Ask),
      close: () => {},
      onmessage: null,
      onclose: null,
    };
    this.#wire = wire;
    this.sockets += 1;
    const { who } = this;
    queueMicrotask(() => this.#welcome(who));
    return wire;
  }

  #welcome(who: Who): void {
    const now = Date.now();
    this.tell({
      type: "Welcome",
      protocol: 1,
      now_ms: now,
      who,
      name: who === "spectator" ? "" : "g1",
      since_ms: now,
      trouble: null,
    });
  }

  #hear(ask: Ask): void {
    if (ask.type === "Ping") {
      return this.tell({ type: "Pong", at_ms: ask.at_ms, now_ms: Date.now() });
    }
    this.said.push(ask);
    this.tell(...this.answer(ask));
  }

  open(): ReturnType<typeof render<typeof App>> {
    return render(App, { context: clientContext(this.client) });
  }

  tell(...messages: Tell[]): void {
    for (const message of messages) this.#wire?.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Cut the line. */
  lose(): void {
    this.#wire?.onclose?.();
  }

  asked(type: Ask["type"]): Ask[] {
    return this.said.filter((ask) => ask.type === type);
  }
}
