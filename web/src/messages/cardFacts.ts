/** Facts of single cards in the reader's words: `Player’s third card is 8 or 9`. */

import type { Case } from "../protocol/messages";
import type { Key, Say } from "./language.svelte";

export type Value = string | number | boolean;

const NUMBERS: Partial<Record<keyof Case, string>> = {
  aces: "A",
  twos: "2",
  threes: "3",
  fours: "4",
  fives: "5",
  sixes: "6",
  sevens: "7",
  eights: "8",
  nines: "9",
  tens: "10",
  jacks: "J",
  queens: "Q",
  kings: "K",
  saus: "S",
  luks: "L",
  fuks: "F",
};

/** What one fact of single cards asks for; null for any other fact. */
export function cardWords(t: Say, name: keyof Case, values: readonly Value[]): string | null {
  const rank = NUMBERS[name];
  if (rank !== undefined) return t("line.ofRank", { count: either(t, numbers(t, values)), rank });
  if (name === "colour") return t("line.allColour", { colour: either(t, colours(t, values)) });
  const [, who = "", what = ""] = /^(player|banker)_(.+)$/.exec(name) ?? [];
  const side = who === "" ? "" : t(`side.${who}` as Key);
  switch (what) {
    case "initial_total":
      return t("line.initialTotal", { side, total: either(t, values) });
    case "pair_rank":
      return t("line.pairRank", { side, ranks: either(t, ranks(values)) });
    case "ranks":
      return t("line.firstTwo", { side, what: either(t, twoRanks(t, values)) });
    case "suit":
      return t("line.firstTwo", { side, what: either(t, suits(t, values)) });
    case "colour":
      return t("line.firstTwo", { side, what: either(t, colours(t, values)) });
    default:
      return thirdWords(t, side, what, values);
  }
}

function thirdWords(t: Say, side: string, what: string, values: readonly Value[]): string | null {
  switch (what) {
    case "third_value":
      return t("line.thirdValue", { side, value: either(t, values) });
    case "third_rank":
      return t("line.thirdIs", { side, what: either(t, ranks(values)) });
    case "third_suit":
      return t("line.thirdSuit", { side, suit: either(t, suits(t, values)) });
    case "third_colour":
      return t("line.thirdIs", { side, what: either(t, colours(t, values)) });
    default:
      return null;
  }
}

const ORDER = "A23456789TJQKSLF";
const written = (rank: string): string => (rank === "T" ? "10" : rank);
const ranks = (values: readonly Value[]): string[] => values.map((value) => written(String(value)));
/** The letter of a suit is the first of its name; water has the second. */
const suits = (t: Say, values: readonly Value[]): string[] =>
  values.map((value) => t(`suit.${value === "water" ? "a" : String(value).charAt(0)}` as Key));
const colours = (t: Say, values: readonly Value[]): string[] =>
  values.map((value) => t(`colour.${String(value)}` as Key));
const numbers = (t: Say, values: readonly Value[]): string[] =>
  values.map((value) => (value === 0 ? t("line.noneOfRank") : t(`count.${String(value)}` as Key)));

/** Two ranks in the order of the deck, whichever comes first. */
function twoRanks(t: Say, values: readonly Value[]): string[] {
  return values.map((value) => {
    const places = [...String(value)].map((rank) => ORDER.indexOf(rank)).sort((a, b) => a - b);
    const [one = "", two = ""] = places.map((place) => written(ORDER.charAt(place)));
    return t("line.twoRanks", { one, two });
  });
}

export const counted = (t: Say, values: readonly Value[]): string[] =>
  values.map((value) => t(`count.${String(value)}` as Key));

export function either(t: Say, values: readonly Value[]): string {
  const words = values.map(String);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : t("line.or", { one: words.join(", "), two: last });
}
