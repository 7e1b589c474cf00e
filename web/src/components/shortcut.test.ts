import { describe, expect, test } from "vitest";
import { shortcutOf, type Pressed } from "./shortcut";

function press(key: string, change: Partial<Pressed> = {}) {
  const plain = {
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    target: document.body,
  };
  return shortcutOf({ key, ...plain, ...change });
}

describe("shortcuts", () => {
  test("choose chips, act, reveal and help", () => {
    expect(press("1")).toEqual({ do: "chip", index: 0 });
    expect(press("8")).toEqual({ do: "chip", index: 7 });
    expect(press("r")).toEqual({ do: "action", action: "rebet" });
    expect(press("D")).toEqual({ do: "action", action: "double" });
    expect(press("Backspace")).toEqual({ do: "action", action: "undo" });
    expect(press("Backspace", { shiftKey: true })).toEqual({ do: "action", action: "clear" });
    expect(press("q")).toEqual({ do: "reveal" });
    expect(press("?", { shiftKey: true })).toEqual({ do: "help" });
    expect(press("x")).toBeNull();
    expect(press("9")).toBeNull();
  });

  test("leave the browser's own keys alone", () => {
    expect(press("r", { ctrlKey: true })).toBeNull();
    expect(press("1", { metaKey: true })).toBeNull();
  });

  test("deal by Space, whatever has the focus, unless it is text", () => {
    expect(press(" ")).toEqual({ do: "action", action: "deal" });
    const target = document.createElement("button");
    expect(press(" ", { target })).toEqual({ do: "action", action: "deal" });
    expect(press(" ", { target: document.createElement("input") })).toBeNull();
  });

  test("are silent while somebody types", () => {
    const field = document.createElement("input");
    expect(press("r", { target: field })).toBeNull();
    const chip = document.createElement("input");
    chip.type = "radio";
    expect(press("r", { target: chip })).toEqual({ do: "action", action: "rebet" });
  });
});
