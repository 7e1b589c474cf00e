/**
 * Where the wagers of any rulebook lie. On a desk the bets on the two hands are the wings of the layout, as
 * high as the whole, and all others lie between them in two rows. On smaller screens the bets on the hands
 * are the near row, under the thumb, and all others the far one.
 */

import { angleAt, type Point, type Sector } from "./ring";

/** A wager, as far as its place goes. */
export interface Wager {
  id: string;
  place: "player" | "banker" | "tie" | "side";
}

/** The rings that a layout is printed on. */
export interface Rings {
  centre: Point;
  far: number;
  middle: number;
  near: number;
  /** To which angle the near row reaches. */
  reach: number;
}

export type Arrangement = ReadonlyMap<string, Sector>;

/** Degrees of the centre for one column, and how wide it can be altogether. */
const COLUMN = 3.1;
const CENTRE = { one: 5.1, least: 6.2, most: 11.6 } as const;
/** The share of the near row that a tie has in its middle. */
const TIE = 0.26;

function row(
  wagers: readonly Wager[],
  from: number,
  to: number,
  ring: Omit<Sector, "from" | "to">,
): [string, Sector][] {
  const step = (to - from) / wagers.length;
  return wagers.map(({ id }, i) => [
    id,
    { ...ring, from: from + i * step, to: from + (i + 1) * step },
  ]);
}

const isWing = ({ place }: Wager): boolean => place === "player" || place === "banker";

/** How far a layout usually reaches; one that reaches less has a narrower centre too, and not only narrower wings. */
const REACH = 17.1;

/** Half the angle of what lies between the wings. */
export function centreOf(others: number, reach: number = REACH): number {
  const share = Math.min(1, reach / REACH);
  if (others <= 1) return CENTRE.one * share;
  const half = Math.min(CENTRE.most, Math.max(CENTRE.least, COLUMN * Math.ceil(others / 2)));
  return half * share;
}

export function arrangeWings(wagers: readonly Wager[], rings: Rings): Arrangement {
  const { centre, far, middle, near, reach } = rings;
  const others = wagers.filter((wager) => !isWing(wager));
  const half = centreOf(others.length, reach);
  const above = others.length <= 1 ? others.length : Math.floor(others.length / 2);
  const upperRow = tieInTheMiddle(others.slice(0, above));
  const whole = { centre, inner: far, outer: near };
  const upper = others.length <= 1 ? whole : { centre, inner: far, outer: middle };
  return new Map([
    ...row(wagersAt(wagers, "player"), -reach, -half, whole),
    ...row(wagersAt(wagers, "banker"), half, reach, whole),
    ...row(upperRow, -half, half, upper),
    ...row(others.slice(above), -half, half, { centre, inner: middle, outer: near }),
  ]);
}

/** A tie belongs to neither hand: where a row has a middle, it lies there. */
function tieInTheMiddle(row: readonly Wager[]): readonly Wager[] {
  const tie = row.find(({ place }) => place === "tie");
  if (tie === undefined || row.length % 2 === 0) return row;
  return row.filter((wager) => wager !== tie).toSpliced(row.length >> 1, 0, tie);
}

export function arrangeRows(wagers: readonly Wager[], rings: Rings): Arrangement {
  const { centre, far, middle, near, reach } = rings;
  const mains = { centre, inner: middle, outer: near };
  const ties = wagersAt(wagers, "tie");
  const inside = ties.length > 0 ? reach * TIE : 0;
  // The far row is a little shorter, as everything is that lies further away.
  const back = angleAt(middle, near * Math.sin((reach * Math.PI) / 180)) * 0.985;
  return new Map([
    ...row(wagersAt(wagers, "player"), -reach, -inside, mains),
    ...row(ties, -inside, inside, mains),
    ...row(wagersAt(wagers, "banker"), inside, reach, mains),
    ...row(wagersAt(wagers, "side"), -back, back, { centre, inner: far, outer: middle }),
  ]);
}

function wagersAt(wagers: readonly Wager[], place: Wager["place"]): Wager[] {
  return wagers.filter((wager) => wager.place === place);
}
