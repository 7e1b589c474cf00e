import { within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { FakeHouse } from "./testing/fakeHouse";
import { Chance } from "./testing/random";
import { HOUSE } from "./testing/tables";
import { Visit } from "./testing/visit";

afterEach(() => localStorage.clear());

test("two clients in one page are of two houses and two readers", async () => {
  const here = new Visit("/", { "/api/house": { ...HOUSE, name: "Here" } });
  const there = new Visit("/", { "/api/house": { ...HOUSE, name: "There", play_money: false } });
  here.who = "guest";
  const left = within(here.open().container);
  const right = within(there.open().container);
  expect(await left.findByText(/^Here/)).toBeTruthy();
  expect(await right.findByText(/^There/)).toBeTruthy();
  expect(await left.findByRole("button", { name: "Sit down at Tiger" })).toBeTruthy();
  expect(right.queryByRole("button", { name: /Sit down/ })).toBeNull();
  here.tell(new FakeHouse(new Chance(1)).balance());
  expect((await left.findByTestId("lobby-balance")).textContent).toBe("1,000");
  expect(right.queryByTestId("lobby-balance")).toBeNull();
  await there.client.language.use("zh-Hant");
  expect(await right.findByRole("heading", { name: /總有您的座位/ })).toBeTruthy();
  expect(left.queryByRole("heading", { name: /總有您的座位/ })).toBeNull();
  there.lose();
  expect(await right.findByTestId("offline")).toBeTruthy();
  expect(left.queryByTestId("offline")).toBeNull();
});
