/**
 * Keys for those who play without a pointer. Each is a single key, so there must be a switch to turn
 * them off, and they never act while somebody types or holds a modifier.
 */

import type { Action } from "../stage/actions";

export type Shortcut =
  | { do: "chip"; index: number }
  | { do: "action"; action: Action }
  | { do: "reveal" }
  | { do: "help" };

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  target: EventTarget | null;
}

const ACTIONS: Record<string, Action> = {
  r: "rebet",
  d: "double",
  Backspace: "undo",
  " ": "deal",
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=radio]):not([type=checkbox]), select, textarea") !== null
  );
}

export function shortcutOf(pressed: Pressed): Shortcut | null {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target } = pressed;
  if (ctrlKey || altKey || metaKey || isTyping(target)) return null;
  if (/^[1-8]$/.test(key)) return { do: "chip", index: Number(key) - 1 };
  if (key === "?") return { do: "help" };
  if (key.toLowerCase() === "q") return { do: "reveal" };
  if (key === "Backspace" && shiftKey) return { do: "action", action: "clear" };
  const action = ACTIONS[key.length === 1 ? key.toLowerCase() : key];
  return action === undefined ? null : { do: "action", action };
}
