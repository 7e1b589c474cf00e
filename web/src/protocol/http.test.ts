import { expect, test, vi } from "vitest";
import { Http, HttpError, type Fetch } from "./http";

function http(status: number, body: unknown) {
  const fetch = vi.fn<Fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  return { http: new Http(fetch), fetch };
}

test("questions go to their addresses", async () => {
  const { http: made, fetch } = http(200, []);
  await made.tables();
  await made.table("a/b");
  await made.history(new URLSearchParams({ limit: "5", table: "zero" }));
  await made.round("zero-1");
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    "/api/tables",
    "/api/tables/a%2Fb",
    "/api/history?limit=5&table=zero",
    "/api/rounds/zero-1",
  ]);
});

test("a page of a history says where the older rounds are", async () => {
  const link = '</api/history?limit=1&ended=tie&before=zero-7>; rel="next"';
  const made = new Http(() => Promise.resolve(new Response("[]", { headers: { link } })));
  const { older } = await made.history(new URLSearchParams("limit=1&ended=tie"));
  expect(String(older)).toBe("limit=1&ended=tie&before=zero-7");
  const { http: last } = http(200, []);
  expect((await last.history(new URLSearchParams())).older).toBeNull();
});

test("signing in is a post", async () => {
  const { http: made, fetch } = http(201, { token: "x" });
  await made.enter();
  await made.enterTerminal("terminal-1", "demo-1");
  expect(fetch.mock.calls.map(([, init]) => init?.method)).toEqual(["POST", "POST"]);
  expect(fetch.mock.calls[1]?.[1]?.body).toBe('{"terminal":"terminal-1","code":"demo-1"}');
});

test("what the house refuses is an error with its words", async () => {
  const { http: made } = http(401, { detail: "sign in first" });
  const error = await made.history(new URLSearchParams()).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 401, message: "sign in first" });
});

test("an answer that is no JSON is an error too", async () => {
  const made = new Http(() => Promise.resolve(new Response("<html>", { status: 502 })));
  await expect(made.house()).rejects.toMatchObject({ status: 502 });
});
