/** Questions over HTTP: what can be known before anybody plays, signing in, and the past. */

import type { HouseInfo, LobbyTile, PlayedRound, Session, TableInfo } from "./messages";

/** The house has answered, but not with what was asked for. */
export class HttpError extends Error {
  readonly status: number;
  /** For programs, where the house gives one. */
  readonly code: string | null;

  constructor(status: number, words: string, code: string | null = null) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export class Http {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch = (path, init) => globalThis.fetch(path, init)) {
    this.#fetch = fetch;
  }

  house(): Promise<HouseInfo> {
    return this.#read("/api/house");
  }

  tables(): Promise<LobbyTile[]> {
    return this.#read("/api/tables");
  }

  table(id: string): Promise<TableInfo> {
    return this.#read(`/api/tables/${encodeURIComponent(id)}`);
  }

  /** The last rounds of whoever is signed in, newest first. */
  history(table: string | null, limit = 50): Promise<PlayedRound[]> {
    const query = new URLSearchParams({ limit: String(limit) });
    if (table !== null) query.set("table", table);
    return this.#read(`/api/history?${query}`);
  }

  /** One round, for whoever has played it. */
  round(id: string): Promise<PlayedRound> {
    return this.#read(`/api/rounds/${encodeURIComponent(id)}`);
  }

  /** Come in as a guest; the house remembers by a cookie that scripts cannot read. */
  enter(): Promise<Session> {
    return this.#read("/api/guests", { method: "POST" });
  }

  enterTerminal(terminal: string, code: string): Promise<Session> {
    return this.#read("/api/terminals", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ terminal, code }),
    });
  }

  async #read<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await this.#fetch(path, init);
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok) return body as T;
    const said = body as { detail?: unknown; code?: unknown } | null;
    const words = typeof said?.detail === "string" ? said.detail : answer.statusText;
    throw new HttpError(answer.status, words, typeof said?.code === "string" ? said.code : null);
  }
}
