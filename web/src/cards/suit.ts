/**
 * The marks of the suits, each in a box of 100 by 100.
 *
 * Two suits share a colour, so colour alone never tells them apart: hearts and spades are cut solid,
 * diamonds and clubs have a line of paper inside. The five elements differ in outline.
 */

import type { Suit } from "../model/card";

export interface SuitMark {
  /** What is inked. */
  path: string;
  /** What is cut out of the ink again. */
  cut?: string;
  colour: string;
}

export const SUIT_MARKS: Record<Suit, SuitMark> = {
  s: {
    path: "M50 4C56 22 92 40 92 63C92 76 82 83 72 83C63 83 57 79 54 73C55 83 59 91 67 95L33 95C41 91 45 83 46 73C43 79 37 83 28 83C18 83 8 76 8 63C8 40 44 22 50 4Z",
    colour: "var(--card-ink)",
  },
  h: {
    path: "M50 93C22 66 7 50 7 32C7 17 17 8 29 8C39 8 46 14 50 24C54 14 61 8 71 8C83 8 93 17 93 32C93 50 78 66 50 93Z",
    colour: "var(--card-red)",
  },
  d: {
    path: "M50 3C58 20 70 36 86 50C70 64 58 80 50 97C42 80 30 64 14 50C30 36 42 20 50 3Z",
    cut: "M50 20C56.5 32 64 41.5 74.5 50C64 58.5 56.5 68 50 80C43.5 68 36 58.5 25.5 50C36 41.5 43.5 32 50 20ZM50 28C45 37 39 44 32 50C39 56 45 63 50 72C55 63 61 56 68 50C61 44 55 37 50 28Z",
    colour: "var(--card-red)",
  },
  c: {
    path: "M50 5A21 21 0 0 1 66 40A21 21 0 1 1 56 70C57 82 60 90 68 95L32 95C40 90 43 82 44 70A21 21 0 1 1 34 40A21 21 0 0 1 50 5Z",
    cut: "M50 13A13 13 0 1 1 49.9 13ZM50 18A8 8 0 1 0 50.1 18ZM26 42A13 13 0 1 1 25.9 42ZM26 47A8 8 0 1 0 26.1 47ZM74 42A13 13 0 1 1 73.9 42ZM74 47A8 8 0 1 0 74.1 47Z",
    colour: "var(--card-ink)",
  },
  // A coin with a square hole.
  m: {
    path: "M50 6A44 44 0 1 1 49.9 6Z",
    cut: "M34 34H66V66H34Z",
    colour: "var(--suit-metal)",
  },
  // A leaf with its vein.
  w: {
    path: "M84 8C92 52 76 88 36 86L22 97L14 90L27 78C14 38 42 10 84 8Z",
    cut: "M72 22C58 36 44 54 34 74L38 77C50 58 60 42 72 22ZM50 41L46 22L51 21L55 36ZM44 58L70 62L70 67L41 63Z",
    colour: "var(--suit-wood)",
  },
  // Two waves.
  a: {
    path: "M4 40C16 18 30 18 42 34C50 44 58 44 64 36C72 24 84 22 96 36L96 54C86 42 78 44 72 52C62 66 46 66 36 54C26 42 16 44 4 60ZM4 72C16 50 30 50 42 66C50 76 58 76 64 68C72 56 84 54 96 68L96 86C86 74 78 76 72 84C62 98 46 98 36 86C26 74 16 76 4 92Z",
    colour: "var(--suit-water)",
  },
  // A flame with two tongues.
  f: {
    path: "M54 2C60 20 84 36 84 64C84 84 70 97 50 97C30 97 16 84 16 64C16 48 24 40 28 26C36 32 40 38 41 46C48 36 54 22 54 2Z",
    cut: "M51 54C54 62 65 68 65 78C65 86 59 91 50 91C41 91 35 86 35 78C35 70 40 66 42 60C45 62 47 64 48 66C50 63 51 59 51 54Z",
    colour: "var(--suit-fire)",
  },
  // Two peaks.
  e: {
    path: "M3 92L38 18L54 50L66 32L97 92Z",
    cut: "M38 34L29 53L36 49L41 56L46 50ZM12 80H88L90 85H10Z",
    colour: "var(--suit-earth)",
  },
};
