/** How large a line of text may be so that it stays in its place. */

/** A Han character is as wide as it is high. */
const WIDE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const NARROW = /[ .,:;·'’|!ijlIft]/;

/** About how wide a line is, in ems: a little more than it will be. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (sum, one) => sum + (WIDE.test(one) ? 1 : NARROW.test(one) ? 0.36 : 0.58),
    0,
  );
}

/** The largest size up to `most` at which a line fits into `room`, whatever both are measured in. */
export function fitting(text: string, room: number, most: number): number {
  return Math.min(most, Math.floor(room / widthOf(text || " ")));
}
