/** No component may hold words of its own: they belong to the message files. */

import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.svelte", "!../gallery/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const SPOKEN = new Set([
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "title",
  "alt",
  "placeholder",
]);

type Node = { type?: string; name?: string; data?: string; [key: string]: unknown };

function isAttribute(type: string | undefined): boolean {
  return type === "Attribute" || (type?.endsWith("Directive") ?? false);
}

/** Words between tags, and words in attributes that are read aloud. */
function words(node: unknown, spoken = true, found: string[] = []): string[] {
  if (Array.isArray(node)) {
    for (const child of node) words(child, spoken, found);
  } else if (typeof node === "object" && node !== null) {
    const { type, name, data } = node as Node;
    if (type === "Text" && spoken && /\p{L}/u.test(data ?? "")) found.push((data ?? "").trim());
    const inner = isAttribute(type) ? SPOKEN.has(name ?? "") : spoken;
    for (const child of Object.values(node)) words(child, inner, found);
  }
  return found;
}

test.each(Object.entries(sources))("%s has no words of its own", (_, source) => {
  const { fragment }: AST.Root = parse(source, { modern: true });
  expect(words(fragment)).toEqual([]);
});

test("words would be found", () => {
  const { fragment } = parse('<p class="x">Deal</p><button aria-label="Close">✕</button>', {
    modern: true,
  });
  expect(words(fragment)).toEqual(["Deal", "Close"]);
});
