import { mount } from "svelte";
import App from "./App.svelte";
import "./design/tokens.css";
import "./design/base.css";
import { settings } from "./house/settings.svelte";

await settings.apply();
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
