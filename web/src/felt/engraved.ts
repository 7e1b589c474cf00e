/**
 * What a bet is called on a felt, whatever the language of the house: 閒, 莊 and 和, drawn in lines on a square of
 * a hundred, because not every device has letters for them.
 */
export const ENGRAVED = {
  player:
    "M16 94V10H44V38H16M16 24H44M84 10H56V38H84M56 24H84M84 10V86Q84 94 74 92" +
    "M38 50H63V90M38 50V74Q38 86 29 93M38 62H63M38 75H63",
  banker:
    "M10 18H90M36 6V30M64 6V30M42 36V95M20 40V60M12 60H42M25 60V68Q25 84 12 93" +
    "M72 36V88M50 58H94M55 88H90",
  tie: "M48 9Q34 16 16 19M8 38H56M33 16V95M32 42Q24 62 8 75M34 42Q42 58 56 67M65 34H92V82H65Z",
} as const;
