import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Language } from "../messages/language.svelte";
import { PATIENCE, SCENE } from "../model/idle";
import { Http } from "../protocol/http";
import type { Ask, Tell } from "../protocol/messages";
import type { Wire } from "../protocol/socket";
import { FakeHouse } from "../testing/fakeHouse";
import { Chance } from "../testing/random";
import { HOUSE, TIGER, tile, ZERO } from "../testing/tables";
import { Wall } from "./wall.svelte";

/** A house at the other end: what it answers over HTTP, and the wires that a wall has opened. */
class Opposite {
  readonly asked: string[] = [];
  readonly said: string[] = [];
  wires: Wire[] = [];
  answers: Record<string, unknown> = {
    "/api/house": { ...HOUSE, currency: "EUR" },
    "/api/tables": [tile(), tile({ id: "zero", driver: "player" })],
    "/api/tables/tiger": TIGER,
    "/api/tables/zero": ZERO,
  };
  readonly language = new Language();
  readonly house = new FakeHouse(new Chance(2), "tiger");

  wall(table = "tiger"): Wall {
    const http = new Http((path, init) => {
      this.asked.push(`${init?.method ?? "GET"} ${path}`);
      const found = this.answers[path];
      const status = found === undefined ? 404 : 200;
      return Promise.resolve(new Response(JSON.stringify(found ?? {}), { status }));
    });
    return new Wall(table, http, this.language, () => this.#wire());
  }

  #wire(): Wire {
    const wire: Wire = {
      send: (text) => this.#hear(JSON.parse(text) as Ask),
      close: () => {},
      onmessage: null,
      onclose: null,
    };
    this.wires.push(wire);
    return wire;
  }

  #hear(ask: Ask): void {
    if (ask.type !== "Ping") this.said.push(ask.type);
    else this.tell({ type: "Pong", at_ms: ask.at_ms, now_ms: Date.now() });
  }

  tell(...messages: Tell[]): void {
    const wire = this.wires.at(-1);
    for (const message of messages) wire?.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    const now_ms = Date.now();
    const hello = { type: "Welcome", protocol: 1, who: "spectator", name: "" } as const;
    this.tell({ ...hello, now_ms, since_ms: now_ms, trouble: null });
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wall that has found its table and hears of it. */
async function shown(): Promise<{ here: Opposite; wall: Wall; stop: () => void }> {
  const here = new Opposite();
  const wall = here.wall();
  const stop = wall.start();
  await vi.advanceTimersByTimeAsync(0);
  here.welcome();
  here.tell(here.house.snapshot());
  return { here, wall, stop };
}

describe("a wall", () => {
  test("follows its table, and asks for nothing but to watch", async () => {
    const { here, wall, stop } = await shown();
    expect(here.asked).toEqual(["GET /api/house", "GET /api/tables/tiger"]);
    expect(here.language.money(500)).toBe("€5");
    expect(wall.isKnown).toBe(true);
    const { events, entry } = here.house.play({ banker: 100 });
    here.tell(here.house.frame(events));
    expect(wall.state.table.winner).toBe(entry.winner);
    here.house.version += 1;
    here.tell(here.house.frame([]));
    expect(here.said).toEqual(["Watch", "Watch"]);
    stop();
  });

  test("comes back for ever, and resumes", async () => {
    const { here, wall, stop } = await shown();
    for (let i = 0; i < 30; i += 1) {
      here.wires.at(-1)?.onclose?.();
      expect(wall.connection).toBe("offline");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(here.wires).toHaveLength(i + 2);
    }
    here.welcome();
    expect(wall.connection).toBe("online");
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(here.wires).toHaveLength(31);
  });

  test("lists the tables where there is no such one, and looks for it again", async () => {
    const here = new Opposite();
    const wall = here.wall("salon");
    const stop = wall.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(wall.tables?.map(({ id }) => id)).toEqual(["tiger"]);
    expect(here.wires).toHaveLength(0);
    here.answers["/api/tables/salon"] = { ...TIGER, id: "salon" };
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wall.info?.id).toBe("salon");
    expect(here.wires).toHaveLength(1);
    stop();
  });

  test.each(["zero", ""])("shows nothing of “%s”, and lists what can be shown", async (table) => {
    const here = new Opposite();
    const wall = here.wall(table);
    const stop = wall.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(wall.info).toBeNull();
    expect(wall.tables).toHaveLength(1);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(here.asked.filter((path) => path === "GET /api/tables")).toHaveLength(1);
  });

  test("tries again while the house does not answer", async () => {
    const here = new Opposite();
    const found = here.answers;
    here.answers = new Proxy(
      {},
      {
        get: () => {
          throw new TypeError("no network");
        },
      },
    );
    const wall = here.wall();
    const stop = wall.start();
    await vi.advanceTimersByTimeAsync(4_500);
    expect(wall.tables).toBeNull();
    here.answers = found;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(wall.info?.id).toBe("tiger");
    stop();
  });

  test("invites people when nobody has played for some minutes, until somebody does", async () => {
    const { here, wall, stop } = await shown();
    await vi.advanceTimersByTimeAsync(PATIENCE - 1_000);
    here.tell(here.house.frame(here.house.play({}).events));
    expect(wall.scene).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    const first = wall.scene;
    expect(first).not.toBeNull();
    await vi.advanceTimersByTimeAsync(SCENE);
    expect(wall.scene).toBe((first ?? 0) + 1);
    here.tell(here.house.frame([{ type: "StakesChanged", on_wager: { tie: 5 }, bettors: 1 }]));
    expect(wall.scene).toBeNull();
    stop();
  });

  test("counts down by the clock of the house, and reads a table that opens anew", async () => {
    const { here, wall, stop } = await shown();
    expect(wall.left).toBeNull();
    const opened = [{ type: "BettingOpened", round: 1 } as const];
    here.tell(here.house.frame(opened, Date.now() + 8_000));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(wall.left).toBe(5_000);
    here.answers["/api/tables/tiger"] = { ...TIGER, name: "Tiger 2" };
    here.tell(here.house.frame([{ type: "TableOpened" }]));
    await vi.advanceTimersByTimeAsync(0);
    expect(wall.info?.name).toBe("Tiger 2");
    stop();
  });
});
