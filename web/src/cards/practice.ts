/** Faces that are drawn before anybody needs them, so that no hand waits while the browser learns how. */

import { mount, unmount } from "svelte";
import type { Family } from "../protocol/messages";
import CardFace from "./CardFace.svelte";

const DRAWN: Record<Family, readonly string[]> = {
  french: ["7h", "As", "Kd"],
  elements: ["7w", "Am", "Ff"],
};

/** Between two of them the page does what is wanted of it. */
const PAUSE_MS = 400;

/** Draw some faces off the page, one after the other; gives back what ends it. */
export function practise(family: Family): () => void {
  const left = [...DRAWN[family]];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    const card = left.shift();
    if (card === undefined) return;
    void unmount(mount(CardFace, { target: document.createElement("div"), props: { card } }));
    timer = setTimeout(next, PAUSE_MS);
  };
  timer = setTimeout(next, PAUSE_MS);
  return () => clearTimeout(timer);
}
