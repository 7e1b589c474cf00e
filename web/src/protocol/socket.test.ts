import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Ask, Tell, Welcome } from "./messages";
import {
  Link,
  RequestRefused,
  socketAddress,
  type LinkState,
  type Request,
  type Wire,
} from "./socket";

class FakeWire implements Wire {
  readonly sent: Ask[] = [];
  closed = false;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Ask);
  }

  close(): void {
    this.closed = true;
  }

  tell(message: Tell): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  types(): string[] {
    return this.sent.map((ask) => ask.type);
  }
}

const welcome = (now_ms = 0): Welcome => ({
  type: "Welcome",
  protocol: 1,
  now_ms,
  who: "guest",
  name: "g",
  since_ms: 0,
  trouble: null,
});
const chip = (id: string): Request => ({
  type: "Chip",
  id,
  table: "t",
  wager: "tie",
  amount: 1,
});

function link(random = 0.5) {
  const wires: FakeWire[] = [];
  const heard: Tell[] = [];
  const states: LinkState[] = [];
  const watching: { table: string; since: number | null }[] = [];
  const made = new Link({
    open: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    onmessage: (message) => heard.push(message),
    onstate: (state) => states.push(state),
    watching: () => watching,
    random: () => random,
  });
  made.connect();
  return { link: made, wires, heard, states, watching, wire: () => wires.at(-1) as FakeWire };
}

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe("a connection", () => {
  test("is there once the house has welcomed us, and then asks for what is followed", () => {
    const { wire, states, watching, heard } = link();
    watching.push({ table: "a", since: null }, { table: "b", since: 7 });
    expect(states).toEqual([]);
    wire().tell(welcome());
    expect(states).toEqual(["online"]);
    expect(wire().sent.slice(0, 2)).toEqual([
      { type: "Watch", table: "a" },
      { type: "Watch", table: "b", since: 7 },
    ]);
    expect(heard).toHaveLength(1);
  });

  test("comes back by itself, later each time, and never all at once", () => {
    const { wires, wire, states } = link(0);
    wire().tell(welcome());
    wire().onclose?.();
    expect(states).toEqual(["online", "offline"]);
    vi.advanceTimersByTime(199);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(2);
    wire().onclose?.();
    vi.advanceTimersByTime(399);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(3);
    for (let i = 0; i < 12; i += 1) {
      wire().onclose?.();
      vi.advanceTimersByTime(5_000);
    }
    expect(wires).toHaveLength(15);
    wire().tell(welcome());
    expect(states.at(-1)).toBe("online");
  });

  test("that has gone silent is given up, whatever the socket says", () => {
    const { wire, states } = link();
    wire().tell(welcome());
    vi.advanceTimersByTime(8_000);
    expect(states.at(-1)).toBe("online");
    vi.advanceTimersByTime(5_000);
    expect(states.at(-1)).toBe("offline");
  });

  test("that answers its heartbeats stays", () => {
    const { wire, states } = link();
    wire().tell(welcome());
    for (let i = 0; i < 20; i += 1) {
      vi.advanceTimersByTime(4_000);
      wire().tell({ type: "Pong", at_ms: Date.now(), now_ms: Date.now() });
    }
    expect(states).toEqual(["online"]);
  });

  test("that is never welcomed is tried again", () => {
    const { wires } = link();
    vi.advanceTimersByTime(14_000);
    expect(wires.length).toBeGreaterThan(1);
  });

  test("can be closed for good", () => {
    const { link: made, wires, wire } = link();
    wire().tell(welcome());
    made.close();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(wires[0]?.closed).toBe(true);
  });
});

describe("a request", () => {
  test("is answered by its id", async () => {
    const { link: made, wire } = link();
    wire().tell(welcome());
    const one = made.request(chip("1"));
    const other = made.request(chip("2"));
    wire().tell({ type: "Refused", id: "2", code: "above-maximum", words: "no", wager: "tie" });
    wire().tell({ type: "Accepted", id: "1", version: 4 });
    await expect(one).resolves.toMatchObject({ version: 4 });
    const error = await other.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RequestRefused);
    expect(error).toMatchObject({
      message: "no",
      refusal: { code: "above-maximum", wager: "tie" },
    });
  });

  test("without an answer is sent again under its id, after what is followed", async () => {
    const { link: made, wires, wire, watching } = link();
    watching.push({ table: "t", since: 3 });
    wire().tell(welcome());
    const answer = made.request(chip("1"));
    wire().onclose?.();
    vi.advanceTimersByTime(1_000);
    expect(wires).toHaveLength(2);
    expect(wire().sent).toEqual([]);
    wire().tell(welcome());
    expect(wire().sent.slice(0, 2)).toEqual([{ type: "Watch", table: "t", since: 3 }, chip("1")]);
    expect(made.unanswered).toBe(1);
    wire().tell({ type: "Accepted", id: "1" });
    await expect(answer).resolves.toBeTruthy();
    expect(made.unanswered).toBe(0);
  });

  test("is not begun without a link", async () => {
    const { link: made, wire } = link();
    await expect(made.request(chip("1"))).rejects.toMatchObject({ refusal: { code: "offline" } });
    expect(wire().sent).toEqual([]);
    made.say({ type: "Unwatch", table: "t" });
    expect(wire().sent).toEqual([]);
  });

  test("what is asked while another socket is being opened is sent once it is", () => {
    const { link: made, wires, wire } = link();
    wire().tell(welcome());
    made.restart();
    const second = wires[1] as FakeWire;
    made.say({ type: "Unwatch", table: "t" });
    void made.request(chip("1"));
    expect(second.sent).toEqual([]);
    second.tell(welcome());
    expect(second.types()).toContain("Chip");
  });

  test("an old socket has nothing more to say", () => {
    const { link: made, wires, wire, heard } = link();
    wire().tell(welcome());
    const first = wires[0] as FakeWire;
    made.restart();
    first.tell(welcome());
    expect(heard).toHaveLength(1);
  });
});

describe("the time of the house", () => {
  test("is that of the welcome, and then of the quickest answer", () => {
    const { link: made, wire } = link();
    wire().tell(welcome(Date.now() + 5_000));
    expect(made.offset).toBe(5_000);
    const asked = Date.now();
    vi.advanceTimersByTime(100);
    wire().tell({ type: "Pong", at_ms: asked, now_ms: asked + 5_050 });
    expect(made.offset).toBe(5_000);
    const slow = Date.now();
    vi.advanceTimersByTime(3_000);
    wire().tell({ type: "Pong", at_ms: slow, now_ms: slow + 7_900 });
    expect(made.offset).toBe(5_000);
  });
});

test("the address of the socket is that of the page", () => {
  expect(socketAddress({ protocol: "http:", host: "h:1" })).toBe("ws://h:1/ws");
  expect(socketAddress({ protocol: "https:", host: "h" })).toBe("wss://h/ws");
});
