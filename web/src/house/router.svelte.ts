/** Which page is shown: the address says it, and going back and forth works as anywhere. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "rules"; table: string }
  | { page: "history"; round: string | null }
  | { page: "terminal" }
  | { page: "verify"; table: string | null; round: number | null }
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
  const round = Number(query.get("round"));
  return {
    page: "verify",
    table: query.get("table"),
    round: Number.isInteger(round) && round > 0 ? round : null,
  };
}

export class Router {
  #place = $state({ path: location.pathname, query: location.search });

  get path(): string {
    return this.#place.path;
  }

  get query(): string {
    return this.#place.query;
  }

  get route(): Route {
    return routeOf(this.#place.path, this.#place.query);
  }

  go(address: string): void {
    const url = new URL(address, location.href);
    history.pushState(null, "", url);
    this.read();
    scrollTo(0, 0);
  }

  read(): void {
    this.#place = { path: location.pathname, query: location.search };
  }

  /** Links of the page stay links: only a plain click on one of ours is taken over. */
  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.origin !== location.origin || link.target !== "") return;
    if (link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.href);
  }
}
