/** The verifier that stands by itself in web/verify, as a module: see vite.config.ts. */
declare module "virtual:verify" {
  export interface Reveal {
    table: string;
    shoe: number;
    deck: string;
    decks: number;
    secret: string;
    outside: string;
  }

  export function commitment(reveal: Reveal): string;
  export function shoeOrder(reveal: Reveal): string[];
  export function verify(
    reveal: Reveal,
    committed: string,
    gone: readonly string[],
    first?: number,
  ): "true" | "wrong-commitment" | "wrong-cards";
}
