/** happy-dom is no browser: what it lacks and components use is filled in here, once. */
import { configure } from "@testing-library/svelte";

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoResize;

// What comes comes at once; on a busy machine that may take a while.
configure({ asyncUtilTimeout: 60_000 });
