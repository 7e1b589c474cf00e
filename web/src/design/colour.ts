/** Colours as the eye measures them: relative luminance and contrast of WCAG 2. */

export type Theme = "light" | "dark";

/** What a style sheet says of its tokens, by name, for one selector and in one theme. */
export function tokensOf(css: string, selector: string, theme: Theme): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selectors, body] of plain(css).matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors?.split(",").some((one) => one.trim() === selector)) continue;
    for (const [, name, value] of (body ?? "").matchAll(/--([\w-]+):\s*([^;]+);/g))
      if (name !== undefined && value !== undefined) tokens.set(name, inTheme(value, theme));
  }
  return tokens;
}

/** Without remarks, and without what holds only sometimes. */
function plain(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
}

function inTheme(value: string, theme: Theme): string {
  const [, light, dark] = /^light-dark\(([^,]+),([^)]+)\)$/.exec(value.trim()) ?? [];
  return ((theme === "light" ? light : dark) ?? value).trim();
}

/** A token's colour, through those that it refers to. */
export function colourOf(tokens: ReadonlyMap<string, string>, name: string): string {
  const value = tokens.get(name);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value ?? "") ?? [];
  if (other !== undefined) return colourOf(tokens, other);
  if (value === undefined || !/^#[0-9a-f]{6}$/.test(value))
    throw new Error(`--${name} is no colour: ${value}`);
  return value;
}

function channelsOf(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** A share of one colour laid over another. */
export function laidOver(ground: string, colour: string, share: number): string {
  const below = channelsOf(ground);
  const mixed = channelsOf(colour).map((value, i) =>
    Math.round(value * share + (below[i] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}
