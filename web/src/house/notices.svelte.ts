/** What is said to the player beside the table: spoken by screen readers, or shown as a slip. */

import type { Notice } from "../model/notice";

export class Notices {
  polite = $state("");
  assertive = $state("");
  shown = $state<Notice[]>([]);
  #next = 1;

  /** Say without showing: totals, results. Urgent only for "no more bets" and a lost link. */
  announce(text: string, urgent = false): void {
    // A live region speaks only when it changes, so the same words twice need a difference.
    const words = (before: string): string => (before === text ? `${text}\u00a0` : text);
    if (urgent) this.assertive = words(this.assertive);
    else this.polite = words(this.polite);
  }

  /** Show until it is dismissed: nobody should miss a notice for reading slowly. */
  show(text: string, kind: Notice["kind"] = "info"): number {
    const same = this.shown.find((notice) => notice.text === text);
    if (same !== undefined) {
      this.announce(text, kind === "wrong");
      return same.id;
    }
    const id = this.#next++;
    this.shown.push({ id, text, kind });
    this.announce(text, kind === "wrong");
    return id;
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }
}
