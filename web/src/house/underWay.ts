/** Where a hand that is under way is noted: a page that is loaded anew has not seen its end. */

const PLACE = "punto.under-way.";

export function wasUnderWay(table: string): boolean {
  try {
    return sessionStorage.getItem(PLACE + table) !== null;
  } catch {
    return false;
  }
}

export function noteUnderWay(table: string, isUnderWay: boolean): void {
  try {
    if (isUnderWay) sessionStorage.setItem(PLACE + table, "");
    else sessionStorage.removeItem(PLACE + table);
  } catch {
    // Then a page that is loaded anew says nothing of the hand: it is in the history all the same.
  }
}
