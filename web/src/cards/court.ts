/**
 * The figures of the court cards, cut like a small woodblock: the upper half only, in a box from
 * (26, 18) to (74, 70). The card shows it twice, the second time on its head.
 *
 * Jack, Queen and King are told by what they wear; Sau, Luk and Fuk are the three stars of long
 * life, rank and good fortune: the bald old man with staff and peach, the official with winged hat
 * and tablet, and the rich man with round cap and coin.
 */

import type { Court } from "../model/card";

/** `ink` is the suit's colour, `line` the card's black, `paper` is left white, `robe` is patterned in ochre. */
export type Layer = "ink" | "line" | "paper" | "robe";

export type Figure = readonly (readonly [Layer, string])[];

/** Shoulders that end on the middle line, where the two halves of the card meet. */
const COAT = "M26 70V60C30 54 38 51 50 51C62 51 70 54 74 60V70Z";
const FACE = "M42 34H58V43C58 49 54 52 50 52C46 52 42 49 42 43Z";
const LOOK =
  "M45.2 39H48V40.6H45.2ZM52 39H54.8V40.6H52ZM49.4 40V45H51.4V46H48.4ZM47 47.6H53V48.8H47Z";

export const COURT_FIGURES: Record<Court, Figure> = {
  J: [
    ["robe", COAT],
    ["ink", "M34 70L50 54L66 70Z"],
    ["paper", "M42 70L50 62L58 70Z"],
    ["paper", FACE],
    ["line", "M39 36C38 44 38 48 40 52H42.6V35ZM61 36C62 44 62 48 60 52H57.4V35Z"],
    ["line", LOOK],
    ["ink", "M38 35C38 27 44 24 51 24C58 24 62 28 62 35Z"],
    ["line", "M37 33H63V36.4H37Z"],
    ["line", "M57 25C62 18 68 18 72 21C70 27 64 29 59 28Z"],
    ["line", "M30 70V44H32.4V70ZM31.2 36L35 45H27.4Z"],
  ],
  Q: [
    ["robe", COAT],
    ["ink", "M36 70C38 60 44 55 50 55C56 55 62 60 64 70Z"],
    ["paper", "M45 70C45 64 47 61 50 61C53 61 55 64 55 70Z"],
    [
      "line",
      "M37 33C33 42 34 52 38 57C40 53 41 50 42 46V33ZM63 33C67 42 66 52 62 57C60 53 59 50 58 46V33Z",
    ],
    ["paper", FACE],
    ["line", LOOK],
    ["ink", "M39 34C40 28 44 26 50 26C56 26 60 28 61 34Z"],
    ["line", "M38 32.6H62V35.4H38Z"],
    ["ink", "M50 18A3.6 3.6 0 1 1 49.9 18ZM41 21A3 3 0 1 1 40.9 21ZM59 21A3 3 0 1 1 58.9 21Z"],
    ["line", "M70 70C71 62 71 58 70 54L71.8 53.6C73 60 73 64 72 70Z"],
    ["ink", "M71 43A5 5 0 1 1 70.9 43Z"],
    ["paper", "M71 46.4A1.6 1.6 0 1 1 70.9 46.4Z"],
  ],
  K: [
    ["robe", COAT],
    ["ink", "M26 70V60L36 54L44 70ZM74 70V60L64 54L56 70Z"],
    ["line", "M44 70L50 60L56 70Z"],
    ["paper", FACE],
    ["line", "M40 37C39 50 43 58 50 60C57 58 61 50 60 37L57 44C54 45 46 45 43 44Z"],
    ["paper", "M46.6 47.4H53.4V49.2H46.6Z"],
    ["line", "M45.2 39H48V40.6H45.2ZM52 39H54.8V40.6H52Z"],
    ["ink", "M36 35V20L43 27L50 18L57 27L64 20V35Z"],
    ["line", "M36 32H64V35.4H36Z"],
    ["paper", "M50 26.4A2 2 0 1 1 49.9 26.4Z"],
    ["line", "M70.4 36H72.4V70H70.4ZM67.4 40H75.4V42H67.4Z"],
  ],
  S: [
    ["robe", COAT],
    ["ink", "M32 70C36 60 42 56 50 56C58 56 64 60 68 70Z"],
    [
      "paper",
      "M40 44V30C40 20 45 17 50 17C55 17 60 20 60 30V44C60 50 55 53 50 53C45 53 40 50 40 44Z",
    ],
    [
      "line",
      "M40 44V30C40 20 45 17 50 17C55 17 60 20 60 30V44L58.4 43V30C58.4 22 54.6 18.6 50 18.6C45.4 18.6 41.6 22 41.6 30V43Z",
    ],
    [
      "line",
      "M43.6 37C45 35.6 47 35.6 48.4 37L47.8 38C46.6 37 45.4 37 44.2 38ZM51.6 37C53 35.6 55 35.6 56.4 37L55.8 38C54.6 37 53.4 37 52.2 38ZM44.8 26.6H55.2V27.8H44.8ZM46 30H54V31.2H46Z",
    ],
    ["paper", "M42 43C44 45 56 45 58 43C59 54 55 64 50 69C45 64 41 54 42 43Z"],
    [
      "line",
      "M42 43C44 45 56 45 58 43C59 54 55 64 50 69C45 64 41 54 42 43ZM43.8 46C44 54 47 61 50 65.4C53 61 56 54 56.2 46C53 47 47 47 43.8 46Z",
    ],
    ["line", "M29 70V34C29 30 26 29 25.6 26C29 25 32 28 31.6 33L31.4 70Z"],
    ["ink", "M70 44C66 47 65 51 67 55C69 57 72 57 74 55C76 51 74 47 70 44Z"],
    ["line", "M70 44C72 41 75 41 76.4 42.6C75 45 72 45.4 70 44Z"],
  ],
  L: [
    ["robe", COAT],
    ["ink", "M30 70C34 60 42 55 50 55C58 55 66 60 70 70Z"],
    ["paper", FACE],
    ["line", LOOK],
    ["line", "M44 50C46 53 48 60 48 64L50 58L52 64C52 60 54 53 56 50C54 52 46 52 44 50Z"],
    ["line", "M40 36V27C40 24 43 23 45 23V19C45 17 55 17 55 19V23C57 23 60 24 60 27V36Z"],
    ["ink", "M47 26H53V32H47Z"],
    [
      "line",
      "M25 28C31 26 36 28 40 31V34C35 34 30 33 25 32ZM75 28C69 26 64 28 60 31V34C65 34 70 33 75 32Z",
    ],
    ["paper", "M45.6 58H54.4V70H45.6Z"],
    ["line", "M45.6 58H54.4V70H52.8V59.6H47.2V70H45.6Z"],
  ],
  F: [
    ["robe", COAT],
    ["ink", "M26 70V60C31 55 38 53 43 52L50 62L57 52C62 53 69 55 74 60V70Z"],
    ["paper", "M40 35H60V43C60 50 55 53 50 53C45 53 40 50 40 43Z"],
    ["line", LOOK],
    [
      "line",
      "M42 46C45 47.6 47.6 46.6 50 45.8C52.4 46.6 55 47.6 58 46C56 49.4 52 49 50 47.8C48 49 44 49.4 42 46Z",
    ],
    ["ink", "M38 35C38 25 43 20 50 20C57 20 62 25 62 35Z"],
    ["line", "M36.6 32H63.4V36.4H36.6ZM50 16.6A2.4 2.4 0 1 1 49.9 16.6Z"],
    ["paper", "M50 58A6.4 6.4 0 1 1 49.9 58Z"],
    ["line", "M50 57A7.4 7.4 0 1 1 49.9 57ZM50 58.8A5.6 5.6 0 1 0 50.1 58.8ZM48 62.4H52V66.4H48Z"],
  ],
};
