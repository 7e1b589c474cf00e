import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
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
      return `${readFileSync(file, "utf-8")}\nexport { commitment, promise, shoeOrder, verify, wrongMix };\n`;
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

/** What shows the questions over HTTP at /api/docs: as it is made, with its licences. */
function apiViewer(): Plugin {
  const names = ["swagger-ui-bundle.js", "swagger-ui.css", "swagger-ui-bundle.js.LICENSE.txt"];
  const taken = {
    ...Object.fromEntries(names.map((name) => [name, name])),
    "LICENSE.txt": "LICENSE",
  };
  const content = (name: string): Buffer =>
    readFileSync(fileURLToPath(new URL(`node_modules/swagger-ui-dist/${name}`, import.meta.url)));
  return {
    name: "api-viewer",
    generateBundle() {
      for (const [name, file] of Object.entries(taken))
        this.emitFile({ type: "asset", fileName: `api-docs/${name}`, source: content(file) });
    },
  };
}

/** What text is compressed to is worked out once, here, and not for everybody who asks. */
const COMPRESSED = /\.(js|css|html|txt|svg|webmanifest)$/;

/** Writes the compressed files beside the others, and the hash of its shell into the worker. */
function finished(): Plugin {
  let out = "";
  return {
    name: "finished",
    apply: "build",
    configResolved: ({ build }) =>
      void (out = fileURLToPath(new URL(build.outDir, import.meta.url))),
    closeBundle() {
      const names = readdirSync(out, { recursive: true, encoding: "utf-8" });
      nameShell(names);
      for (const name of names.filter((one) => COMPRESSED.test(one))) {
        const file = join(out, name);
        const whole = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(whole, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(whole));
      }
    },
  };

  /** A worker whose text has not changed is not replaced, so its text names what it keeps. */
  function nameShell(names: readonly string[]): void {
    if (!names.includes("sw.js")) return;
    const hash = createHash("sha256");
    for (const name of ["offline.html", "offline.css", "offline.js", "icon.svg"])
      hash.update(readFileSync(join(out, name)));
    const worker = readFileSync(join(out, "sw.js"), "utf-8");
    const name = `shell-${hash.digest("hex").slice(0, 16)}`;
    writeFileSync(join(out, "sw.js"), worker.replace("shell-unbuilt", name));
  }
}

// The gallery is a second entry that only its own mode builds, so it can never weigh on a player's
// first load. Paths start at "/": the server answers every page of the client from its root.
export default defineConfig(({ mode }) => ({
  base: "/",
  plugins: [svelte(), verifier(), fontLicences(), apiViewer(), finished()],
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
