/**
 * The link to the house. It connects, comes back by itself when it is lost, keeps the time of the
 * house, and sees to it that every request gets exactly one answer: what is still without one after
 * a loss is sent again under its own id, and the house does it once.
 */

import type {
  Accepted,
  Ask,
  ConsoleAsk,
  ConsoleTell,
  Refused,
  Ruling,
  Tell,
  Watch,
} from "./messages";

export type LinkState = "connecting" | "online" | "offline";

/** The part of a WebSocket that is used here, so that tests can do without a network. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** Whoever plays says and hears one set of messages, a console another. */
type Said = Ask | ConsoleAsk;
type Told = Tell | ConsoleTell;
/** What one may ask for under an id. */
type RequestOf<S extends Said> = Extract<S, { id: string }>;
type Answer = Accepted | Ruling;
/** What is done; or what would be, where a ruling is asked for before anything is done. */
export type AnswerTo<R> = R extends { type: "AskRuling" } ? Ruling : Accepted;

export interface LinkOptions<T extends Told = Tell> {
  open: () => Wire;
  onmessage: (message: T) => void;
  onstate: (state: LinkState) => void;
  /** Hears when the next try will be, in this device's milliseconds, whenever one has failed. */
  onretry?: (at: number) => void;
  /** What is followed, and up to where: asked for again on every connection. */
  watching: () => Watched[];
  now?: () => number;
  random?: () => number;
}

/** A table that is followed. */
export interface Watched {
  table: string;
  /** The version up to which it is known; null where nothing is. */
  since: number | null;
  /** Whether whoever follows it squeezes, where he has the right. */
  squeeze?: boolean;
}

/** Ask to follow a table, from where it is known. */
export function watchOf({ table, since, squeeze = false }: Watched): Watch {
  return { type: "Watch", table, ...(since !== null && { since }), ...(squeeze && { squeeze }) };
}

/** Why something is not done, as the house says it. */
export type Refusal = Omit<Refused, "type" | "id">;

/** A request that the house did not carry out. */
export class RequestRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.words);
    this.refusal = refusal;
  }
}

export type Request = RequestOf<Ask>;
export type ConsoleRequest = RequestOf<ConsoleAsk>;

type Bare<R> = R extends Request ? Omit<R, "id" | "table" | "round"> : never;
/** What can be asked at a table, without the names that go with it. */
export type AtTable = Bare<Exclude<Extract<Request, { table: string }>, { type: "OpenCard" }>>;
/** What can be asked at the counter of a terminal, without the name that goes with it. */
export type AtCounter = Bare<Exclude<Request, { table: string }>>;

interface Waiting {
  request: Request | ConsoleRequest;
  done: (answer: Answer) => void;
  refused: (error: RequestRefused) => void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const HEARTBEAT = 4_000;
/** Silence for so long after a heartbeat means that nobody is there, whatever the socket says. */
const SILENCE = 9_000;

export class Link<S extends Said = Ask, T extends Told = Tell> {
  state: LinkState = "connecting";
  /** The clock of the house minus this device's, in milliseconds. */
  offset = 0;
  readonly #options: LinkOptions<T>;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #waiting = new Map<string, Waiting>();
  #wire: Wire | null = null;
  /** Whether the house has welcomed us on this wire: one that is being opened carries nothing. */
  #isWelcome = false;
  #failures = 0;
  #heard = 0;
  #asked: number | null = null;
  #quickest = Infinity;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(options: LinkOptions<T>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
  }

  /** Requests that have no answer yet. */
  get unanswered(): number {
    return this.#waiting.size;
  }

  connect(): void {
    this.#closed = false;
    this.#drop();
    const wire = this.#options.open();
    this.#wire = wire;
    this.#isWelcome = false;
    this.#heard = this.#now();
    this.#asked = null;
    wire.onmessage = (event) => {
      if (wire === this.#wire) this.#hear(event.data);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#lost();
    };
    this.#beat = setInterval(() => this.#heartbeat(), HEARTBEAT);
  }

  /** Connect anew at once: after signing in, or when the system says that there is a network. */
  restart(): void {
    this.#failures = 0;
    this.connect();
  }

  /** The system says that there is no network: it need not be found out by silence. */
  lose(): void {
    if (!this.#closed) this.#lost();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Say something that needs no answer; nothing is said while the link is lost. */
  say(message: Exclude<S, RequestOf<S>>): void {
    if (this.state === "online") this.#send(message);
  }

  /** Ask for something, and wait for as long as it takes. Without a link nothing is begun. */
  request<R extends RequestOf<S>>(request: R): Promise<AnswerTo<R>> {
    if (this.state !== "online") {
      return Promise.reject(new RequestRefused({ code: "offline", words: "not connected" }));
    }
    return new Promise((done, refused) => {
      this.#waiting.set(request.id, { request, done: done as Waiting["done"], refused });
      this.#send(request);
    });
  }

  /** Send now; what is asked before the house has welcomed us is sent when it has. */
  #send(message: Said): void {
    if (this.#isWelcome) this.#wire?.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    this.#heard = this.#now();
    const message = JSON.parse(text) as T;
    if (message.type === "Welcome" || message.type === "Greeting") this.#welcomed(message.now_ms);
    if (message.type === "Pong") this.#keepTime(message.at_ms, message.now_ms);
    this.#options.onmessage(message);
    if (message.type === "Refused") this.#answer(message);
    else if (message.type === "Accepted" || message.type === "Ruling") this.#answer(message);
  }

  #welcomed(houseNow: number): void {
    this.#isWelcome = true;
    this.#failures = 0;
    this.#quickest = Infinity;
    this.offset = houseNow - this.#now();
    this.#become("online");
    for (const watched of this.#options.watching()) this.#send(watchOf(watched));
    for (const { request } of this.#waiting.values()) this.#send(request);
    this.#heartbeat();
  }

  /** The quickest answer tells the time best; a slow one only if it is not much slower. */
  #keepTime(asked: number, houseNow: number): void {
    this.#asked = null;
    const took = this.#now() - asked;
    if (took > this.#quickest + 20) return;
    this.#quickest = Math.min(this.#quickest, took);
    this.offset = houseNow - (asked + took / 2);
  }

  #answer(message: Answer | Refused): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#waiting.delete(message.id);
    if (message.type === "Refused") waiting.refused(new RequestRefused(message));
    else waiting.done(message);
  }

  #heartbeat(): void {
    const now = this.#now();
    if (this.#asked !== null && now - this.#heard > SILENCE) return this.#lost();
    if (this.state !== "online") {
      // A connection that never welcomes us is none.
      if (now - this.#heard > SILENCE) this.#lost();
      return;
    }
    this.#asked ??= now;
    this.#send({ type: "Ping", at_ms: now });
  }

  #lost(): void {
    this.#drop();
    this.#become("offline");
    if (this.#closed) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures);
    this.#failures += 1;
    // Not all at once: a house that comes back should not be knocked over by everybody's return.
    const wait = pause * (0.5 + this.#random() / 2);
    this.#retry = setTimeout(() => this.connect(), wait);
    this.#options.onretry?.(this.#now() + wait);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const wire = this.#wire;
    this.#wire = null;
    if (wire === null) return;
    wire.onmessage = null;
    wire.onclose = null;
    wire.close();
  }

  #become(state: LinkState): void {
    if (state === this.state) return;
    this.state = state;
    this.#options.onstate(state);
  }
}

/** The address of a socket of the house, seen from a page of it. */
export function socketAddress(page: { protocol: string; host: string }, path = "/ws"): string {
  return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}${path}`;
}

/** Open a socket of the house that this page comes from. */
export function openSocket(path = "/ws"): Wire {
  const socket = new WebSocket(socketAddress(location, path));
  const wire: Wire = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onmessage: null,
    onclose: null,
  };
  socket.onmessage = ({ data }) => wire.onmessage?.({ data: String(data) });
  socket.onclose = () => wire.onclose?.();
  return wire;
}
