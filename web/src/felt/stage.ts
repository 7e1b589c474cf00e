/**
 * Where everything lies on a table, for every size of screen. What changes in play changes within these
 * places: none of them ever depends on a moment of the round.
 */

import type { Rings } from "./arrange";
import { angleAt, type Box, type Point } from "./ring";
import { seatsInRow, seatsOnDesk, type SeatPlace, type Sides } from "./seat";

/** A desk has the score card beside the felt; a tablet on it; a phone where the cards will lie. */
export type Shape = "desk" | "tablet" | "phone" | "landscape";

/** What a table has that needs a place. */
export interface Furniture {
  /** Wagers on neither hand nor tie. */
  sides: number;
  /** All wagers but those on the two hands. */
  others: number;
  seats: number;
  /** Whether one player has it for himself: then it has a strip of results, and no clock. */
  isOwn: boolean;
}

export interface Stage {
  shape: Shape;
  width: number;
  height: number;
  /** How large the desk's table is drawn; 1 elsewhere. */
  scale: number;
  rings: Rings;
  /** The middle and the width of the clock. */
  target: Point & { width: number };
  /** Name, total and cards of each hand. */
  hands: { player: Box; banker: Box };
  /** How high the line with a hand's name is, and how wide its cards are. */
  head: number;
  card: number;
  /** By how much a third card lies below the first two. */
  third: number;
  /** Whether there is a line for what the rules say of a hand. */
  isTold: boolean;
  call: Box;
  /** Where the score card lies; null where it lies beside the felt. */
  paper: Box | null;
  /** The strip of one's own game, or the limits of the table. */
  lead: Box;
  seats: readonly SeatPlace[];
  /** The edge of the felt on the near side: its lowest point, and how it is bent. */
  edge: { y: number; bend: number };
}

export function shapeOf(width: number, height: number): Shape {
  if (width >= 1024 && height >= 600) return "desk";
  if (width > height && height < 600) return "landscape";
  return width >= 600 ? "tablet" : "phone";
}

export function stageOf(shape: Shape, width: number, height: number, has: Furniture): Stage {
  return COMPOSED[shape](width, height, has);
}

/** The measures of a desk's table are told at this size. */
export const DESK = { width: 1036, height: 748 } as const;
/** How far the layout may reach to the sides of its middle. */
const HALF = 457;

function onDesk(width: number, height: number, has: Furniture): Stage {
  const scale = Math.max(0.4, Math.min(width / DESK.width, height / DESK.height, 1.4));
  const left = (width - DESK.width * scale) / 2;
  // A screen that is higher than the table has a deeper layout.
  const deeper = Math.min(180, Math.max(0, height / scale - DESK.height));
  const px = (x: number): number => left + x * scale;
  const box = (x: number, y: number, wide: number, high: number): Box => ({
    x: px(x),
    y: y * scale,
    width: wide * scale,
    height: high * scale,
  });
  const down = deeper * 0.3;
  const isRow = has.others <= 1;
  const far = (isRow ? 1298 : 1264) + down;
  const near = (isRow ? 1502 : 1553) + deeper;
  const centre = { x: px(518), y: -896 * scale };
  return {
    shape: "desk",
    width,
    height,
    scale,
    rings: {
      centre,
      far: far * scale,
      middle: Math.floor((far + near) / 2) * scale,
      near: near * scale,
      reach: Math.min(isRow ? 17.3 : 17.1, angleAt(near, HALF)),
    },
    target: { x: px(518), y: (194 + down * 0.6) * scale, width: 112 * scale },
    hands: {
      player: box(53, 66 + down * 0.6, 399, 240),
      banker: box(584, 66 + down * 0.6, 399, 240),
    },
    head: 58 * scale,
    card: 112 * scale,
    third: 44.8 * scale,
    isTold: true,
    call: box(298, 287 + down * 0.9, 440, 54),
    paper: null,
    lead: box(42, 12, 330, 54),
    seats: seatsOnDesk(has.seats, centre, (1585 + deeper) * scale, scale),
    edge: { y: (722 + deeper) * scale, bend: 1618 * scale },
  };
}

/** Between two measures: as much as there is height for. */
const within = (share: number, least: number, most: number): number =>
  least + (most - least) * Math.min(1, Math.max(0, share));

/** Two rows of spots over the seats, up from the near edge of the felt. */
function rowsUp(
  { left, right }: Sides,
  bottom: number,
  rows: { mains: number; sides: number },
  bend: number,
): Rings {
  const near = bend;
  const middle = near - rows.mains;
  return {
    centre: { x: (left + right) / 2, y: bottom - near },
    far: middle - rows.sides,
    middle,
    near,
    reach: angleAt(near, (right - left) / 2 - 5),
  };
}

/** A line of words below the cards. */
const LINE = 18;
/** A third card across the first two leaves their corners, and where it can a line below it. */
function acrossOf(card: number, room: number, most: number): Pick<Stage, "third" | "isTold"> {
  const isTold = room - card - LINE >= card * 0.9;
  const left = room - card - (isTold ? LINE : 4);
  return { third: Math.min(card * most, Math.max(card * 0.81, left)), isTold };
}

function onPhone(width: number, height: number, has: Furniture): Stage {
  const share = (height - 380) / 250;
  const head = within(share, 46, 76);
  const rail = within(share, 8, 16);
  const seats = has.seats > 0 ? 46 : 0;
  const lead = has.isOwn ? 50 : 0;
  const sides = has.sides > 0 ? within(share, 78, 116) : 0;
  const mains = within(share, 84, 142) + (has.sides > 0 ? 0 : within(share, 0, 40));
  // Seats stand on the rail.
  const bottom = height - (seats > 0 ? seats + 3 : rail + 6);
  const bend = 1750;
  const spots = bottom - mains - sides;
  const high = within(share, 36, 50);
  const call = { x: 8, y: spots - lead - high - 9, width: width - 16, height: high };
  const cards = call.y - head - 2;
  const card = Math.min(96, (width / 2 - 20) / 2 - 2, cards / 1.84);
  const hand = { y: 0, width: width / 2 - 10, height: call.y };
  return {
    shape: "phone",
    width,
    height,
    scale: 1,
    rings: rowsUp({ left: 0, right: width }, bottom, { mains, sides }, bend),
    target: { x: width / 2, y: head / 2 + 1, width: within(share, 42, 68) },
    hands: { player: { x: 6, ...hand }, banker: { x: width / 2 + 4, ...hand } },
    head,
    card,
    ...acrossOf(card, cards, 1.18),
    call,
    paper: { x: 8, y: head, width: width - 16, height: cards },
    lead: { x: 8, y: spots - lead - 4, width: width - 16, height: 46 },
    seats: seatsInRow(has.seats, { left: 2, right: width - 2 }, height - 23, bend),
    edge: { y: height - rail, bend },
  };
}

function onTablet(width: number, height: number, has: Furniture): Stage {
  const share = (height - 560) / 260;
  const paper = { x: 12, y: 10, width: width - 24, height: within(share, 130, 238) };
  const card = Math.min(88, (width / 2 - 62) / 3.6, within(share, 56, 88));
  const top = paper.y + paper.height + 14;
  const seats = has.seats > 0 ? 62 : 8;
  const lead = has.isOwn ? 52 : 0;
  const rail = 26;
  const bottom = height - rail - seats;
  const head = card * 0.4;
  const flank = 14 + card * 2 + 6;
  const call = {
    x: flank,
    y: top + head + card * 1.4 + 10,
    width: width - 2 * flank,
    height: 54,
  };
  const room = bottom - call.y - call.height - lead - 34;
  const sides = has.sides > 0 ? Math.min(122, room * 0.45) : 0;
  const mains = Math.min(has.sides > 0 ? 150 : 200, room - sides);
  const bend = 1900;
  const hand = { y: top, width: card * 3.56, height: card * 1.4 + head + 44 };
  return {
    shape: "tablet",
    width,
    height,
    scale: 1,
    rings: rowsUp({ left: 16, right: width - 16 }, bottom, { mains, sides }, bend),
    target: {
      x: width / 2,
      y: top + head + card * 0.7,
      width: Math.min(92, width - 2 * hand.width - 34),
    },
    hands: { player: { x: 14, ...hand }, banker: { x: width - 14 - hand.width, ...hand } },
    head,
    card,
    third: card * 0.4,
    isTold: true,
    call,
    paper,
    lead: { x: 16, y: call.y + call.height + 4, width: width - 32, height: 46 },
    seats: seatsInRow(has.seats, { left: 8, right: width - 8 }, height - rail - 32, bend),
    edge: { y: height - rail, bend },
  };
}

function onItsSide(width: number, height: number, has: Furniture): Stage {
  const left = Math.round(width * 0.375);
  const rail = 12;
  const seats = has.seats > 0 ? 46 : 0;
  const lead = has.isOwn ? 48 : 0;
  const head = within((height - 220) / 60, 46, 64);
  const high = within((height - 240) / 60, 32, 42);
  const call = { x: left + 8, y: 2, width: width - left - 16, height: high };
  const bottom = height - (seats > 0 ? seats + 3 : rail + 4);
  const bend = 1700;
  const room = bottom - call.y - call.height - lead - 20;
  const sides = has.sides > 0 ? room * 0.47 : 0;
  const cards = height - head - rail - 12;
  const card = Math.min(96, (left / 2 - 14) / 2 - 2, cards / 1.84);
  const hand = { y: 0, width: left / 2 - 8, height: height - rail - 8 };
  return {
    shape: "landscape",
    width,
    height,
    scale: 1,
    rings: rowsUp(
      { left: left + 2, right: width - 4 },
      bottom,
      { sides, mains: room - sides },
      bend,
    ),
    target: { x: left / 2 + 4, y: head / 2, width: head - 8 },
    hands: { player: { x: 8, ...hand }, banker: { x: left / 2 + 8, ...hand } },
    head,
    card,
    ...acrossOf(card, cards, 1.45),
    call,
    paper: { x: 10, y: head, width: left - 8, height: cards },
    lead: { x: left + 10, y: call.y + high + 2, width: width - left - 20, height: 44 },
    seats: seatsInRow(has.seats, { left: left + 4, right: width - 4 }, height - 23, bend),
    edge: { y: height - rail, bend: 6000 },
  };
}

const COMPOSED = {
  desk: onDesk,
  tablet: onTablet,
  phone: onPhone,
  landscape: onItsSide,
} as const;
