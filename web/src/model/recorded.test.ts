/**
 * A visit as a real house told it, held against what its books say: thirty hands that lie here, or
 * those of the file that PUNTO_RECORDED names, which may be many more.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlayedRound, Tell } from "../protocol/messages";
import { PACES } from "../stage/pace";
import thirty from "../testing/recorded.json";
import { TableScreen } from "./screen";

const file = process.env["PUNTO_RECORDED"];
const recorded = file ? (JSON.parse(readFileSync(file, "utf8")) as typeof thirty) : thirty;
const messages = recorded.messages as unknown as Tell[];
const rounds = recorded.rounds as PlayedRound[];

test("the screen shows what the books say", () => {
  const screen = new TableScreen({
    table: "zero",
    shared: false,
    pace: () => PACES.fast,
    squeezes: () => [],
  });
  const seen: PlayedRound[] = [];
  let now = 0;
  let balance: number | null = null;
  for (const message of messages) {
    screen.hear(message, now);
    if (message.type !== "YourResult") continue;
    const before = balance;
    while (screen.due !== null) screen.advance((now = Math.max(now, screen.due)));
    const played = rounds[seen.length] as PlayedRound;
    const { player, banker } = screen.hands;
    expect(player.cards.map(({ card }) => card)).toEqual(played.player_cards);
    expect(banker.cards.map(({ card }) => card)).toEqual(played.banker_cards);
    expect([player.total, banker.total]).toEqual([played.player, played.banker]);
    expect(screen.result).toMatchObject({ winner: played.winner, net: played.net });
    expect(screen.ownResult?.bets).toEqual(played.bets);
    balance = screen.shownPurse.available;
    if (before !== null) expect(balance - before).toBe(played.net);
    seen.push(played);
  }
  expect(seen).toHaveLength(rounds.length);
  expect(seen.length).toBeGreaterThanOrEqual(30);
  expect(screen.own.strip).toHaveLength(10);
  expect(screen.own.roadmap).toHaveLength(Math.min(rounds.length, 50));
});
