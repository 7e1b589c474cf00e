import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { commitment, shoeOrder } from "virtual:verify";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { revealFragment } from "./model/reveal";
import { withShoe } from "./model/shoes";
import type { Ask, Tell } from "./protocol/messages";
import { FakeHouse } from "./testing/fakeHouse";
import { Chance } from "./testing/random";
import { HOUSE } from "./testing/tables";
import { Visit } from "./testing/visit";

// Compiling what a page asks for later takes as long as a busy machine likes; no test is about that.
beforeAll(() => import("./pages/more"), 120_000);
afterEach(() => localStorage.clear());

/** A player at his own table, with a house that deals at once. */
function sitDown(): { visit: Visit; house: FakeHouse } {
  const house = new FakeHouse(new Chance(3), "zero");
  const visit = new Visit("/table/zero");
  visit.who = "guest";
  let stakes: Record<string, number> = {};
  visit.answer = (ask: Ask): Tell[] => {
    if (ask.type === "Watch")
      return [house.snapshot(), house.yourStakes(stakes), house.strip(), house.balance()];
    if (ask.type === "Chip") {
      stakes = { ...stakes, [ask.wager]: (stakes[ask.wager] ?? 0) + ask.amount };
      return [house.yourStakes(stakes, {}, ask.id), { type: "Accepted", id: ask.id }];
    }
    if (ask.type === "Deal") {
      const { events, entry } = house.play(stakes);
      const previous = stakes;
      stakes = {};
      const told = [house.frame(events), house.balance(), house.result(entry)];
      const answer = [house.yourStakes({}, previous, ask.id), house.strip()];
      return [...told, ...answer, { type: "Accepted", id: ask.id, version: house.version }];
    }
    return [];
  };
  visit.open();
  return { visit, house };
}

const spot = (name: string): Promise<HTMLElement> =>
  screen.findByRole("button", { name: new RegExp(`^${name},`) });

describe("the online game", () => {
  test("a chip lies there before the house has answered, and a refusal is said at its spot", async () => {
    const { visit } = sitDown();
    const tie = await spot("Tie");
    await waitFor(() => expect(tie.getAttribute("aria-disabled")).toBe("false"));
    const before = visit.answer;
    visit.answer = () => [];
    await fireEvent.click(tie);
    expect(tie.getAttribute("aria-label")).toContain("your stake 1");
    expect(tie.getAttribute("aria-busy")).toBe("true");
    const [chip] = visit.asked("Chip") as Extract<Ask, { type: "Chip" }>[];
    visit.tell({
      type: "Refused",
      id: chip?.id ?? "",
      code: "above-maximum",
      words: "too much",
      clause: "2",
      wager: "tie",
    });
    const said = await screen.findByText("The most here is 500 (clause 2)");
    expect(tie.getAttribute("aria-describedby")).toBe(said.id);
    expect(tie.getAttribute("aria-label")).toContain("no stake");
    visit.answer = before;
  });

  test("Deal is sent once, however often it is pressed, and the result stays until read", async () => {
    const { visit } = sitDown();
    visit.client.settings.change({ pace: "still" });
    const player = await spot("Player");
    await waitFor(() => expect(player.getAttribute("aria-disabled")).toBe("false"));
    await fireEvent.click(player);
    const deal = screen.getByRole("button", { name: "Deal" });
    await waitFor(() => expect((deal as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.click(deal);
    await fireEvent.click(deal);
    await fireEvent.dblClick(deal);
    expect(visit.asked("Deal")).toHaveLength(1);
    const [asked] = visit.asked("Deal") as Extract<Ask, { type: "Deal" }>[];
    expect(asked?.seed).toMatch(/^[0-9a-f]{32}$/);
    const reveal = await screen.findByRole("button", { name: "Reveal now" });
    await fireEvent.click(reveal);
    await waitFor(() => expect(screen.getByTestId("result").textContent).toMatch(/wins|Tie|void/));
    expect(player.getAttribute("aria-label")).toMatch(/Win|Lost|Push|Void/);
    const rebet = screen.getByRole("button", { name: "REBET" }) as HTMLButtonElement;
    await waitFor(() => expect(rebet.disabled).toBe(false));
    expect(screen.getByRole("button", { name: "New Game" })).toBeTruthy();
  });

  test("is played where a browser refuses to keep anything", async () => {
    const blocked = vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    sitDown();
    const player = await spot("Player");
    await waitFor(() => expect(player.getAttribute("aria-disabled")).toBe("false"));
    blocked.mockRestore();
  });

  test("bets that can never win together are said while they are built", async () => {
    const { visit, house } = sitDown();
    await spot("Player");
    visit.tell({
      ...house.yourStakes({ player: 100, banker: 100 }),
      hopeless: true,
      clause: "6",
    });
    expect((await screen.findByTestId("net-zero")).textContent).toContain("clause 6");
    // Dealt all the same, they are refused: it is said, and stands there once.
    const before = visit.answer;
    visit.answer = (ask) =>
      ask.type === "Deal"
        ? [{ type: "Refused", id: ask.id, code: "net-zero-win", words: "", clause: "6" }]
        : before(ask);
    await fireEvent.click(screen.getByRole("button", { name: "Deal" }));
    await waitFor(() => expect(visit.client.notices.assertive).toContain("clause 6"));
    expect(visit.client.notices.shown).toEqual([]);
  });

  test("a lost link says so, stops betting, and comes back by itself", async () => {
    const { visit } = sitDown();
    const player = await spot("Player");
    await waitFor(() => expect(player.getAttribute("aria-disabled")).toBe("false"));
    visit.lose();
    expect((await screen.findByTestId("offline")).textContent).toContain("Connection lost");
    expect(player.getAttribute("aria-disabled")).toBe("true");
    await waitFor(() => expect(screen.queryByTestId("offline")).toBeNull(), { timeout: 3000 });
    expect(visit.asked("Watch").at(-1)).toEqual({ type: "Watch", table: "zero", since: 1 });
  });

  test("strip, roadmap, pay table and versions are there", async () => {
    const { visit, house } = sitDown();
    await spot("Player");
    house.letters = [..."BBPTP"];
    visit.tell(house.strip());
    const strip = await screen.findByRole("list", { name: /Latest results/ });
    await waitFor(() => expect(within(strip).getAllByText("Banker")).toHaveLength(2));
    expect(strip.parentElement?.title).toBe("Results of this sitting only");
    expect(screen.getByRole("button", { name: "ROADMAP" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Pay table" })).toBeTruthy();
    const build = screen.getByTestId("build").textContent;
    for (const ours of ["zero-commission@2020-04-27", "punto 0.1.0", "HMAC_DRBG SHA-256"]) {
      expect(build).toContain(ours);
    }
  });
});

describe("other pages", () => {
  test("somebody who has not signed in looks on, and may play with one click", async () => {
    const visit = new Visit("/table/tiger");
    const house = new FakeHouse(new Chance(1), "tiger");
    visit.answer = (ask) => (ask.type === "Watch" ? [house.snapshot({ phase: "betting" })] : []);
    visit.open();
    expect(await screen.findByText("You are watching.")).toBeTruthy();
    expect((await spot("Banker")).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(await screen.findByRole("region", { name: "Chips and actions" })).toBeTruthy();
  });

  test("a game that is dealt to one player is not said to be shown to others", async () => {
    const visit = new Visit("/table/zero", { "/api/house": { ...HOUSE, play_money: false } });
    const house = new FakeHouse(new Chance(1), "zero");
    visit.answer = (ask) => (ask.type === "Watch" ? [house.snapshot()] : []);
    visit.open();
    expect(await screen.findByText(/there is nothing to watch/)).toBeTruthy();
    expect(await screen.findByText(/This house plays for money/)).toBeTruthy();
    expect(screen.queryByText("You are watching.")).toBeNull();
    expect(screen.queryByText(/Every round and its result/)).toBeNull();
  });

  test("the whole rulebook can be read before any bet", async () => {
    new Visit("/table/tiger/rules").open();
    expect(
      await screen.findByRole("heading", { level: 1, name: "Tiger No Commission Baccarat" }),
    ).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Small Tiger" })).toBeTruthy();
    expect(screen.getAllByText("22:1")).toHaveLength(2);
    expect(screen.getByText("1:1, six pays 1:2")).toBeTruthy();
    expect(screen.getAllByText("3.9 BANKER")).toHaveLength(2);
  });

  test("history lists rounds, and a recall is marked as one", async () => {
    const played = {
      round: "zero-g1-1",
      table: "zero",
      at_ms: 0,
      player_cards: ["2s", "7s"],
      banker_cards: ["4s", "4h"],
      player: 9,
      banker: 8,
      winner: "player",
      void: false,
      staked: 100,
      returned: 200,
      net: 100,
      bets: [],
    };
    const visit = new Visit("/history", {
      "/api/history": [played],
      "/api/rounds/zero-g1-1": played,
    });
    visit.client.settings.change({ pace: "still" });
    visit.who = "guest";
    visit.open();
    const sums = await screen.findByRole("heading", { name: "This round" });
    expect(sums.parentElement?.textContent).toMatch(/Stake\s*1\s*Payout\s*2\s*Net\s*\+1$/);
    await fireEvent.click(await screen.findByRole("button", { name: "Replay round zero-g1-1" }));
    const recall = await screen.findByTestId("recall");
    expect(recall.textContent).toContain("RECALL");
    await waitFor(() => expect(recall.textContent).toContain("Player wins, 9 over 8"));
  });

  test("history is turned page by page, and asked for what is sought", async () => {
    const link = '</api/history?limit=25&before=zero-9>; rel="next"';
    const visit = new Visit("/history", {
      "/api/history": new Response("[]", { headers: { link } }),
    });
    visit.who = "guest";
    visit.open();
    const older = await screen.findByRole("button", { name: "Older" });
    await fireEvent.click(older);
    const newer = screen.getByRole("button", { name: "Newer" }) as HTMLButtonElement;
    await waitFor(() => expect(newer.disabled).toBe(false));
    await fireEvent.click(newer);
    await waitFor(() => expect(newer.disabled).toBe(true));
    await fireEvent.change(screen.getByLabelText("Result"), { target: { value: "tie" } });
    expect(await screen.findByText(/None of the rounds on this page fits/)).toBeTruthy();
    expect(screen.queryByText(/No round was played that fits/)).toBeNull();
    await waitFor(() => {
      const file = screen.getByRole("link", { name: "CSV" });
      expect(file.getAttribute("href")).toBe("/api/history.csv?ended=tie");
    });
    const asked = visit.read.filter((address) => address.startsWith("/api/history"));
    expect(asked).toEqual([
      "/api/history?limit=25",
      "/api/history?limit=25&before=zero-9",
      "/api/history?limit=25",
      "/api/history?limit=25&ended=tie",
    ]);
  });

  test("where no round fits on any page, it is said, and there is nothing to take along", async () => {
    const visit = new Visit("/history");
    visit.who = "guest";
    visit.open();
    await fireEvent.change(await screen.findByLabelText("Result"), { target: { value: "tie" } });
    expect(await screen.findByText(/No round was played that fits/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "CSV" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  });

  test.each([
    [401, "unknown, or was used"],
    [429, "Too many wrong codes"],
  ])("a terminal signs in, and an answer of %i is said", async (status, words) => {
    const visit = new Visit("/terminal", { "/api/terminals": new Response("{}", { status }) });
    visit.open();
    await fireEvent.input(await screen.findByLabelText("Terminal"), { target: { value: "t" } });
    await fireEvent.input(screen.getByLabelText("Code"), { target: { value: "x" } });
    await fireEvent.click(screen.getByRole("button", { name: "Enrol" }));
    expect((await screen.findByRole("alert")).textContent).toContain(words);
  });

  test("a shoe is verified here", async () => {
    new Visit("/verify").open();
    await fireEvent.click(await screen.findByRole("button", { name: "Show an example" }));
    expect((await screen.findByTestId("verdict")).textContent).toContain("True");
    const field = screen.getByLabelText(/The reveal/) as HTMLTextAreaElement;
    await fireEvent.input(field, { target: { value: field.value.replace("0001", "0002") } });
    await fireEvent.click(screen.getByRole("button", { name: "Verify" }));
    await waitFor(() => expect(screen.getByTestId("verdict").textContent).toContain("False"));
  });

  test("a link that cannot be copied is selected", async () => {
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
    new Visit("/verify").open();
    await fireEvent.click(await screen.findByRole("button", { name: "Show an example" }));
    const link = await screen.findByTestId<HTMLInputElement>("verify-link");
    await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
    vi.restoreAllMocks();
  });

  test("the verifier says only what it has checked", async () => {
    new Visit("/verify").open();
    await fireEvent.click(await screen.findByRole("button", { name: "Show an example" }));
    const field = screen.getByLabelText(/The reveal/) as HTMLTextAreaElement;
    const verdict = (): string => screen.getByTestId("verdict").textContent ?? "";
    await waitFor(() => expect(verdict()).toContain("these 6 cards came"));
    const bare = JSON.stringify({ ...JSON.parse(field.value), cards: [] });
    await fireEvent.input(field, { target: { value: bare } });
    await fireEvent.click(screen.getByRole("button", { name: "Verify" }));
    await waitFor(() => expect(verdict()).toContain("no cards were compared"));
    expect(verdict()).not.toContain("cards came");
    await fireEvent.input(field, { target: { value: "  " } });
    await fireEvent.click(screen.getByRole("button", { name: "Verify" }));
    await waitFor(() => expect(verdict()).toContain("There is nothing to verify yet"));
  });

  test("a link is held against the promise that this device has kept, though it is opened at once", async () => {
    const bare = { table: "zero-g1", shoe: 2, deck: "french", decks: 8, outside: "" };
    const told = commitment({ ...bare, secret: "00".repeat(32) });
    const shoes = withShoe([], 2, { commitment: told, early: true });
    const kept = { house: HOUSE.public_key, committedAs: "zero-g1", shoes };
    localStorage.setItem("punto.shoes.zero", JSON.stringify(kept));
    const forged = { ...bare, secret: "11".repeat(32) };
    const cards = shoeOrder(forged).slice(0, 4);
    const reveal = { ...forged, commitment: commitment(forged), first: 1, cards };
    new Visit(`/verify${revealFragment(reveal)}`).open();
    expect((await screen.findByTestId("verdict")).textContent).toContain("told another promise");
    expect(screen.getByText("As it was given with the shoe.")).toBeTruthy();
  });

  test("a guest looks on at a table for terminals", async () => {
    const visit = new Visit("/table/rws");
    const house = new FakeHouse(new Chance(1), "rws");
    visit.who = "guest";
    visit.answer = (ask) => (ask.type === "Watch" ? [house.snapshot({ phase: "betting" })] : []);
    visit.open();
    expect((await screen.findByTestId("terminals-only")).textContent).toContain("Player Terminals");
    expect(screen.queryByRole("region", { name: "Chips and actions" })).toBeNull();
    expect((await spot("Banker")).getAttribute("aria-disabled")).toBe("true");
  });

  test.each([
    ["/terminal", "Cash out"],
    ["/", "Sit down at Tiger"],
    ["/table/zero", "Deal"],
  ])(
    "a ticket in hand is shown at %s until the house says that it is over",
    async (path, there) => {
      const visit = new Visit(path);
      const house = new FakeHouse(new Chance(1), "rws");
      visit.who = "terminal";
      visit.answer = (ask) => (ask.type === "Watch" ? [house.snapshot({})] : []);
      visit.open();
      const ticket = {
        id: "c1",
        number: "1234 5678",
        amount: 700,
        at_ms: 0,
        house: "Punto",
        terminal: "terminal-1",
        sequence: 3,
      };
      await screen.findByRole("button", { name: there });
      visit.tell({ type: "YourTicket", ticket });
      expect((await screen.findByTestId("ticket-number")).textContent).toBe("1234 5678");
      visit.tell({ type: "YourTicket", ticket: null });
      await waitFor(() => expect(screen.queryByTestId("ticket-number")).toBeNull());
    },
  );

  test("a cash-out that makes no ticket says where the credits went", async () => {
    const visit = new Visit("/terminal");
    const house = new FakeHouse(new Chance(1), "rws");
    const purse = { available: 50, held: 0, net: 0, last_win: 0, owed: 900 };
    visit.who = "terminal";
    visit.answer = (ask) => {
      if (ask.type === "Watch") return [house.snapshot({}), { type: "YourBalance", ...purse }];
      if (ask.type !== "CashOut") return [];
      return [
        { type: "YourTicket", ticket: null },
        { type: "Accepted", id: ask.id, version: null, ticket: false },
      ];
    };
    visit.open();
    const key = await screen.findByRole("button", { name: "Cash out" });
    await waitFor(() => expect(key).toHaveProperty("disabled", false));
    await fireEvent.click(key);
    const words = /all your credits went to what you owe/;
    expect(await screen.findByText(words, { selector: ".toast p" })).toBeTruthy();
  });

  test("an address that is none says so", async () => {
    new Visit("/nowhere").open();
    expect(await screen.findByRole("heading", { name: "There is no such page" })).toBeTruthy();
  });

  test("the language changes at once and is kept", async () => {
    const visit = new Visit("/");
    visit.open();
    visit.client.settings.change({ language: "zh-Hant" });
    expect(await screen.findByRole("heading", { name: /總有您的座位/ })).toBeTruthy();
    expect(localStorage.getItem("punto.settings")).toContain("zh-Hant");
  });
});
