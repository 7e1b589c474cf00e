/** The verifier that stands by itself in web/verify, as a module: see vite.config.ts. */
declare module "virtual:verify" {
  export interface Reveal {
    table: string;
    shoe: number;
    deck: string;
    decks: number;
    secret: string;
    outside: string;
    mixed?: Mix | null;
  }

  /** What players and a beacon have added to a shoe, of which `outside` is the hash. */
  export interface Mix {
    contributions: readonly { who: string; commitment: string; random: string; word: string }[];
    beacon?: { chain: string; round: number; signature: string } | null;
    silent?: boolean;
  }

  /** The hash by which somebody promises what he adds. */
  export function promise(
    place: Pick<Reveal, "table" | "shoe">,
    given: { random: string; word: string },
  ): string;
  /** What does not hold of what was added; nothing where nobody has added anything. */
  export function wrongMix(reveal: Reveal): string[];

  export function commitment(reveal: Reveal): string;
  export function shoeOrder(reveal: Reveal): string[];
  export function verify(
    reveal: Reveal,
    committed: string,
    gone: readonly string[],
    first?: number,
  ): "true" | "wrong-commitment" | "wrong-mix" | "wrong-cards";
}
