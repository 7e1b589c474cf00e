/** happy-dom is no browser: what it lacks and components use is filled in here, once. */
import { configure, getConfig, prettyDOM } from "@testing-library/svelte";

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoResize;

/** Whether somebody looks again and again until it is there; whatever he misses is no news yet. */
function isWaiting(): boolean {
  const settings: object = getConfig();
  return Reflect.get(settings, "_disableExpensiveErrorDiagnostics") === true;
}

/** Says what is not there, with the page as it is; the page takes long to print. */
function getElementError(message: string | null, container: Element): Error {
  const page = isWaiting() ? false : prettyDOM(container);
  const error = new Error([message, page].filter(Boolean).join("\n\n"));
  error.name = "TestingLibraryElementError";
  return error;
}

// What comes comes at once; on a busy machine that may take a while.
configure({ asyncUtilTimeout: 60_000, getElementError });
