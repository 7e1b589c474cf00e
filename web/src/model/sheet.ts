/** What is read beside the play: on a page of its own, or on a sheet over the table at which one sits. */

export type Sheet =
  | { kind: "rules" }
  | { kind: "pays" }
  /** The roads of the whole shoe. */
  | { kind: "roads" }
  /** `table` is empty for the rounds of all tables; `round` is one to recall, null for the list. */
  | { kind: "history"; table: string; round: string | null }
  /** The round of a table whose cards are checked; null for any of its shoes. */
  | { kind: "verify"; table: string | null; round: number | null };

/** Where each of it is found. */
export interface Ways {
  history: (table: string) => string;
  round: (round: string) => string;
  verify: (table: string, round: number | null) => string;
}

const asked = (table: string, round: number | null): string =>
  round === null ? `table=${table}` : `table=${table}&round=${round}`;

/** For whoever comes by a link from outside. */
export const PAGES: Ways = {
  history: (table) => (table === "" ? "/history" : `/history?table=${table}`),
  round: (round) => `/history/${round}`,
  verify: (table, round) => `/verify?${asked(table, round)}`,
};

/** Relative to the table: its address says what lies over it. */
export const SHEETS: Ways = {
  history: (table) => (table === "" ? "?sheet=history" : `?sheet=history&table=${table}`),
  round: (round) => `?sheet=history&round=${round}`,
  verify: (table, round) => `?sheet=verify&${asked(table, round)}`,
};

/** The number of a round in an address, if it is one. */
export function roundIn(query: URLSearchParams): number | null {
  const round = Number(query.get("round"));
  return Number.isInteger(round) && round > 0 ? round : null;
}

export function sheetOf(query: string): Sheet | null {
  const parts = new URLSearchParams(query);
  const kind = parts.get("sheet");
  const table = parts.get("table");
  if (kind === "rules" || kind === "pays" || kind === "roads") return { kind };
  if (kind === "history") return { kind, table: table ?? "", round: parts.get("round") };
  if (kind === "verify") return { kind, table, round: roundIn(parts) };
  return null;
}
