import { expect, test } from "vitest";
import { TIGER } from "../testing/tables";
import { limitsOf } from "./limits";

test("what may still be bet is told where there is an end to it", () => {
  const free = limitsOf(TIGER, { player: 500, banker: 200, tie: 50 });
  expect(free).toMatchObject({ minimum: 100, maximum: 100_000, gap: null, total: null });
  const info = { ...TIGER, differential: 1_000, table_maximum: 5_000 };
  expect(limitsOf(info, { player: 200, banker: 500, tie: 50 })).toMatchObject({
    gap: { now: 300, most: 1_000 },
    total: { now: 750, most: 5_000 },
  });
  expect(limitsOf(info, {})).toMatchObject({ gap: { now: 0 }, total: { now: 0 } });
});
