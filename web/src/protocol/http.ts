/** Questions over HTTP: what can be known before anybody plays, signing in, and the past. */

import type {
  CodesSetUp,
  AccountInfo,
  DayReport,
  EventPage,
  HouseInfo,
  LabCounted,
  LabCounting,
  LabGame,
  LabOdds,
  LabPoint,
  LabRulebook,
  LabSheet,
  LabShoe,
  LabSimulation,
  LabStudy,
  Lesson,
  LobbyTile,
  OfficeAsk,
  OfficeDone,
  OfficeFloor,
  OfficeMeters,
  OfficeRoster,
  OfficeSettings,
  OfficeShifts,
  PlayedRound,
  ProtectionAsk,
  ProtectionInfo,
  RoundProof,
  Session,
  StaffInfo,
  Statement,
  TableInfo,
  TicketInfo,
  ToldRound,
} from "./messages";

/** The house has answered, but not with what was asked for. */
export class HttpError extends Error {
  readonly status: number;
  /** For programs, where the house gives one. */
  readonly code: string | null;
  /** All that is wrong, where it is several things. */
  readonly findings: readonly string[];

  constructor(
    status: number,
    words: string,
    code: string | null = null,
    findings: readonly string[] = [],
  ) {
    super(words);
    this.status = status;
    this.code = code;
    this.findings = findings;
  }
}

/** Rounds of a history, and what to ask for to have the older ones; null where there are none. */
export interface HistoryPage {
  rounds: PlayedRound[];
  older: URLSearchParams | null;
}

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

function posted(said: object): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(said),
  };
}

function refusalOf(answer: Response, body: unknown): HttpError {
  const said = body as { detail?: unknown; code?: unknown; findings?: unknown } | null;
  const words = typeof said?.detail === "string" ? said.detail : answer.statusText;
  const code = typeof said?.code === "string" ? said.code : null;
  const findings = Array.isArray(said?.findings) ? said.findings.map(String) : [];
  return new HttpError(answer.status, words, code, findings);
}

export class Http {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch = (path, init) => globalThis.fetch(path, init)) {
    this.#fetch = fetch;
  }

  house(): Promise<HouseInfo> {
    return this.#read("/api/house");
  }

  tables(): Promise<LobbyTile[]> {
    return this.#read("/api/tables");
  }

  table(id: string): Promise<TableInfo> {
    return this.#read(`/api/tables/${encodeURIComponent(id)}`);
  }

  /** What the rulebook of a table teaches. */
  lesson(id: string): Promise<Lesson> {
    return this.#read(`/api/tables/${encodeURIComponent(id)}/lesson`);
  }

  /** The last rounds of whoever is signed in, newest first, of those that a query asks for. */
  async history(query: URLSearchParams): Promise<HistoryPage> {
    const answer = await this.#answer(`/api/history?${query}`);
    const [, next] = /<[^>]*\?([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "") ?? [];
    const rounds = (await answer.json()) as PlayedRound[];
    return { rounds, older: next === undefined ? null : new URLSearchParams(next) };
  }

  /** One round, for whoever has played it. */
  round(id: string): Promise<PlayedRound> {
    return this.#read(`/api/rounds/${encodeURIComponent(id)}`);
  }

  /** What the cards of a round are checked with, however long ago it was. */
  proof(id: string): Promise<RoundProof> {
    return this.#read(`/api/rounds/${encodeURIComponent(id)}/proof`);
  }

  /** Come in as a guest; the house remembers by a cookie that scripts cannot read. */
  enter(): Promise<Session> {
    return this.#read("/api/guests", { method: "POST" });
  }

  /** Credits to play with again, for a guest who has run out. */
  takeCredits(): Promise<null> {
    return this.#read("/api/credits", { method: "POST" });
  }

  enterTerminal(terminal: string, code: string): Promise<Session> {
    return this.#post("/api/terminals", { terminal, code });
  }

  /** Be nobody here again; where a terminal is to stay one, name and PIN of an attendant are wanted. */
  leave(attendant: string, everywhere = false): Promise<null> {
    const headers = { "x-attendant": encodeURIComponent(attendant) };
    const query = everywhere ? "?everywhere=true" : "";
    return this.#read(`/api/sessions${query}`, { method: "DELETE", headers });
  }

  /** Who is signed in here, and when he was before; 401 while nobody is. */
  session(): Promise<Session> {
    return this.#read("/api/sessions");
  }

  signIn(name: string, password: string): Promise<Session> {
    return this.#post("/api/sessions", { name, password });
  }

  /** Open an account; a guest keeps what he has. */
  signUp(name: string, password: string): Promise<Session> {
    return this.#post("/api/accounts", { name, password });
  }

  /** Take another password: every other screen of the account is signed out. */
  changePassword(password: string, next: string): Promise<Session> {
    return this.#post("/api/passwords", { password, next });
  }

  // --- protection -----------------------------------------------------------------------------

  /** What protects whoever is signed in. */
  protection(): Promise<ProtectionInfo> {
    return this.#read("/api/protection");
  }

  /** Set limits, take a pause or acknowledge a check: once, however often it is sent. */
  protect(said: ProtectionAsk): Promise<ProtectionInfo> {
    return this.#post("/api/protection", said);
  }

  /** What a period came to. */
  statement(since: number, until: number): Promise<Statement> {
    return this.#read(`/api/statement?since_ms=${since}&until_ms=${until}`);
  }

  // --- staff ----------------------------------------------------------------------------------

  /** Who of the staff is signed in here; 401 while nobody is. */
  staff(): Promise<StaffInfo> {
    return this.#read("/api/staff/me");
  }

  /** Become one of the staff by a link, and be signed in. */
  enrol(link: string, name: string, pin: string): Promise<StaffInfo> {
    return this.#post("/api/staff/enrolments", { link, name, pin });
  }

  /** Sign in, or unlock the console that is one's own. */
  signStaffIn(name: string, pin: string, code = ""): Promise<StaffInfo> {
    return this.#post("/api/staff/sessions", { name, pin, code });
  }

  /** What an app makes one-time codes from, shown this once; the first code confirms it. */
  setUpCodes(name: string, pin: string): Promise<CodesSetUp> {
    return this.#post("/api/staff/codes", { name, pin });
  }

  /** Choose another PIN: every other screen under the name is signed out. */
  changePin(name: string, pin: string, next: string): Promise<StaffInfo> {
    return this.#post("/api/staff/pins", { name, pin, next });
  }

  signStaffOut(): Promise<null> {
    return this.#read("/api/staff/sessions", { method: "DELETE" });
  }

  // --- the office -----------------------------------------------------------------------------

  /** Do something at the cage or in the office: once, however often it is sent. */
  office(said: OfficeAsk): Promise<OfficeDone> {
    return this.#post("/api/office", said);
  }

  officeFloor(): Promise<OfficeFloor> {
    return this.#read("/api/office/floor");
  }

  officeAccount(account: string): Promise<AccountInfo> {
    return this.#read(`/api/office/accounts/${encodeURIComponent(account)}`);
  }

  officeTicket(number: string): Promise<TicketInfo> {
    return this.#read(`/api/office/tickets/${encodeURIComponent(number)}`);
  }

  officeMeters(): Promise<OfficeMeters> {
    return this.#read("/api/office/meters");
  }

  officeSettings(): Promise<OfficeSettings> {
    return this.#read("/api/office/settings");
  }

  /** Significant events, the newest first, or those before a place. */
  officeEvents(before: number | null): Promise<EventPage> {
    return this.#read(`/api/office/events${before === null ? "" : `?before=${before}`}`);
  }

  /** The report of a gaming day; of this one, where none is named. */
  officeDay(day: string): Promise<DayReport> {
    return this.#read(`/api/office/day${day === "" ? "" : `?day=${encodeURIComponent(day)}`}`);
  }

  /** Who is staff, and which browsers are terminals. */
  officeRoster(): Promise<OfficeRoster> {
    return this.#read("/api/office/roster");
  }

  /** The shifts of a gaming day; of this one, where none is named. */
  officeShifts(day: string): Promise<OfficeShifts> {
    return this.#read(`/api/office/shifts${day === "" ? "" : `?day=${encodeURIComponent(day)}`}`);
  }

  officeRound(name: string): Promise<ToldRound> {
    return this.#read(`/api/office/rounds/${encodeURIComponent(name)}`);
  }

  // --- the laboratory -------------------------------------------------------------------------

  labRulebooks(): Promise<LabRulebook[]> {
    return this.#read("/api/lab/rulebooks");
  }

  /** Every wager on what is left of a shoe. */
  labOdds(shoe: LabShoe): Promise<LabOdds> {
    return this.#post("/api/lab/odds", shoe);
  }

  /** Effects of removal, and edges by decks. */
  labStudy(game: LabGame): Promise<LabStudy> {
    return this.#post("/api/lab/study", game);
  }

  /** A PAR sheet, as a file. */
  async labSheet(sheet: LabSheet): Promise<Blob> {
    const answer = await this.#fetch("/api/lab/parsheet", posted(sheet));
    if (answer.ok) return answer.blob();
    throw refusalOf(answer, await answer.json().catch(() => null));
  }

  /** Have rounds dealt, and be told of them on the way, until all are or the signal is given. */
  labSimulate(
    simulation: LabSimulation,
    signal: AbortSignal,
    onpoint: (point: LabPoint) => void,
  ): Promise<void> {
    return this.#told("/api/lab/simulations", simulation, signal, onpoint);
  }

  /** Have shoes solved, round by round; likewise. */
  labCount(
    counting: LabCounting,
    signal: AbortSignal,
    oncounted: (counted: LabCounted) => void,
  ): Promise<void> {
    return this.#told("/api/lab/countability", counting, signal, oncounted);
  }

  /** An answer that comes line by line. */
  async #told<T>(
    path: string,
    said: object,
    signal: AbortSignal,
    ontold: (told: T) => void,
  ): Promise<void> {
    const answer = await this.#fetch(path, { ...posted(said), signal });
    if (!answer.ok || answer.body === null)
      throw refusalOf(answer, await answer.json().catch(() => null));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) ontold(JSON.parse(line) as T);
    }
  }

  #post<T>(path: string, said: object): Promise<T> {
    return this.#read(path, posted(said));
  }

  async #read<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await this.#answer(path, init);
    return (await answer.json().catch(() => null)) as T;
  }

  async #answer(path: string, init?: RequestInit): Promise<Response> {
    const answer = await this.#fetch(path, init);
    if (answer.ok) return answer;
    throw refusalOf(answer, await answer.json().catch(() => null));
  }
}
