/** The layout of a table: what is printed on its stage for the wagers of its rulebook. */

import { arrangeRows, arrangeWings, type Wager } from "./arrange";
import { printInRow, printOnDesk, type Press, type SpotPlace } from "./print";
import type { Stage } from "./stage";

const ROW: Press = { scale: 1, gap: 5, corner: 9 };

export function layoutOf(
  { shape, scale, rings }: Stage,
  wagers: readonly Wager[],
): ReadonlyMap<string, SpotPlace> {
  const isDesk = shape === "desk";
  const press = isDesk ? { scale, gap: 8 * scale, corner: 12 * scale } : ROW;
  const arranged = (isDesk ? arrangeWings : arrangeRows)(wagers, rings);
  // Where there is a single row, what lies in its middle is as large as the wings.
  const others = wagers.filter(({ place }) => place !== "player" && place !== "banker");
  const isLarge = ({ place }: Wager): boolean =>
    isDesk ? place !== "side" && (place !== "tie" || others.length === 1) : place !== "side";
  const places = new Map<string, SpotPlace>();
  for (const wager of wagers) {
    const sector = arranged.get(wager.id);
    if (sector === undefined) continue;
    const print = isDesk ? printOnDesk : printInRow;
    places.set(wager.id, print(sector, isLarge(wager), press));
  }
  return places;
}
