/** The chips that stand in a player's tray: those of the table, or of them the ones he has chosen. */

/** As many as have a key each, and a thumb's width on a phone. */
export const MOST_CHIPS = 8;

/** `chosen` is empty until somebody has chosen; what this table does not have is left out. */
export function trayOf(chips: readonly number[], chosen: readonly number[]): readonly number[] {
  const standing = chips.filter((value) => chosen.includes(value));
  return standing.length === 0 ? chips : standing;
}

/** Whether a chip can be put into the tray, or taken out: one must stay, and no more than fit. */
export function mayToggle(tray: readonly number[], value: number): boolean {
  return tray.includes(value) ? tray.length > 1 : tray.length < MOST_CHIPS;
}

/** What is chosen once a chip was put into the tray or taken out of it. */
export function toggled(tray: readonly number[], value: number): readonly number[] {
  const others = tray.filter((one) => one !== value);
  const next = tray.includes(value) ? others : [...others, value];
  return next.sort((a, b) => a - b).slice(0, MOST_CHIPS);
}

/** What was kept may be of another hand: whole amounts, each once, and no more than fit. */
export function readTray(kept: unknown): readonly number[] {
  if (!Array.isArray(kept) || kept.length > MOST_CHIPS) return [];
  const isChip = (value: unknown): value is number =>
    typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return kept.every(isChip) && new Set(kept).size === kept.length ? kept : [];
}
