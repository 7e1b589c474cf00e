/**
 * What may import what. The order is protocol → model → stage → components → pages: whoever comes
 * later may know whoever came before, and nobody the other way. What stands beside that order has a
 * line of its own. A folder that no line names is an error, so that none is forgotten.
 */

import { readdirSync } from "node:fs";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const DRAWING = ["protocol", "model", "stage", "messages", "sound", "design"];

/** Each folder of src with those that it may import, beside itself. */
export const MAY_IMPORT = {
  design: [],
  felt: [],
  sound: [],
  protocol: [],
  model: ["protocol"],
  messages: ["protocol", "model"],
  stage: ["protocol", "model", "sound"],
  cards: DRAWING,
  chips: DRAWING,
  roads: DRAWING,
  squeeze: [...DRAWING, "cards"],
  components: [...DRAWING, "felt", "cards", "chips", "roads", "squeeze"],
  house: DRAWING,
  pages: [...DRAWING, "felt", "cards", "chips", "roads", "squeeze", "components", "house"],
};

/** What is no part of the client: it shows it, or tries it. */
const OUTSIDE = ["gallery", "testing"];

const folders = readdirSync(new URL("src", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const unnamed = folders.filter((name) => !(name in MAY_IMPORT) && !OUTSIDE.includes(name));
if (unnamed.length > 0)
  throw new Error(`eslint.config.js has no line for src/${unnamed.join(", ")}`);

const TESTS = "src/**/*.test.ts";
/** Something with a life of its own; a set or a map is a list to look things up in. */
const MADE = "NewExpression[callee.name!=/^(Set|Map)$/]";

const boundaries = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  files: [`src/${folder}/**/*.{ts,svelte}`],
  ignores: [TESTS],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^\\.\\./(?!(${[folder, ...others].join("|")})/)`,
            message: `src/${folder} may import ${others.join(", ") || "no other folder"}: see eslint.config.js.`,
          },
        ],
      },
    ],
    "no-restricted-syntax": [
      "error",
      {
        selector: "ImportExpression[source.value=/^\\.\\.\\//]",
        message: "What is loaded later is imported too: load it from its own folder.",
      },
      {
        selector: ["", "ExportNamedDeclaration > "]
          .map(
            (exported) => `Program > ${exported}VariableDeclaration > VariableDeclarator > ${MADE}`,
          )
          .join(", "),
        message: "A module keeps nothing alive: an entry makes it and hands it down.",
      },
    ],
  },
}));

export default defineConfig(
  globalIgnores(["dist", "dist-gallery", "verify", "public", "src/protocol/messages"]),
  typescript.configs.strict,
  svelte.configs.recommended,
  {
    files: ["src/**/*.svelte", "src/**/*.svelte.ts"],
    languageOptions: {
      parserOptions: {
        parser: typescript.parser,
        extraFileExtensions: [".svelte"],
        svelteConfig,
      },
    },
  },
  {
    rules: {
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 50],
      // What changes says so with $state; a Map beside it is not looked at.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  // A test is as long as what it tells; a suite of them is a function only by name.
  { files: [TESTS], rules: { "max-lines-per-function": "off" } },
  boundaries,
);
