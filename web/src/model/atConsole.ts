/** What can be asked at a console, without the names that go with it. */

import type { ConsoleAsk } from "../protocol/messages";

type Bare<R> = R extends { id: string; table: string } ? Omit<R, "id" | "table"> : never;
type Asked = Bare<ConsoleAsk>;

/** What changes something at the table. */
export type AtConsole = Exclude<Asked, { type: "AskRuling" }>;
