/**
 * A visit as a real house told it, held against what its books say: thirty hands that lie here, or
 * those of the file that PUNTO_RECORDED names, which may be many more.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlayedRound, Tell } from "../protocol/messages";
import thirty from "../testing/recorded.json";
import { LiveTable } from "./live";
import { PACES } from "./pace";

const file = process.env["PUNTO_RECORDED"];
const recorded = file ? (JSON.parse(readFileSync(file, "utf8")) as typeof thirty) : thirty;
const messages = recorded.messages as unknown as Tell[];
const rounds = recorded.rounds as unknown as PlayedRound[];

test("a table shows what the books say", () => {
  const live = new LiveTable({
    table: "zero",
    shared: false,
    pace: () => PACES.fast,
    squeezes: () => [],
  });
  const seen: PlayedRound[] = [];
  let now = 0;
  let balance: number | null = null;
  for (const message of messages) {
    live.hear(message, now);
    if (message.type !== "YourResult") continue;
    const before = balance;
    while (live.due !== null) live.seek((now = Math.max(now, live.due)));
    const shown = live.shown(now);
    const played = rounds[seen.length] as PlayedRound;
    const { player, banker } = shown.hands;
    expect(player.cards.map(({ card }) => card)).toEqual(played.player_cards);
    expect(banker.cards.map(({ card }) => card)).toEqual(played.banker_cards);
    expect([player.total, banker.total]).toEqual([played.player, played.banker]);
    expect(shown.result).toMatchObject({ winner: played.winner, net: played.net });
    expect(shown.ownResult?.bets).toEqual(played.bets);
    balance = shown.purse.available;
    if (before !== null) expect(balance - before).toBe(played.net);
    seen.push(played);
  }
  expect(seen).toHaveLength(rounds.length);
  expect(seen.length).toBeGreaterThanOrEqual(30);
  expect(live.timeline.own.strip).toHaveLength(10);
  expect(live.timeline.own.roadmap).toHaveLength(Math.min(rounds.length, 50));
});
