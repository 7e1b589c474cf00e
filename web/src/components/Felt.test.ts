import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import rulebooks from "../gallery/rulebooks.json";
import { DENOMINATIONS, DESK_STAGE, spots } from "../gallery/sample";
import { Language } from "../messages/language.svelte";
import { oddsInRange, oddsInShort, type Spot } from "../stage/spots";
import { stageOf } from "../felt/stage";
import { show } from "../testing/show";
import { nearestThatWay } from "./arrows";
import Felt from "./Felt.svelte";

function felt(list: Spot[], open = true, language = new Language(), stage = DESK_STAGE) {
  const onplace = vi.fn();
  const onremove = vi.fn();
  const view = show(
    Felt,
    { stage, spots: list, denominations: DENOMINATIONS, open, onplace, onremove },
    language,
  );
  return { ...view, onplace, onremove };
}

describe.each(rulebooks.map((book) => book.id))("the layout of %s", (id) => {
  test("has a spot for every wager, the hands' own first", () => {
    const list = spots(id);
    felt(list);
    const names = screen.getAllByRole("button").map((button) => button.dataset["wager"]);
    expect(names.slice(0, 3)).toEqual(["player", "tie", "banker"]);
    expect([...names].sort()).toEqual(list.map((spot) => spot.id).sort());
  });
});

describe("a spot", () => {
  test("says all that it shows", () => {
    felt(spots("mbs-tiger", { banker: { stake: 200, tableTotal: 1200 } }));
    const name = screen.getByRole("button", { name: /^Banker,/ }).getAttribute("aria-label");
    expect(name).toBe(
      "Banker, pays 1:1, six pays 1:2, house edge 1.4581%, 50 to 50,000, your stake 200, table total 1,200",
    );
  });

  test("takes a chip on click, and gives the stake back on Delete and right click", async () => {
    const { onplace, onremove } = felt(spots("mbs-tiger", { tie: { stake: 50 } }));
    const tie = screen.getByRole("button", { name: /^Tie,/ });
    await fireEvent.click(tie);
    expect(onplace).toHaveBeenCalledWith("tie");
    await fireEvent.keyDown(tie, { key: "Delete" });
    await fireEvent.contextMenu(tie);
    expect(onremove.mock.calls).toEqual([["tie"], ["tie"]]);
  });

  test("gives the stake back when it is held, and is not clicked when it is let go", async () => {
    vi.useFakeTimers();
    const { onplace, onremove } = felt(spots("mbs-tiger", { tie: { stake: 50 } }));
    const tie = screen.getByRole("button", { name: /^Tie,/ });
    const lift = async (): Promise<void> => {
      await fireEvent.pointerUp(tie);
      await fireEvent.click(tie, { detail: 1 });
    };
    await fireEvent.pointerDown(tie, { button: 0 });
    vi.advanceTimersByTime(449);
    expect(onremove).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onremove.mock.calls).toEqual([["tie"]]);
    await lift();
    expect(onplace).not.toHaveBeenCalled();
    await fireEvent.pointerDown(tie, { button: 0 });
    await fireEvent.pointerMove(tie, { clientX: 40 });
    vi.advanceTimersByTime(1000);
    await lift();
    expect([onplace.mock.calls.length, onremove.mock.calls.length]).toEqual([1, 1]);
    const banker = screen.getByRole("button", { name: /^Banker,/ });
    await fireEvent.pointerDown(banker, { button: 0 });
    vi.advanceTimersByTime(1000);
    await fireEvent.click(banker, { detail: 1 });
    expect(onplace).toHaveBeenLastCalledWith("banker");
    vi.useRealTimers();
  });

  test("takes nothing while betting is closed, but can still be read", async () => {
    const { onplace, onremove } = felt(spots("mbs-tiger", { tie: { stake: 50 } }), false);
    const tie = screen.getByRole("button", { name: /^Tie,/ });
    await fireEvent.click(tie);
    await fireEvent.keyDown(tie, { key: "Delete" });
    expect(onplace).not.toHaveBeenCalled();
    expect(onremove).not.toHaveBeenCalled();
    expect(tie.getAttribute("aria-disabled")).toBe("true");
  });

  test("answers a press that comes late, until bets are taken again", async () => {
    const list = spots("mbs-tiger");
    const { rerender } = felt(list, false);
    await fireEvent.click(screen.getByRole("button", { name: /^Tie,/ }));
    expect(screen.getByRole("alert").textContent).toBe("Nothing can be bet here now");
    await rerender({ spots: list, open: true });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is lit when its wager wins, for who has not bet on it too", () => {
    const { container } = felt(spots("mbs-tiger", { tiger: { wins: "20:1" } }), false);
    expect(container.querySelectorAll("svg.lit")).toHaveLength(1);
    expect(screen.getByRole("button", { name: /^Tiger,.* wins, pays 20:1$/ })).toBeTruthy();
  });

  test("tells its limits on a phone too, where chips will lie if there is no other room", () => {
    const has = { sides: 5, others: 6, seats: 0, isOwn: false };
    const list = spots("mbs-tiger", { "tiger-tie": { stake: 50 } });
    felt(list, true, new Language(), stageOf("phone", 390, 641, has));
    const printed = (name: RegExp): string => screen.getByRole("button", { name }).innerHTML;
    for (const name of [/^Player,/, /^Tie,/, /^Banker,/, /^Tiger Pair,/, /^Small Tiger,/])
      expect(printed(name)).toMatch(/>\d+–[\d.]+K?</);
    expect(printed(/^Tiger Tie,/)).not.toMatch(/>\d+–[\d.]+K?</);
  });

  test("shows a refusal at its own place", () => {
    felt(spots("mbs-tiger", { tiger: { refusal: "The most here is 1,000" } }));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("The most here is 1,000");
    expect(screen.getByRole("button", { name: /^Tiger,/ }).getAttribute("aria-describedby")).toBe(
      alert.id,
    );
  });

  test.each([
    ["win", 100, "Win +100"],
    ["lose", -200, "Lost -200"],
    ["push", 0, "Push, stake back"],
    ["void", 0, "Void, stake back"],
  ] as const)("tells a %s in words", (outcome, net, words) => {
    felt(
      spots("mbs-tiger", {
        banker: { stake: 200, result: { outcome, net, pays: null, clause: null } },
      }),
    );
    const spot = screen.getByRole("button", { name: /^Banker,/ });
    expect(spot.textContent).toContain(words);
    expect(spot.getAttribute("aria-label")).toContain(words);
  });

  test("speaks the language in use", async () => {
    const language = new Language();
    await language.use("zh-Hans");
    felt(spots("mbs-tiger"), true, language);
    expect(screen.getByRole("button", { name: /^小老虎，?/ })).toBeTruthy();
  });
});

test("rates to one are told in short, and others in full", () => {
  expect(oddsInShort(["4:1", "20:1", "100:1"])).toBe("4·20·100:1");
  expect(oddsInShort(["1:2", "1:1"])).toBe("1:2 · 1:1");
  expect(oddsInRange(["4:1", "20:1", "100:1"])).toBe("4–100:1");
  expect(oddsInRange(["8:1"])).toBe("8:1");
  expect(oddsInRange(["1:2", "1:1"])).toBe("1:2 · 1:1");
});

test("arrow keys go to the nearest spot that way", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 200, y: 0 },
    { x: 50, y: 100 },
  ];
  expect(nearestThatWay({ x: 100, y: 0 }, points, -1, 0)).toBe(0);
  expect(nearestThatWay({ x: 100, y: 0 }, points, 1, 0)).toBe(2);
  expect(nearestThatWay({ x: 100, y: 0 }, points, 0, 1)).toBe(3);
  expect(nearestThatWay({ x: 100, y: 0 }, points, 0, -1)).toBe(-1);
});
