/** A press that is held does something else than a press: what is held is not clicked when it is let go. */

import type { Attachment } from "svelte/attachments";

/** How long a press is held, in milliseconds, and how far a finger may stray meanwhile. */
const HOLD_MS = 450;
const STRAY = 12;

/** `onhold` says whether it did anything; else the press is a press. */
export function held(onhold: () => boolean): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let isDone = false;

    function down({ clientX: x, clientY: y, button }: PointerEvent): void {
      isDone = false;
      from = { x, y };
      clearTimeout(timer);
      if (button === 0) timer = setTimeout(() => (isDone = onhold()), HOLD_MS);
    }
    const up = (): void => clearTimeout(timer);
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > STRAY) up();
    };
    function click(event: MouseEvent): void {
      // A key makes a click too, and was never held.
      if (isDone && event.detail > 0) event.stopImmediatePropagation();
      isDone = false;
    }
    /** A finger that holds asks for no menu. */
    function menu(event: Event): void {
      if (!("pointerType" in event) || event.pointerType === "mouse") return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }

    const first = { capture: true };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
      node.addEventListener(end, up);
    node.addEventListener("click", click, first);
    node.addEventListener("contextmenu", menu, first);
    return () => clearTimeout(timer);
  };
}
