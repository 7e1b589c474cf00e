// Made by scripts/protocol from punto.protocol 1. Not to be edited.

import type { Condition } from "./info";
import type { Family, NotCounted } from "./words";

/** A rulebook that can be asked about. */
export interface LabRulebook {
  key: string;
  title: string;
  family: Family;
  decks: number;
}

/** A game, and how many decks it is played with. */
export interface LabGame {
  rulebook: string;
  decks: number;
  toml?: string;
}

/** A game and what is left of a shoe of it. */
export interface LabShoe {
  rulebook: string;
  decks: number;
  toml?: string;
  gone?: Record<string, number>;
}

/** Every wager of a game on one shoe, counted. */
export interface LabOdds {
  rulebook: string;
  title: string;
  family: Family;
  decks: number;
  ranks: string[];
  suits: string[];
  cards: Record<string, number>;
  suits_known: boolean;
  own: number;
  wagers: LabWager[];
}

/** A wager on this shoe; without figures where the shoe does not know its suits. */
export interface LabWager {
  id: string;
  name: string;
  lines: LabLine[];
  fresh: number;
  edge: number | null;
  hit: number | null;
  sd: number | null;
}

/** A pay line and how often it settles a round. */
export interface LabLine {
  pays: string;
  when: Condition;
  words: string;
  probability: number | null;
}

/** What one card does to a full shoe, and what the number of decks does. */
export interface LabStudy {
  removal: Record<string, Record<string, number>>;
  by_decks: Record<string, number[]>;
}

/** Why nothing was counted. */
export interface LabRefused {
  status_code: number;
  detail: string;
  code: NotCounted;
  findings?: string[];
}
