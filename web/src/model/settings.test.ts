import { describe, expect, test } from "vitest";
import type { SettingInfo } from "../protocol/messages";
import { changesOf, inGroup, textOf, wagerLimit } from "./settings";

function setting(key: string, kind: SettingInfo["kind"], more: Partial<SettingInfo>): SettingInfo {
  return { key, kind, value: null, usual: null, in_file: null, choices: [], ...more };
}

const minimum = setting("minimum", "amount", { value: 100 });
const most = setting("seat_maximum", "amount", {});
const cut = setting("cut", "number", { usual: 14 });
const training = setting("training", "switch", { usual: false });
const chips = setting("chips", "amounts", { value: [100, 250], usual: [] });
const driver = setting("driver", "choice", { value: "dealer" });
const all = [minimum, most, cut, training, chips, driver];

describe("settings", () => {
  test("stand in their fields as people write them", () => {
    expect(all.map((each) => textOf(each, each.value, 2))).toEqual([
      "1",
      "",
      "14",
      "false",
      "1, 2.50",
      "dealer",
    ]);
    expect(textOf(minimum, 150, 2)).toBe("1.50");
    expect(textOf(minimum, 150, 0)).toBe("150");
  });

  test("are changed where another value is meant, and only there", () => {
    const texts = { minimum: "2.50", cut: "14", training: "true", driver: "", chips: "5, 25" };
    expect(changesOf(all, texts, 2)).toEqual([
      { key: "minimum", before: 100, after: 250 },
      { key: "training", before: null, after: true },
      { key: "chips", before: [100, 250], after: [500, 2500] },
      { key: "driver", before: "dealer", after: null },
    ]);
    expect(changesOf(all, { minimum: "1,00", seat_maximum: " " }, 2)).toEqual([]);
  });

  test.each([
    ["minimum", "much"],
    ["minimum", "0"],
    ["cut", "1.5"],
    ["chips", "5, x"],
  ])("that cannot be read are named: %s %s", (key, text) => {
    expect(changesOf(all, { [key]: text }, 2)).toBe(key);
  });

  test("of a wager are limits", () => {
    expect(wagerLimit("limits.big-tiger.maximum")).toEqual({
      wager: "big-tiger",
      bound: "maximum",
    });
    expect(wagerLimit("maximum")).toBeNull();
    expect(inGroup("limits", "limits.tie.minimum")).toBe(true);
    expect(inGroup("seats", "limits.tie.minimum")).toBe(false);
  });
});
