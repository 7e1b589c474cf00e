import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test } from "vitest";
import TableLayout from "./TableLayout.svelte";

test("a table has a place for everything", () => {
  const part = (name: string) => createRawSnippet(() => ({ render: () => `<p>${name}</p>` }));
  const names = ["top", "hands", "result", "felt", "roads", "dock"] as const;
  const parts = Object.fromEntries(names.map((name) => [name, part(name)])) as Record<
    (typeof names)[number],
    ReturnType<typeof part>
  >;
  render(TableLayout, { rulebook: "mbs-tiger@3", ...parts });
  for (const name of names) expect(screen.getByText(name)).toBeTruthy();
});
