import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config";

export default defineConfig((env) =>
  mergeConfig(build(env), {
    plugins: [svelteTesting()],
    test: {
      environment: "happy-dom",
      // The contrast test reads the real style sheet.
      css: { include: [/tokens\.css/] },
      setupFiles: ["src/testing/setup.ts"],
      // A module keeps nothing alive (eslint sees to it), so files need no worker of their own each.
      isolate: false,
      // What is waited for comes at once; on a busy machine that may take a while.
      testTimeout: 120_000,
      include: ["src/**/*.test.ts"],
    },
  }),
);
