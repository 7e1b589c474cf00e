import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/**
 * The verifier is a plain script that anybody can read and run alone. Here it is taken as it is, with
 * nothing but its exports added at the end.
 */
function verifier(): Plugin {
  const id = "\0virtual:verify";
  const file = fileURLToPath(new URL("verify/verify.js", import.meta.url));
  return {
    name: "verifier",
    resolveId: (source) => (source === "virtual:verify" ? id : null),
    load(asked) {
      if (asked !== id) return null;
      this.addWatchFile(file);
      return `${readFileSync(file, "utf-8")}\nexport { commitment, shoeOrder, verify };\n`;
    },
  };
}

/** The fonts' licence wants to be wherever the fonts are. */
function fontLicences(): Plugin {
  const families = ["hanken-grotesk", "source-serif-4"];
  const licence = (family: string): string =>
    readFileSync(
      fileURLToPath(
        new URL(`node_modules/@fontsource-variable/${family}/LICENSE`, import.meta.url),
      ),
      "utf-8",
    );
  return {
    name: "font-licences",
    generateBundle() {
      const source = families.map(licence).join("\n\n");
      this.emitFile({ type: "asset", fileName: "assets/fonts.txt", source });
    },
  };
}

// The gallery is a second entry that only its own mode builds, so it can never weigh on a player's
// first load. Paths start at "/": the server answers every page of the client from its root.
export default defineConfig(({ mode }) => ({
  base: "/",
  plugins: [svelte(), verifier(), fontLicences()],
  build: {
    outDir: mode === "gallery" ? "dist-gallery" : "dist",
    target: "es2022",
    sourcemap: false,
    // One style sheet of a few kB is quicker than many requests, and never flashes unstyled parts.
    cssCodeSplit: false,
    rollupOptions: { input: mode === "gallery" ? "gallery.html" : "index.html" },
  },
  // While the client is worked on, the house runs beside it.
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
}));
