/** Tables as the house describes them, for tests. */

import type { HouseInfo, Lesson, LobbyTile, TableInfo } from "../protocol/messages";
import lesson from "./lesson.json";
import tables from "./tables.json";

// What is read from JSON is any text to the compiler, never one of a few words.
export const TIGER = tables.tiger as TableInfo;
export const ZERO = tables.zero as TableInfo;
export const RWS = tables.rws as TableInfo;

/** What the table Tiger teaches. */
export const LESSON = lesson as Lesson;

export const HOUSE: HouseInfo = {
  name: "Punto",
  currency: "credits",
  minor_digits: 2,
  play_money: true,
  version: "0.1.0",
  generator: "HMAC_DRBG SHA-256, punto shoe order 1",
  protocol: 1,
  public_key: "ab",
  guest_credits: 100_000,
  kiosk: false,
  now_ms: 0,
};

export function tile(change: Partial<LobbyTile> = {}): LobbyTile {
  return {
    id: "tiger",
    name: "Tiger",
    rulebook: "mbs-tiger@3",
    title: "Tiger No Commission Baccarat",
    driver: "dealer",
    minimum: 100,
    maximum: 100_000,
    positions: 0,
    taken: 3,
    watching: 2,
    is_open: true,
    phase: "ready",
    round: 0,
    decks: 8,
    window_ms: 20_000,
    closes_at_ms: null,
    terminals_only: false,
    waiting: null,
    dealer: null,
    big: [],
    leading_ties: 0,
    ...change,
  };
}
