import { mount } from "svelte";
import App from "./App.svelte";
import "./design/fonts.css";
import "./design/tokens.css";
import "./design/base.css";
import { clientContext, newClient } from "./house/client";

const client = newClient();
await client.settings.apply();
const target = document.getElementById("app");
if (target !== null) mount(App, { target, context: clientContext(client) });

// A house that cannot be reached is said to be so, also to whoever comes by a kept address.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // A browser may refuse; then its own words are shown.
  });
