/** An amount as somebody types it, in minor units. */

/** Null where the text is no amount above zero that can be paid to the unit. */
export function minorUnits(text: string, digits: number): number | null {
  return counted(text, digits) || null;
}

/** What somebody has counted, which may be nothing; null where the text is no amount. */
export function counted(text: string, digits: number): number | null {
  const found = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.replace(/[\s'’]/g, ""));
  const [, whole = "", fraction = ""] = found ?? [];
  if (whole === "" || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}
