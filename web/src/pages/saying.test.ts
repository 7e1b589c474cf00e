import { expect, test } from "vitest";
import { Language } from "../messages/language.svelte";
import { hearConsole, unknownConsole } from "../model/console";
import type { ConsoleView } from "../protocol/messages";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { sayingOf } from "./saying";

const CARD: ConsoleView = {
  type: "ConsoleView",
  table: "t",
  version: 1,
  dealer: "dora",
  scanned: true,
  results_only: false,
  training: false,
  due: "card",
  next_step: "",
  next_side: "player",
  player: 0,
  banker: 0,
  winner: null,
  aside: [],
  bets: [],
};

test.each([
  ["zh-Hans", "闲家发牌", "闲家补牌"],
  ["zh-Hant", "閒家發牌", "閒家補牌"],
  ["en", "Card for the Player", "Card for the Player"],
] as const)("in %s a card of the first four is dealt, a third one drawn", async (tag, ...words) => {
  const language = new Language();
  await language.use(tag);
  const house = new FakeHouse(new Chance(1));
  const said = [[], ["4s", "Td"]].map((cards) => {
    const snapshot = house.snapshot({ player_cards: cards, banker_cards: cards });
    const state = [snapshot, CARD].reduce(hearConsole, unknownConsole("t"));
    return sayingOf(language, state, { kind: "scan" }).words;
  });
  expect(said).toEqual(words);
});
