/** The theme that the reader has chosen, or the system's. */

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEMES)[number];

export function applyTheme(
  choice: ThemeChoice,
  root: HTMLElement = document.documentElement,
): void {
  if (choice === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = choice;
}
