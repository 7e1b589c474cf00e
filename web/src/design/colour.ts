/** Colours as the eye measures them: relative luminance and contrast of WCAG 2. */

export type Theme = "light" | "dark";

/** The tokens of a style sheet that are colours, by name, in one theme. */
export function coloursOf(css: string, theme: Theme): Map<string, string> {
  const colours = new Map<string, string>();
  for (const [, name, pair, single] of css.matchAll(
    /--([\w-]+):\s*(?:light-dark\(([^)]*)\)|(#[0-9a-f]{6}))\s*;/g,
  )) {
    const [light, dark] = pair === undefined ? [single, single] : pair.split(",");
    const colour = (theme === "light" ? light : dark)?.trim();
    if (name !== undefined && colour !== undefined) colours.set(name, colour);
  }
  return colours;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function luminance(hex: string): number {
  const number = Number.parseInt(hex.slice(1), 16);
  const red = linear(number >> 16);
  const green = linear((number >> 8) & 255);
  const blue = linear(number & 255);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}
