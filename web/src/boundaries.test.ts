// @vitest-environment node
/** A broken boundary fails the check: each is broken here, in a file that is none. */

import { ESLint } from "eslint";
import { expect, test } from "vitest";

const eslint = new ESLint();

async function rulesBroken(filePath: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

const ORDER = ["protocol", "model", "stage", "components", "pages"];
const earlierThan = (folder: string): string[] => ORDER.slice(0, ORDER.indexOf(folder));
const laterThan = (folder: string): string[] => ORDER.slice(ORDER.indexOf(folder) + 1);
const importOf = (folder: string): string => `export { it } from "../${folder}/it";\n`;

test.each(ORDER)(
  "%s may import what comes before it, and nothing that comes after",
  async (here) => {
    for (const folder of earlierThan(here)) {
      expect(await rulesBroken(`src/${here}/it.ts`, importOf(folder))).toEqual([]);
    }
    for (const folder of [...laterThan(here), "gallery", "testing", "other"]) {
      expect(await rulesBroken(`src/${here}/it.ts`, importOf(folder))).toEqual([
        "no-restricted-imports",
      ]);
    }
  },
);

test.each([
  ["types too", 'import type { It } from "../components/it";\nexport type { It };\n'],
  [
    "in a component",
    `<script lang="ts">\n  import It from "../pages/It.svelte";\n</script>\n\n<It />\n`,
  ],
])("a boundary holds for %s", async (_, text) => {
  const file = text.startsWith("<") ? "src/components/It.svelte" : "src/model/it.ts";
  expect(await rulesBroken(file, text)).toEqual(["no-restricted-imports"]);
});

test.each([
  ["what is loaded later", 'export const it = () => import("../pages/more");\n'],
  ["what would live as long as the module", "export const house = new House();\n"],
])("nor is %s allowed", async (_, text) => {
  expect(await rulesBroken("src/model/it.ts", text)).toEqual(["no-restricted-syntax"]);
});

test("house and components do not know each other", async () => {
  expect(await rulesBroken("src/house/it.ts", importOf("components"))).toHaveLength(1);
  expect(await rulesBroken("src/components/it.ts", importOf("house"))).toHaveLength(1);
});
