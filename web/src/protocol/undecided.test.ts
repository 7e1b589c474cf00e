import { expect, test } from "vitest";
import type { Tell } from "./messages";
import { RequestRefused, type Request } from "./socket";
import { Undecided } from "./undecided";

const chip = (id: string, amount = 100): Request => ({
  type: "Chip",
  id,
  table: "t",
  round: 7,
  wager: "tie",
  amount,
});
const deal = (id: string, seed: string): Request => ({ type: "Deal", id, table: "t", seed });
const sale = (id: string, code: string): Request => ({
  type: "BuyCredits",
  id,
  amount: 500,
  attendant: "dora",
  pin: "1234",
  code,
});
const balance = (id: string | null): Tell => ({
  type: "YourBalance",
  available: 0,
  held: 0,
  net: 0,
  last_win: 0,
  owed: 0,
  id,
});

/** Ask, and hear no for now, or for good. */
async function refused(undecided: Undecided, request: Request, code = "overloaded"): Promise<void> {
  const no = Promise.reject(new RequestRefused({ code, words: "" }));
  await expect(undecided.until(request, no)).rejects.toThrow(RequestRefused);
}

test.each(["overloaded", "not-stored"])("after %s the same is asked under its id", async (code) => {
  const undecided = new Undecided();
  await refused(undecided, chip("a"), code);
  expect(undecided.again(chip("b", 200)).id).toBe("b");
  expect(undecided.again({ ...chip("b"), round: 8 } as Request).id).toBe("b");
  expect(undecided.again(chip("b"))).toEqual(chip("a"));
  await undecided.until(chip("a"), Promise.resolve({}));
  expect(undecided.again(chip("b")).id).toBe("b");
});

test("a no that is final ends it", async () => {
  const undecided = new Undecided();
  await refused(undecided, chip("a"));
  await refused(undecided, chip("a"), "placed-too-late");
  expect(undecided.again(chip("b")).id).toBe("b");
});

test("two that were pressed are two", async () => {
  const undecided = new Undecided();
  await refused(undecided, chip("a"));
  await refused(undecided, chip("b"));
  expect(undecided.again(chip("c")).id).toBe("a");
  await undecided.until(chip("a"), Promise.resolve({}));
  expect(undecided.again(chip("c")).id).toBe("b");
});

test("a hand is asked for with the seed that it had, a sale with the code that is given now", async () => {
  const undecided = new Undecided();
  await refused(undecided, deal("a", "00"));
  expect(undecided.again(deal("b", "11"))).toEqual(deal("a", "00"));
  await refused(undecided, sale("c", "111111"));
  expect(undecided.again(sale("d", "222222"))).toEqual(sale("c", "222222"));
});

test("who takes back what lies there means anew what he puts down", async () => {
  const undecided = new Undecided();
  await refused(undecided, chip("a"));
  undecided.again({ type: "Undo", id: "u", table: "other", round: 1 });
  expect(undecided.again(chip("b")).id).toBe("a");
  undecided.again({ type: "Undo", id: "v", table: "t", round: 7 });
  expect(undecided.again(chip("b")).id).toBe("b");
});

test("what is heard of is done, and a new link tells everything", async () => {
  const undecided = new Undecided();
  await refused(undecided, chip("a"), "not-stored");
  expect(undecided.hear(balance(null))).toBeNull();
  expect(undecided.hear(balance("a"))).toEqual(chip("a"));
  expect(undecided.again(chip("b")).id).toBe("b");
  await refused(undecided, chip("c"));
  const welcome = { protocol: 3, now_ms: 0, who: "guest", name: "g", since_ms: 0, trouble: null };
  undecided.hear({ type: "Welcome", ...welcome } as Tell);
  expect(undecided.again(chip("d")).id).toBe("d");
});
