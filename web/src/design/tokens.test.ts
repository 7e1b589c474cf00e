// @vitest-environment node
/** One set of tokens: what is declared is used, and what is used is declared, or set by a component. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCE = new URL("../", import.meta.url);
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf-8" }).filter((name) =>
  /\.(svelte|css)$|(?<!\.test)\.ts$/.test(name),
);
const texts = files.map((name) => readFileSync(new URL(name, SOURCE), "utf-8"));
const tokens = readFileSync(new URL("design/tokens.css", SOURCE), "utf-8");

function named(pattern: RegExp, from: readonly string[]): Set<string> {
  return new Set(from.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? "")));
}

const declared = named(/^\s+--([\w-]+):/gm, [tokens]);

test("every token is used", () => {
  const used = named(/var\(--([\w-]+)/g, texts);
  expect([...declared].filter((name) => !used.has(name))).toEqual([]);
});

test("nothing is used that nobody has set", () => {
  const set = named(/(?:^\s+|style:|Property\(")--([\w-]+)/gm, texts);
  // What has a fallback may be left unset.
  const needed = named(/var\(--([\w-]+)\)/g, texts);
  expect([...needed].filter((name) => !set.has(name))).toEqual([]);
});
