/** A Player Terminal between two players: it invites, it takes digits by touch, it can be signed out. */

import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { YourBalance } from "../protocol/messages";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { HOUSE } from "../testing/tables";
import { Visit } from "../testing/visit";

afterEach(() => vi.useRealTimers());

async function terminal(
  available: number,
  kiosk = false,
  signedOut: Response | null = null,
): Promise<{ visit: Visit; balance: YourBalance }> {
  const house = new FakeHouse(new Chance(1), "rws");
  const balance = { ...(house.balance() as YourBalance), available };
  const visit = new Visit("/terminal", {
    "/api/sessions": signedOut,
    "/api/house": { ...HOUSE, kiosk },
  });
  visit.who = "terminal";
  visit.answer = (ask) => (ask.type === "Watch" ? [house.snapshot(), balance] : []);
  visit.open();
  await screen.findByTestId("credits");
  return { visit, balance };
}

test("a terminal that nobody touches invites, and begins at a touch", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { visit, balance } = await terminal(0);
  vi.advanceTimersByTime(59_000);
  await fireEvent.pointerDown(document.body);
  vi.advanceTimersByTime(59_000);
  expect(screen.queryByRole("button", { name: "Touch to begin" })).toBeNull();
  vi.advanceTimersByTime(2_000);
  const begin = await screen.findByRole("button", { name: "Touch to begin" });
  expect(screen.getByText("House edge on Banker")).toBeTruthy();
  await fireEvent.click(begin);
  await screen.findByTestId("credits");
  visit.tell({ ...balance, available: 100 });
  vi.advanceTimersByTime(61_000);
  expect(screen.queryByRole("button", { name: "Touch to begin" })).toBeNull();
});

test("digits are touched into the field that has the focus", async () => {
  await terminal(0);
  await fireEvent.click(screen.getByRole("button", { name: "Buy credits" }));
  const dialog = within(screen.getByRole("dialog", { name: "Buy credits" }));
  const press = (name: string): Promise<boolean> =>
    fireEvent.click(dialog.getByRole("button", { name }));
  const amount = screen.getByLabelText("Amount") as HTMLInputElement;
  for (const digit of ["2", "0", ".", "5"]) await press(digit);
  await press("Take the last digit back");
  expect(amount.value).toBe("20.");
  const code = screen.getByLabelText("Attendant’s PIN") as HTMLInputElement;
  await fireEvent.focus(code);
  await press("7");
  expect([amount.value, code.value]).toEqual(["20.", "7"]);
});

test("an empty terminal can be signed out, and one with credits cannot", async () => {
  const { visit, balance } = await terminal(100);
  expect(screen.queryByRole("button", { name: /Sign out/ })).toBeNull();
  visit.tell({ ...balance, available: 0 });
  const out = await screen.findByRole("button", { name: "Hold 2 s: Sign out" });
  visit.who = "spectator";
  await fireEvent.pointerDown(out);
  await waitFor(() => expect(screen.getByLabelText("Terminal")).toBeTruthy());
});

test("a kiosk stays at its page, and wants an attendant to be signed out", async () => {
  const { visit } = await terminal(0, true);
  const { router } = visit.client;
  await waitFor(() => expect(screen.queryByRole("button", { name: "Settings" })).toBeNull());
  const ways = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(ways.filter((way) => !way?.startsWith("?sheet=") && way !== "#main")).toEqual([]);
  for (const elsewhere of ["/", "/table/tiger", "/history"]) router.go(elsewhere);
  expect(location.pathname).toBe("/terminal");
  history.replaceState(null, "", "/table/tiger");
  router.read();
  expect([location.pathname, router.route.page]).toEqual(["/terminal", "terminal"]);
  await fireEvent.click(screen.getByRole("link", { name: "Rules" }));
  expect(await screen.findByRole("dialog", { name: /Non-Commission/ })).toBeTruthy();
  router.turn("/terminal");
  await fireEvent.pointerDown(screen.getByRole("button", { name: "Hold 2 s: Sign out" }));
  const asked = within(await screen.findByRole("dialog", { name: "Sign out" }));
  visit.who = "spectator";
  await fireEvent.input(asked.getByLabelText("Attendant"), { target: { value: "tess" } });
  await fireEvent.input(asked.getByLabelText("Attendant’s PIN"), { target: { value: "2468" } });
  await fireEvent.click(asked.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(screen.getByLabelText("Terminal")).toBeTruthy());
});

test.each([
  [403, "No attendant has this name and PIN"],
  [429, "Too many wrong codes: wait a minute"],
])("a kiosk that is answered %i says why it stays one", async (status, words) => {
  await terminal(0, true, new Response("{}", { status }));
  await fireEvent.pointerDown(await screen.findByRole("button", { name: "Hold 2 s: Sign out" }));
  const asked = within(await screen.findByRole("dialog", { name: "Sign out" }));
  await fireEvent.input(asked.getByLabelText("Attendant"), { target: { value: "tess" } });
  await fireEvent.input(asked.getByLabelText("Attendant’s PIN"), { target: { value: "1234" } });
  await fireEvent.click(asked.getByRole("button", { name: "Sign out" }));
  expect((await asked.findByRole("alert")).textContent).toBe(words);
});
