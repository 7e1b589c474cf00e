/** The table where this device sat last. */

const PLACE = "punto.last-table";

export function lastTable(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export function rememberTable(table: string): void {
  try {
    localStorage.setItem(PLACE, table);
  } catch {
    // Then the lobby offers any table.
  }
}
