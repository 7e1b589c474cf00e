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
