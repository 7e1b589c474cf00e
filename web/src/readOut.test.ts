/** A whole round as a screen reader tells it: every live region, in the order in which they speak. */

import { cleanup } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tag } from "./messages/language.svelte";
import type { Bet, Happened, Reason, Tell } from "./protocol/messages";
import { NO_ROADS_MESSAGE } from "./model/recall";
import { FakeHouse } from "./testing/fakeHouse";
import { Chance } from "./testing/random";
import { TIGER } from "./testing/tables";
import { Visit } from "./testing/visit";

type Event = Happened["events"][number];

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

const WINDOW = TIGER.window_ms ?? 0;
const CARD = 1_500;
const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=timer]";

const reason = (rule: Reason["rule"], third: number | null = null): Reason => ({
  ...{ rule, draws: true, player: 4, banker: 3, third, clause: null },
});
const card = (place: number, side: "player" | "banker", name: string, total: number): Event => ({
  ...{ type: "CardDealt", place, side, card: name, total, reasons: [] },
});

/** The Banker draws to six on three cards: what the house tells, second by second. */
const ROUND: readonly Event[][] = [
  [card(0, "player", "4s", 4)],
  [card(1, "banker", "Kh", 0)],
  [card(2, "player", "Jd", 4)],
  [card(3, "banker", "3s", 3)],
  [{ type: "TotalsAnnounced", player: 4, banker: 3, reasons: [reason("player")] }],
  [{ ...card(4, "player", "Ac", 5), reasons: [reason("banker", 1)] } as Event],
  [card(5, "banker", "3d", 6)],
];
const END: Event[] = [
  {
    ...{ type: "ResultAnnounced", winner: "banker", player: 5, banker: 6, natural: false },
    won: { banker: "1:2", tiger: "20:1", "big-tiger": "50:1" },
    clause: null,
    roads: NO_ROADS_MESSAGE,
  },
  { type: "RoundSettled", round: 7 },
];

const bet = (wager: string, stake: number, pays: string | null, net: number): Bet => ({
  ...{ wager, stake, pays, net, returned: stake + net, clause: null },
  outcome: pays === null ? "lose" : "win",
});
const STAKES = { banker: 20_00, tie: 5_00, "big-tiger": 1_00 };
const RESULT: Tell = {
  ...{ type: "YourResult", table: "tiger", round: 7, void: false, net: 55_00 },
  bets: [
    bet("banker", 20_00, "1:2", 10_00),
    bet("tie", 5_00, null, -5_00),
    bet("big-tiger", 1_00, "50:1", 50_00),
  ],
};

/** Listen to every live region, those that come later too. */
function listen(): string[] {
  const heard: string[] = [];
  const last = new Map<Element, string>();
  const look = (): void => {
    for (const one of document.querySelectorAll(LIVE)) {
      const words = one.textContent.replace(/\s+/g, " ").trim();
      if (words !== "" && words !== last.get(one)) heard.push(words);
      last.set(one, words);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  return heard;
}

async function readOut(tag: Tag, pace: "standard" | "still"): Promise<string[]> {
  const house = new FakeHouse(new Chance(1), "tiger");
  house.round = 7;
  const visit = new Visit("/table/tiger");
  visit.who = "guest";
  await visit.client.language.use(tag);
  // Who has bet before is not told again how to.
  visit.client.settings.change({ pace, squeeze: false, language: tag, pointed: true });
  const closes = Date.now() + WINDOW;
  visit.answer = (ask) =>
    ask.type === "Watch"
      ? [
          house.snapshot({ phase: "betting", closes_at_ms: closes, dealer: null }),
          house.yourStakes(STAKES),
          house.balance(),
        ]
      : [];
  visit.open();
  const heard = listen();
  await vi.advanceTimersByTimeAsync(WINDOW);
  visit.tell(house.frame([{ type: "BettingClosed" }]));
  for (const events of ROUND) {
    visit.tell(house.frame(events));
    await vi.advanceTimersByTimeAsync(CARD);
  }
  visit.tell(house.frame(END));
  house.available += 55_00;
  visit.tell(house.balance(), RESULT);
  await vi.advanceTimersByTimeAsync(3_000);
  return heard;
}

const ENGLISH = [
  "Place your bets, please. 8 seconds left",
  "Connected",
  "Place your bets, please. 4 seconds left",
  "Last bets. 3 seconds left",
  "No more bets",
  "Player: 4 of spades, Jack of diamonds",
  "Banker: King of hearts, 3 of spades",
  "Player total 4, Banker total 3. Player has 4: draws a third card",
  "Player third card: Ace of clubs. Player total 5",
  "Banker third card: 3 of diamonds. Banker total 6",
];
const ENDED =
  "Banker wins, 6 over 5. Banker: six pays 1:2 +10. Tie lost -5. " +
  "Big Tiger pays 50:1 +50: Banker wins with 6 on three cards. Your net +55";

test("a whole round in English", async () => {
  expect(await readOut("en", "standard")).toEqual([...ENGLISH, ENDED]);
});

test("a whole round in English, where nothing moves and both hands are opened at once", async () => {
  const both = ENGLISH.slice(5, 7).join(". ");
  expect(await readOut("en", "still")).toEqual([
    ...ENGLISH.slice(0, 5),
    both,
    ...ENGLISH.slice(7),
    ENDED,
  ]);
});

test("a whole round in Chinese", async () => {
  expect(await readOut("zh-Hant", "standard")).toEqual([
    "請下注。還剩 8 秒",
    "已連線",
    "請下注。還剩 4 秒",
    "即將停止下注。還剩 3 秒",
    "停止下注",
    "閒：黑桃4、方塊J",
    "莊：紅心K、黑桃3",
    "閒 4 點，莊 3 點。閒 4 點：補牌",
    "閒補牌：梅花A。閒 5 點",
    "莊補牌：方塊3。莊 6 點",
    "莊勝，6 對 5。莊：6 點賠 1:2 +10。和輸 -5。大老虎賠 50:1 +50：莊贏，6 點，三張牌。您的淨額 +55",
  ]);
});
