/** Reads what somebody has pasted as a revealed shoe, and says of every line what is wrong with it. */

import { UNSEEN, type FullReveal } from "./reveal";

/** What is wrong, and in which line of the text, from 1. */
export interface Problem {
  line: number;
  what:
    | "not-json"
    | "missing"
    | "number"
    | "text"
    | "deck"
    | "secret"
    | "hex"
    | "list"
    | "card"
    | "mix";
  /** The name that it is about, or the card. */
  name: string;
}

type Given = Record<string, unknown>;
type Checked = (value: unknown) => Problem["what"] | null;

const FACES: ReadonlyMap<unknown, RegExp> = new Map([
  ["french", /^[A2-9TJQK][shdc]$/],
  ["elements", /^[A2-9TSLF][mwafe]$/],
]);
const MOST_DECKS = 20;

const isHex = (value: unknown): value is string =>
  typeof value === "string" && /^([0-9a-f]{2})*$/i.test(value);
const isHash = (value: unknown): boolean => isHex(value) && value.length === 64;
const counts = (value: unknown, most = Infinity): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;

const isShort = (value: unknown): boolean => typeof value === "string" && value.length <= 80;

/** Whether this can be what was added to a shoe; what it says is looked at when it is checked. */
function isMix(value: unknown): boolean {
  const { contributions, beacon = null } = (value ?? {}) as Given;
  const said = beacon as Given | null;
  const isHeard =
    said === null || (isHex(said["chain"]) && counts(said["round"]) && isHex(said["signature"]));
  if (!Array.isArray(contributions) || !isHeard) return false;
  return (contributions as (Given | null)[]).every(
    (one) =>
      isShort(one?.["who"]) &&
      isHash(one?.["commitment"]) &&
      isHex(one?.["random"]) &&
      isShort(one?.["word"]),
  );
}

/** What each name must be. */
const WANTED: Record<string, Checked> = {
  table: (value) => (typeof value === "string" && value !== "" ? null : "text"),
  shoe: (value) => (counts(value) ? null : "number"),
  deck: (value) => (FACES.has(value) ? null : "deck"),
  decks: (value) => (counts(value, MOST_DECKS) ? null : "number"),
  secret: (value) => (isHex(value) && value.length === 64 ? null : "secret"),
};
/** These may be left out. */
const OPTIONAL: Record<string, Checked> = {
  outside: (value) => (isHex(value) ? null : "hex"),
  commitment: (value) =>
    value === null || (isHex(value) && value.length === 64) ? null : "secret",
  first: (value) => (counts(value) ? null : "number"),
  cards: (value) => (Array.isArray(value) ? null : "list"),
  mixed: (value) => (value === null || isMix(value) ? null : "mix"),
};

export function readReveal(text: string): { reveal: FullReveal } | { problems: Problem[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problems: [{ line: brokenLine(text), what: "not-json", name: "" }] };
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { problems: [{ line: 1, what: "not-json", name: "" }] };
  }
  const problems = [...wrongFields(text, given as Given), ...wrongCards(text, given as Given)];
  if (problems.length > 0) return { problems: problems.sort((a, b) => a.line - b.line) };
  const { commitment = null, outside = "", first = 1, cards = [] } = given as Partial<FullReveal>;
  return { reveal: { ...(given as FullReveal), commitment, outside, first, cards } };
}

function wrongFields(text: string, given: Given): Problem[] {
  return Object.entries({ ...WANTED, ...OPTIONAL }).flatMap(([name, wrong]): Problem[] => {
    if (!(name in given))
      return name in WANTED ? [{ line: lines(text), what: "missing", name }] : [];
    const what = wrong(given[name]);
    return what === null ? [] : [{ line: lineOf(text, `"${name}"`), what, name }];
  });
}

function wrongCards(text: string, { cards, deck }: Given): Problem[] {
  const face = FACES.get(deck);
  if (!Array.isArray(cards) || face === undefined) return [];
  const start = text.indexOf('"cards"');
  return (cards as unknown[])
    .filter((card) => card !== UNSEEN && (typeof card !== "string" || !face.test(card)))
    .map((card) => ({
      line: lineOf(text, JSON.stringify(card), start),
      what: "card",
      name: String(card),
    }));
}

const lines = (text: string): number => text.trimEnd().split("\n").length;

function lineOf(text: string, part: string, from = 0): number {
  const at = text.indexOf(part, Math.max(0, from));
  return at < 0 ? lines(text) : text.slice(0, at).split("\n").length;
}

const TOKEN = /\s*(?:("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?)|(true|false|null)|([{}[\],:]))/y;

/**
 * The first line that is no JSON. Browsers say it in words of their own or not at all, so the text is
 * read once more, as far as it makes sense: a value, then what may follow it.
 */
function brokenLine(text: string): number {
  const open: string[] = [];
  let wants: "value" | "after" = "value";
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const mark = found[4];
    if (wants === "value" && (mark === "{" || mark === "[")) open.push(mark);
    else if (mark === "}" || mark === "]") {
      if (open.pop() !== (mark === "}" ? "{" : "[")) break;
      wants = "after";
    } else if (wants === "value" && mark === undefined) wants = "after";
    else if (wants === "after" && (mark === "," || mark === ":")) wants = "value";
    else break;
    end = TOKEN.lastIndex;
  }
  const rest = text.slice(end).search(/\S/);
  return rest < 0 ? lines(text) : text.slice(0, end + rest).split("\n").length;
}
