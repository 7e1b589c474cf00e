/** What this device has seen of shoes, kept across reloads: promises are worth as much as their age. */

import { readShoes } from "../model/shoes";
import type { KnownShoes } from "../model/table";

const PLACE = "punto.shoes.";

function storage(): Storage | null {
  // A browser may refuse to keep anything; then shoes last as long as the page.
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

export class KeptShoes {
  readonly #known = new Map<string, KnownShoes>();

  /** What was kept of a table. Another house may have a table of the same name: `house` tells them apart. */
  of(house: string, table: string): KnownShoes | undefined {
    return this.#known.get(table) ?? this.#read(house, table);
  }

  keep(house: string, table: string, { committedAs, shoes }: KnownShoes): void {
    const known = { committedAs, shoes };
    this.#known.set(table, known);
    try {
      storage()?.setItem(PLACE + table, JSON.stringify({ house, ...known }));
    } catch {
      // There is no room for more: what was kept before stays.
    }
  }

  #read(house: string, table: string): KnownShoes | undefined {
    try {
      const kept = JSON.parse(storage()?.getItem(PLACE + table) ?? "null") as {
        house?: unknown;
        committedAs?: unknown;
        shoes?: unknown;
      } | null;
      if (kept?.house !== house || typeof kept.committedAs !== "string") return undefined;
      return { committedAs: kept.committedAs, shoes: readShoes(kept.shoes) };
    } catch {
      return undefined;
    }
  }
}
