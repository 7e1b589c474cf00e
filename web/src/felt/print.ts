/** What is printed in a spot, and where its chips lie: along the line from its far side to its near one. */

import { boundsOf, lengthOf, middleOf, outlineOf, pointAt, type Box, type Point } from "./ring";
import type { Sector } from "./ring";

/** How much a spot has room to say. */
export type Room = "wing" | "slim" | "wide" | "usual" | "narrow" | "tiny";

/** Lines are told by how far they are from the far side, or, where negative, from the near one. */
interface Lines {
  name: number;
  odds: number;
  facts: number;
  chips: number;
  foot: number;
  chip: number;
  /** How large the name is. */
  size: number;
}

export interface SpotPlace {
  /** The upright box about the spot; all points and paths are seen from its corner. */
  box: Box;
  outline: string;
  /** A second line within the first, for a spot that wins. */
  within: string;
  /** Along the gap round the spot, for whoever has come to it by keyboard. */
  focus: string;
  room: Room;
  /** Whether there is no room below the chips: what came of them stands in their place, or beside them. */
  isLow: boolean;
  /** Whether there is no room above the chips either. */
  isFlat: boolean;
  name: Point;
  odds: Point;
  facts: Point;
  chips: Point;
  foot: Point;
  /** Where its limits stand if there is no room for them among the facts: no chip lies there yet. */
  limits: Point;
  /** How wide a chip is, how large the name, and how wide a line of words may be. */
  chip: number;
  size: number;
  line: number;
}

/** A layout of one row is less deep than one of two. */
const ON_DESK: Record<Exclude<Room, "tiny"> | "row", Lines> = {
  wing: { name: 40, odds: 74, facts: 98, chips: -100, foot: -26, chip: 62, size: 29 },
  row: { name: 34, odds: 66, facts: 88, chips: -54, foot: -16, chip: 54, size: 29 },
  slim: { name: 36, odds: 66, facts: 94, chips: -88, foot: -26, chip: 50, size: 22 },
  wide: { name: 26, odds: 51, facts: 70, chips: -40, foot: -22, chip: 46, size: 22 },
  usual: { name: 24, odds: 45, facts: 63, chips: -40, foot: -22, chip: 46, size: 17 },
  narrow: { name: 26, odds: 51, facts: 67, chips: -37, foot: -20, chip: 40, size: 15 },
};
/** From this depth on a wing is as high as two rows. */
const TWO_ROWS = 250;
/** How deep each is where these measures are told; a deeper layout is printed larger, up to so much. */
const DEPTH = { wings: 289, row: 204, side: 144 } as const;
const LARGEST = 1.35;

/** Rows of less depth are printed closer: each measure at a depth, and at a lesser one. */
const IN_HAND: Record<"main" | "side", readonly [Lines & Depth, Lines & Depth]> = {
  main: [
    { depth: 142, name: 22, odds: 45, facts: 64, chips: -44, foot: -14, chip: 46, size: 21 },
    { depth: 94, name: 16, odds: 34, facts: 49, chips: -25, foot: -8, chip: 32, size: 18 },
  ],
  side: [
    { depth: 116, name: 23, odds: 50, facts: 66, chips: -25, foot: -14, chip: 34, size: 14.5 },
    { depth: 86, name: 19, odds: 41, facts: 54, chips: -21, foot: -10, chip: 26, size: 13 },
  ],
};

interface Depth {
  depth: number;
}

export interface Press {
  /** How large the desk's layout is drawn. */
  scale: number;
  gap: number;
  corner: number;
}

function closer([whole, less]: readonly [Lines & Depth, Lines & Depth], depth: number): Lines {
  const share = Math.min(1.4, Math.max(-0.3, (depth - less.depth) / (whole.depth - less.depth)));
  const between = (key: keyof Lines): number => less[key] + (whole[key] - less[key]) * share;
  return {
    name: between("name"),
    odds: between("odds"),
    facts: between("facts"),
    chips: between("chips"),
    foot: between("foot"),
    chip: between("chip"),
    size: Math.max(less.size, between("size")),
  };
}

function scaled(lines: Lines, scale: number): Lines {
  const of = (key: keyof Lines): number => lines[key] * scale;
  return {
    name: of("name"),
    odds: of("odds"),
    facts: of("facts"),
    chips: of("chips"),
    foot: of("foot"),
    chip: Math.max(34, of("chip")),
    size: Math.max(15, of("size")),
  };
}

/** By its width in pixels: what is narrow takes two lines for its name and says no more than it must. */
export function roomOf(width: number, isMain: boolean): Room {
  if (isMain) return width < 150 ? "slim" : "wing";
  if (width >= 200) return "wide";
  if (width >= 136) return "usual";
  return width >= 92 ? "narrow" : "tiny";
}

/** A spot of the desk's layout; all of about one width say as much as the narrowest of them can. */
export function printOnDesk(
  sector: Sector,
  isWing: boolean,
  press: Press,
  narrowest: number,
): SpotPlace {
  const length = lengthOf(sector);
  const room = roomOf(!isWing && length < narrowest * 1.3 ? narrowest : length, isWing);
  const depth = (sector.outer - sector.inner) / press.scale;
  const isRow = depth < TWO_ROWS;
  const kind = room === "tiny" ? "narrow" : room === "wing" && isRow ? "row" : room;
  const usual = DEPTH[isWing ? (isRow ? "row" : "wings") : "side"];
  const larger = press.scale * Math.min(LARGEST, Math.max(1, depth / usual));
  // What lies between the wings is no wider for being deeper: its name keeps its size.
  const { size } = scaled(ON_DESK[kind], isWing ? larger : press.scale);
  return printed(sector, room, { ...scaled(ON_DESK[kind], larger), size }, press);
}

/** A spot of a layout in rows. */
export function printInRow(sector: Sector, isMain: boolean, press: Press): SpotPlace {
  const depth = sector.outer - sector.inner;
  const lines = closer(IN_HAND[isMain ? "main" : "side"], depth);
  const room = roomOf(lengthOf(sector), isMain);
  const larger = room === "wide" || room === "usual" ? 1.2 : 1;
  return printed(sector, room, { ...lines, size: lines.size * larger }, press);
}

/** From one line of words to the next. */
const NEXT = 14;

/** A row of less depth than this has no line for chips alone: they lie on the last of its words. */
const LOW = { main: 110, side: 100 } as const;

function printed(sector: Sector, room: Room, lines: Lines, press: Press): SpotPlace {
  const { gap, corner } = press;
  const isMain = room === "wing" || room === "slim";
  const isFlat = sector.outer - sector.inner < LOW[isMain ? "main" : "side"];
  const box = boundsOf(sector);
  const line = lengthOf({ ...sector, outer: sector.inner }) - gap * 2;
  /** So far down the spot, and so far to the left of its middle. */
  const along = (line: number, aside = 0): Point => {
    const radius = line < 0 ? sector.outer + line : sector.inner + line;
    const { x, y } = pointAt(sector.centre, radius, middleOf(sector));
    return { x: x - box.x - aside, y: y - box.y };
  };
  return {
    box,
    outline: outlineOf(sector, gap, corner, box),
    within: outlineOf(sector, gap * 2.2, corner * 0.7, box),
    focus: outlineOf(sector, 1, corner * 1.2, box),
    room,
    isLow: -lines.chips < 32,
    isFlat,
    name: along(lines.name),
    odds: along(lines.odds),
    facts: along(lines.facts),
    chips: along(lines.chips),
    limits: along(Math.max(lines.facts + NEXT, sector.outer - sector.inner + lines.chips)),
    // Where chips lie in the middle of what little there is, what the table has staked stands beside them.
    foot: along(lines.foot, isMain ? 0 : line * 0.34),
    chip: lines.chip,
    size: lines.size,
    line,
  };
}
