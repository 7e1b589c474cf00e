// @vitest-environment node
/**
 * A class of base.css that lays things out reaches into every component. One that uses the same name for
 * something of its own is pushed out of place by it, and nothing else says so.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCE = new URL("../", import.meta.url);
/** Classes that components are free to adjust: in each of them they mean what base.css means. */
const ADJUSTED = new Set(["aloud", "key", "lines", "page", "said", "ways"]);
const LAYS_OUT = /(?:^|[\s;])(?:display|position|grid-[\w-]+|flex[\w-]*|inset|padding|width)\s*:/;

const bare = (css: string): string => css.replace(/\/\*[^]*?\*\//g, "");

/** The classes of a style that begin a selector by themselves and lay something out. */
function layingOut(css: string): Set<string> {
  const rules = [...bare(css).matchAll(/([^{};]+)\{([^{}]*)\}/g)];
  const found = rules.filter(([, , body = ""]) => LAYS_OUT.test(body));
  const selectors = found.flatMap(([, list = ""]) => list.split(","));
  return new Set(selectors.flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? []));
}

/** The classes that the style of a component names. */
function namedIn(component: string): Set<string> {
  const style = bare(/<style>([^]*)<\/style>/.exec(component)?.[1] ?? "");
  const selectors = [...style.matchAll(/([^{};]+)\{/g)].map(([, list = ""]) => list);
  const own = selectors.join(" ").replace(/:global\((?:[^()]|\([^()]*\))*\)/g, "");
  return new Set([...own.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
}

const shared = layingOut(readFileSync(new URL("design/base.css", SOURCE), "utf-8"));
const components = readdirSync(SOURCE, { recursive: true, encoding: "utf-8" }).filter((name) =>
  name.endsWith(".svelte"),
);

test.each(components)("%s gives no class of base.css another meaning", (name) => {
  const named = namedIn(readFileSync(new URL(name, SOURCE), "utf-8"));
  expect([...named].filter((one) => shared.has(one) && !ADJUSTED.has(one))).toEqual([]);
});

test("a name that base.css lays out and a component uses for a state is found", () => {
  const base = ".beside { display: grid; }\n.hush { color: red; }";
  const hand =
    "<style>\n  .hand.beside header { right: 0; }\n  :global(.page) { top: 0; }\n</style>";
  expect([...layingOut(base)]).toEqual(["beside"]);
  expect([...namedIn(hand)]).toEqual(["hand", "beside"]);
});
