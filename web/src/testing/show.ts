/** Draw one component, in a language that the test may change. */

import { render, type RenderResult, type SvelteComponentOptions } from "@testing-library/svelte";
import type { Component } from "svelte";
import { languageContext } from "../messages/context";
import { Language } from "../messages/language.svelte";

export function show<Props extends object>(
  component: Component<Props>,
  props: NoInfer<Props>,
  language = new Language(),
): RenderResult<Component<Props>> {
  const options = { props, context: languageContext(language) };
  return render(component, options as SvelteComponentOptions<Component<Props>>);
}
