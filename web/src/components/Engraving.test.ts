import { expect, test } from "vitest";
import rulebooks from "../gallery/rulebooks.json";
import { stageOf } from "../felt/stage";
import type { WagerInfo } from "../protocol/messages";
import { show } from "../testing/show";
import Engraving from "./Engraving.svelte";

const stage = stageOf("desk", 1036, 748, { sides: 0, others: 1, seats: 0, isOwn: true });

function engraved(id: string, isDeep = false): HTMLElement {
  const book = rulebooks.find((one) => one.id === id);
  const wagers = (book?.wagers ?? []) as unknown as WagerInfo[];
  return show(Engraving, { stage, wagers, isDeep }).container;
}

test("what a main wager pays otherwise is engraved along an arc between two lines", () => {
  const container = engraved("zero-commission");
  expect(container.querySelector("textPath")?.textContent).toBe(
    "No commission · Banker wins with 7 on three cards: push",
  );
  expect(container.querySelectorAll("path:not(.line)")).toHaveLength(2);
  const arc = container.querySelector("path.line");
  expect(container.querySelector("textPath")?.getAttribute("href")).toBe(`#${arc?.id}`);
});

test("before two rows there is room for the words alone, further from the edge of the felt", () => {
  const radius = (container: HTMLElement): number =>
    Number(/A([\d.]+)/.exec(container.querySelector("path.line")?.getAttribute("d") ?? "")?.[1]);
  const [one, two] = [engraved("mbs-no-commission"), engraved("mbs-no-commission", true)];
  expect(two.querySelector("textPath")?.textContent).toMatch(/1:2/);
  expect(two.querySelectorAll("path:not(.line)")).toHaveLength(0);
  expect(radius(two)).toBeLessThan(radius(one));
});

test("a rulebook without such a rule has nothing to engrave", () => {
  const { container } = show(Engraving, { stage, wagers: [] });
  expect(container.querySelector("svg")).toBeNull();
});
