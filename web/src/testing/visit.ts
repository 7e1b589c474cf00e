/** A visit to the whole client, with a house that the test speaks for. */

import { render } from "@testing-library/svelte";
import { vi } from "vitest";
import App from "../App.svelte";
import { router } from "../house/router.svelte";
import type { Ask, Tell } from "../protocol/messages";
import { HOUSE, RWS, TIGER, tile, ZERO } from "./tables";

type Answers = Record<string, unknown>;

interface Socket {
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

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
  "/api/guests": { token: "t", who: "guest", name: "g1", since_ms: 0 },
  "/api/terminals": { token: "t", who: "terminal", name: "terminal-1", since_ms: 0 },
  "/api/history": [],
};

export class Visit {
  readonly said: Ask[] = [];
  readonly posted: string[] = [];
  /** Whom the house takes us for on the next connection. */
  who = "spectator";
  /** What the house says to whatever is asked; more than one message, or none. */
  answer: (ask: Ask) => Tell[] = () => [];
  sockets = 0;
  #socket: { onmessage: ((event: { data: string }) => void) | null; onclose: (() => void) | null } =
    { onmessage: null, onclose: null };

  constructor(path: string, more: Answers = {}) {
    history.replaceState(null, "", path);
    router.read();
    const answers = { ...ANSWERS, ...more };
    vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
      const [name = ""] = address.split("?");
      if (init?.method === "POST") {
        this.posted.push(name);
        this.who = name === "/api/terminals" ? "terminal" : "guest";
      }
      const found = answers[name];
      const status = found === undefined ? 404 : 200;
      return Promise.resolve(new Response(JSON.stringify(found ?? {}), { status }));
    });
    const connect = (socket: Socket): void => {
      this.#socket = socket;
      this.sockets += 1;
      const { who } = this;
      const name = who === "spectator" ? "" : "g1";
      queueMicrotask(() => {
        const now = Date.now();
        this.tell({
          type: "Welcome",
          protocol: 1,
          now_ms: now,
          who,
          name,
          since_ms: now,
          trouble: null,
        });
      });
    };
    const hear = (ask: Ask): void => {
      if (ask.type === "Ping") return;
      this.said.push(ask);
      this.tell(...this.answer(ask));
    };
    class FakeSocket {
      onmessage: ((event: { data: string }) => void) | null = null;
      onclose: (() => void) | null = null;

      constructor() {
        connect(this);
      }

      send(text: string): void {
        hear(JSON.parse(text) as Ask);
      }

      close(): void {}
    }
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  open(): ReturnType<typeof render<typeof App>> {
    return render(App);
  }

  tell(...messages: Tell[]): void {
    for (const message of messages) this.#socket.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Cut the line. */
  lose(): void {
    this.#socket.onclose?.();
  }

  asked(type: Ask["type"]): Ask[] {
    return this.said.filter((ask) => ask.type === type);
  }
}
