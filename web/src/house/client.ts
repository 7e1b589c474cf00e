/** All that lives as long as a page: made once by its entry, and handed down from there. */

import { getContext } from "svelte";
import { languageContext } from "../messages/context";
import { Language } from "../messages/language.svelte";
import type { Http } from "../protocol/http";
import type { Wire } from "../protocol/socket";
import { House, type HousePage } from "./house.svelte";
import { Notices } from "./notices.svelte";
import { Router } from "./router.svelte";
import { Settings } from "./settings.svelte";
import { Speaker } from "./speaker";

export interface Client extends HousePage {
  readonly house: House;
}

const KEY = Symbol("client");

/** Make a client of the house that this page comes from, or of another one. */
export function newClient(http?: Http, open?: () => Wire): Client {
  const language = new Language();
  const settings = new Settings(language);
  const page: HousePage = {
    language,
    settings,
    notices: new Notices(),
    router: new Router(),
    speaker: new Speaker(settings),
  };
  return { ...page, house: new House(page, http, open) };
}

/** What an entry gives to `mount`. */
export function clientContext(client: Client): Map<symbol, unknown> {
  return new Map([...languageContext(client.language), [KEY, client]]);
}

export function useClient(): Client {
  return getContext<Client>(KEY);
}
