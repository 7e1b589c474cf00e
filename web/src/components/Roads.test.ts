import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { NO_ROADS, type BigCell } from "../model/road";
import { readRoads, type PrintedRoads } from "../testing/printedRoads";
import printed from "../testing/roads.json";
import { show } from "../testing/show";
import Roads from "./Roads.svelte";
import Strip from "./Strip.svelte";

const all = printed as unknown as Record<string, PrintedRoads>;
const roads = readRoads(all["TBBPTPPBPBB"] as PrintedRoads);

describe("roads", () => {
  test("draw a mark for every cell", () => {
    const { container } = show(Roads, { roads });
    const marks = (label: string): number =>
      container.querySelector(`[aria-label="${label}"] svg`)?.querySelectorAll("g").length ?? 0;
    expect(marks("Bead plate")).toBe(11);
    expect(marks("Big road")).toBe(9);
    expect(marks("Big eye")).toBe(6);
    expect(marks("Small road")).toBe(3);
    expect(marks("Cockroach")).toBe(2);
  });

  test("can be read without seeing them", () => {
    show(Roads, { roads });
    expect(screen.getByText("Last 10: B B P T P P B P B B")).toBeTruthy();
    expect(screen.getByText("Banker 2 times in a row")).toBeTruthy();
  });

  test("an ask key shows ghosts in every road, and takes them away", async () => {
    const { container } = show(Roads, { roads });
    const key = screen.getByRole("button", {
      name: "Ask Banker: big eye red, small red, cockroach red",
    });
    await fireEvent.click(key);
    expect(key.getAttribute("aria-pressed")).toBe("true");
    expect(container.querySelectorAll(".ghost")).toHaveLength(5);
    await fireEvent.click(key);
    expect(container.querySelectorAll(".ghost")).toHaveLength(0);
  });

  test("the last mark of every road lies in a box", () => {
    const { container } = show(Roads, { roads });
    expect(container.querySelectorAll(".last")).toHaveLength(5);
    const bead = container.querySelectorAll('[aria-label="Bead plate"] svg > g');
    expect(bead[bead.length - 1]?.classList).toContain("last");
  });

  test("a letter stands in every bead", () => {
    const { container } = show(Roads, { roads });
    const letters = [...container.querySelectorAll('[aria-label="Bead plate"] text')];
    expect(letters.map((letter) => letter.textContent).join("")).toBe("TBBPTPPBPBB");
  });

  test("each side is counted beside its bead", () => {
    const { container } = show(Roads, { roads });
    const tally = container.querySelector(".tally")?.textContent ?? "";
    expect(tally.replace(/\s+/g, "")).toBe("B5P4T2");
  });

  test("ties are counted, and never strike out a figure", () => {
    const [one] = roads.big;
    const big = [{ ...(one as BigCell), ties: 2, six: 2 as const }];
    const { container } = show(Roads, { roads: { ...roads, big } });
    const ring = container.querySelector('[aria-label="Big road"] svg');
    expect([...(ring?.querySelectorAll("text") ?? [])].map((text) => text.textContent)).toEqual([
      "6",
      "2",
    ]);
    // The stroke is cut where the figure stands.
    expect(ring?.querySelector("path")?.getAttribute("d")?.split("M")).toHaveLength(3);
  });

  test("leading ties are shown before the first win", () => {
    const leading = readRoads(all["T"] as PrintedRoads);
    const { container } = show(Roads, { roads: leading });
    expect(
      container.querySelector('[aria-label="Big road"] svg path[stroke="var(--pencil-t)"]'),
    ).not.toBeNull();
  });

  test("a new shoe is an empty sheet", () => {
    show(Roads, { roads: NO_ROADS });
    expect(screen.getByText("No results in this shoe yet")).toBeTruthy();
  });

  test("a game without derived roads has no ask keys", () => {
    show(Roads, { roads, derivedRoads: false });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

test("the strip shows the last ten by letter and by name", () => {
  show(Strip, { results: [..."BPTBPTBPTBPT"] as ("B" | "P" | "T")[] });
  const items = screen
    .getAllByRole("listitem")
    .map((item) => item.textContent?.replace(/\s+/g, " ").trim());
  expect(items).toHaveLength(10);
  expect(items[0]).toBe("T Tie");
  expect(items.at(-1)).toBe("T Tie");
});
