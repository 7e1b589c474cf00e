/** A PIN of the staff: one that the next guess does not find. */

export function isPin(text: string): boolean {
  return /^[0-9]{4,12}$/.test(text) && new Set(text).size > 1;
}
