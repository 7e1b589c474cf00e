import { mount } from "svelte";
import "../design/tokens.css";
import "../design/base.css";
import { language, LANGUAGES, type Tag } from "../messages/language.svelte";
import { applyTheme, THEMES, type ThemeChoice } from "../design/theme";
import Gallery from "./Gallery.svelte";

/** What to show can be asked for in the address, so that pictures can be taken of each part. */
const asked = new URLSearchParams(location.search);
const theme = asked.get("theme") as ThemeChoice;
const tag = asked.get("lang") as Tag;
if (THEMES.includes(theme)) applyTheme(theme);
if (LANGUAGES.includes(tag)) await language.use(tag);
const target = document.getElementById("app");
if (target !== null) mount(Gallery, { target, props: { only: asked.get("only") } });
