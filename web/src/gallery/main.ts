import { mount } from "svelte";
import "../design/fonts.css";
import "../design/tokens.css";
import "../design/base.css";
import { applyTheme, THEMES } from "../design/theme";
import { languageContext } from "../messages/context";
import { Language, LANGUAGES } from "../messages/language.svelte";
import Gallery from "./Gallery.svelte";

/** What to show can be asked for in the address, so that pictures can be taken of each part. */
const asked = new URLSearchParams(location.search);
const language = new Language();
const theme = THEMES.find((one) => one === asked.get("theme"));
const tag = LANGUAGES.find((one) => one === asked.get("lang"));
if (theme !== undefined) applyTheme(theme);
if (tag !== undefined) await language.use(tag);
const target = document.getElementById("app");
const context = languageContext(language);
if (target !== null) mount(Gallery, { target, context, props: { only: asked.get("only") } });
