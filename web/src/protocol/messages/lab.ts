// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { Condition } from "./info";
import type { Family, NotCounted, SheetForm } from "./words";

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

/** A game whose PAR sheet is wanted. */
export interface LabSheet {
  rulebook: string;
  decks: number;
  toml?: string;
  form: SheetForm;
}

/** A game of which rounds are dealt, from whole shoes. */
export interface LabSimulation {
  rulebook: string;
  decks: number;
  toml?: string;
  rounds: number;
  seed: number;
}

/** A game of which shoes are dealt, and every round of them solved. */
export interface LabCounting {
  rulebook: string;
  decks: number;
  toml?: string;
  shoes: number;
  seed: number;
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

/** What the first rounds of a simulation have come to. */
export interface LabPoint {
  rounds: number;
  seconds: number;
  last: boolean;
  wagers: Record<string, [number, number]>;
}

/** What the first shoes have come to. */
export interface LabCounted {
  shoes: number;
  seconds: number;
  last: boolean;
  counts: Record<string, LabCount | null>;
  wagers: Record<string, LabDepth[]>;
}

/** A running count: what each card seen adds, and from which true count on to bet. */
export interface LabCount {
  tags: Record<string, number>;
  trigger: number;
}

/** A wager on shoes that end with so many cards behind the cut card. */
export interface LabDepth {
  cut: number;
  rounds: number;
  perfect: LabBettor;
  counted: LabBettor | null;
}

/** What one who bets a unit whenever he knows that it pays comes to. */
export interface LabBettor {
  share: number;
  edge: number;
  units: number;
  stderr: number;
}

/** Why nothing was counted. */
export interface LabRefused {
  status_code: number;
  detail: string;
  code: NotCounted;
  findings?: string[];
}
