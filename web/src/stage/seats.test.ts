import { expect, test } from "vitest";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { LiveTable } from "./live";
import { PACES } from "./pace";
import { needsSeat, seatsOf } from "./seats";

test("a seat is one's own, somebody's, or free", () => {
  const live = new LiveTable({
    table: "t",
    shared: true,
    pace: () => PACES.standard,
    squeezes: () => [],
  });
  const house = new FakeHouse(new Chance(1));
  live.hear(house.snapshot({ taken: [2] }), 0);
  expect(needsSeat(0, live.shown(0))).toBe(false);
  expect(needsSeat(3, live.shown(0))).toBe(true);
  live.hear({ type: "YourSeat", table: "t", position: 3 }, 0);
  expect(needsSeat(3, live.shown(0))).toBe(false);
  expect(seatsOf(3, live.shown(0)).map(({ state }) => state)).toEqual(["free", "taken", "yours"]);
  live.hear(house.frame([{ type: "BettingOpened", round: 1 }]), 0);
  const at_position = { "2": { banker: 500 } };
  const staked = {
    type: "StakesChanged",
    on_wager: { banker: 500 },
    bettors: 1,
    at_position,
  } as const;
  live.hear(house.frame([staked]), 0);
  expect(seatsOf(3, live.shown(0)).map(({ stakes }) => stakes)).toEqual([{}, { banker: 500 }, {}]);
  live.hear({ type: "YourSeat", table: "t", position: 2, standing: true }, 0);
  expect(seatsOf(3, live.shown(0)).map(({ state }) => state)).toEqual(["free", "backed", "free"]);
});
