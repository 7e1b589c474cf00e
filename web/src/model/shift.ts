/** Shifts: which places can be counted by whom, and where one goes on. */

import type { OfficeTable, ShiftInfo, StaffInfo } from "../protocol/messages";

export const TABLE = "table/";
export const TILL = "till/";

/** The shift that goes on at a place, if one does. */
export function openAt(shifts: readonly ShiftInfo[], place: string): ShiftInfo | null {
  return shifts.find((each) => each.place === place && each.closed === null) ?? null;
}

/**
 * The places that somebody may count: floats of tables that a person deals, the own till, and for
 * a manager any till that was left open.
 */
export function placesFor(
  staff: StaffInfo,
  tables: readonly OfficeTable[],
  shifts: readonly ShiftInfo[],
): string[] {
  const open = shifts.filter(({ closed }) => closed === null).map(({ place }) => place);
  const floats = tables.filter(({ dealer }) => dealer !== null).map(({ id }) => TABLE + id);
  const own = TILL + staff.name;
  if (staff.role === "cage") return [own];
  if (staff.role === "supervisor") return [...new Set([...floats, ...open.filter(isFloat)])];
  return staff.role === "manager" ? [...new Set([...floats, own, ...open])] : [];
}

export function isFloat(place: string): boolean {
  return place.startsWith(TABLE);
}
