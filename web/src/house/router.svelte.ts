/** Which page is shown, and what lies over it: the address says it, and going back and forth works as anywhere. */

import { roundIn, sheetOf, type Sheet } from "../model/sheet";

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "rules"; table: string }
  | { page: "history"; round: string | null }
  | { page: "account" }
  | { page: "terminal" }
  | { page: "verify"; table: string | null; round: number | null }
  | { page: "lab" }
  | { page: "enrol" }
  | { page: "console" }
  | { page: "wall"; table: string }
  | { page: "office" }
  | { page: "nowhere" };

const NAME = "([a-z0-9-]{1,40})";

export function routeOf(path: string, query = ""): Route {
  const clean = path.replace(/\/+$/, "") || "/";
  const at = (pattern: string): string | null =>
    new RegExp(`^${pattern}$`).exec(clean)?.[1] ?? null;
  if (clean === "/") return { page: "lobby" };
  const rules = at(`/table/${NAME}/rules`);
  if (rules !== null) return { page: "rules", table: rules };
  const table = at(`/table/${NAME}`);
  if (table !== null) return { page: "table", table };
  if (clean === "/history") return { page: "history", round: null };
  const round = at(`/history/${NAME}`);
  if (round !== null) return { page: "history", round };
  if (clean === "/account") return { page: "account" };
  if (clean === "/lab") return { page: "lab" };
  if (clean === "/enrol") return { page: "enrol" };
  const wall = at(`/wall/${NAME}`);
  if (wall !== null) return { page: "wall", table: wall };
  if (clean === "/wall") return { page: "wall", table: "" };
  if (clean === "/console") return { page: "console" };
  if (clean === "/office") return { page: "office" };
  if (clean === "/terminal") return { page: "terminal" };
  if (clean === "/verify") return verifyRoute(new URLSearchParams(query));
  return { page: "nowhere" };
}

function verifyRoute(query: URLSearchParams): Route {
  return { page: "verify", table: query.get("table"), round: roundIn(query) };
}

/** How many sheets lie between this entry of the browser's history and the table; null where nobody knows. */
function sheetsOver(): number | null {
  const { over } = (history.state ?? {}) as { over?: unknown };
  return typeof over === "number" ? over : null;
}

export class Router {
  #path = $state(location.pathname);
  #query = $state(location.search);
  // What lies over a page does not make it another one.
  readonly #route = $derived(
    routeOf(this.#path, this.#path.startsWith("/verify") ? this.#query : ""),
  );
  readonly #sheet = $derived(sheetOf(this.#query));

  /** The only page that there is, where a browser is kept at one. */
  #only: string | null = null;

  /** Keep the reader at a page, whatever the address says; null lets him go. */
  keepAt(path: string | null): void {
    this.#only = path;
    this.read();
  }

  get path(): string {
    return this.#path;
  }

  get query(): string {
    return this.#query;
  }

  get route(): Route {
    return this.#route;
  }

  /** What is to lie over the table. */
  get sheet(): Sheet | null {
    return this.#sheet;
  }

  go(address: string): void {
    const url = new URL(address, location.href);
    if (this.#only !== null && url.pathname !== this.#only) return;
    const lifted = url.pathname === this.#path && sheetOf(url.search) !== null;
    const over = this.#sheet === null ? 0 : sheetsOver();
    history.pushState(lifted && over !== null ? { over: over + 1 } : null, "", url);
    this.read();
    scrollTo(0, 0);
  }

  /** Another sheet in place of this one: going back leads to the table all the same. */
  turn(address: string): void {
    history.replaceState(history.state, "", new URL(address, location.href));
    this.read();
  }

  /** Take away the sheet, and all that were opened from it; whoever came by its address stays at the table. */
  closeSheet(): void {
    if (this.#sheet === null) return;
    const over = sheetsOver();
    if (over !== null) history.go(-over);
    else this.turn(this.#path);
  }

  read(): void {
    if (this.#only !== null && location.pathname !== this.#only)
      history.replaceState(null, "", this.#only);
    this.#path = location.pathname;
    this.#query = location.search;
  }

  /** Links of the page stay links: only a plain click on one of ours is taken over. */
  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.origin !== location.origin || link.target !== "") return;
    if (link.hasAttribute("download") || /^\/(api|docs)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    if ("turn" in link.dataset) this.turn(link.href);
    else this.go(link.href);
  }
}
