/** A table that is followed for as long as a page shows it. */

import type { TableInfo } from "../protocol/messages";
import type { Follower } from "./follower.svelte";
import type { House } from "./house.svelte";

export class Watching {
  #info = $state.raw<TableInfo | null>(null);
  /** Why the table cannot be shown, if so. */
  problem = $state.raw<{ error: unknown } | null>(null);
  #attempt = $state(0);
  readonly #house: House;

  /**
   * Made while a component is, and over when that is gone. `find` says which table is wanted, null
   * while none is; whenever what it reads changes, or the table opens anew, it is asked again.
   */
  constructor(house: House, find: () => Promise<TableInfo> | null) {
    this.#house = house;
    $effect(() => {
      void this.#attempt;
      void house.editions;
      this.#info = null;
      this.problem = null;
      return this.#watch(find());
    });
  }

  #watch(finding: Promise<TableInfo> | null): () => void {
    let left = false;
    let followed: string | null = null;
    finding?.then(
      (info) => {
        if (left) return;
        followed = info.id;
        this.#info = info;
        this.#house.follow(info);
      },
      (error: unknown) => {
        if (!left) this.problem = { error };
      },
    );
    return () => {
      left = true;
      if (followed !== null) this.#house.leave(followed);
    };
  }

  /** Null until the table is found. */
  get follower(): Follower | null {
    return this.#info && this.#house.followed(this.#info.id);
  }

  again(): void {
    this.#attempt += 1;
  }
}
