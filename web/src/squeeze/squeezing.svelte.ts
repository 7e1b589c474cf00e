/**
 * One card between two thumbs: what fingers and keys do to it. Places are told from the middle of the
 * card as the screen has it, in hundredths of the card's width; which way the card lies is known here.
 */

import { anchorAt } from "./anchor";
import { tipOf } from "./fold";
import { FALLS_OVER, foldAt, pulled, shareOf, stepped, type Peeled } from "./peeled";
import { apart, HEIGHT, minus, turnedBy, WIDTH, type Point } from "./point";

/** Which edge an arrow lifts, as the screen has it: the one that it points away from. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
};
const KEY_STEP = WIDTH * 0.1;
const TAP_STEP = WIDTH * 0.26;
/** A finger that moved less has tapped. */
const TREMBLE = WIDTH * 0.03;

/** A finger on the card: where it came down and what it holds. */
interface Hold {
  readonly began: Point;
  readonly anchor: Point;
  /** From the anchor, or from the tip of a fold that was taken up again. */
  readonly offset: Point;
}

/** Two fingers that turn the card. */
interface Spin {
  readonly from: number;
  readonly degrees: number;
}

export class Squeezing {
  peeled = $state.raw<Peeled>([]);
  /** How far the card is turned, clockwise. At rest it is a multiple of ninety. */
  degrees = $state(0);
  readonly #onover: () => void;
  readonly #fingers = new Map<number, Point>();
  #hold: Hold | null = null;
  #spin = $state.raw<Spin | null>(null);
  #isOver = false;

  /** `onover` is told once, when so much is seen that the card falls over. */
  constructor(onover: () => void) {
    this.#onover = onover;
  }

  /** How far it is lifted, from 0 to 1. */
  get share(): number {
    return Math.min(1, shareOf(this.peeled) / FALLS_OVER);
  }

  get isSpinning(): boolean {
    return this.#spin !== null;
  }

  /** From the screen to the card: a card that was turned is turned back. */
  #onCard(place: Point): Point {
    const { x, y } = turnedBy(place, -this.degrees);
    return { x: x + WIDTH / 2, y: y + HEIGHT / 2 };
  }

  down(finger: number, place: Point): void {
    this.#fingers.set(finger, place);
    if (this.#fingers.size === 2) return this.#beginSpin();
    const began = this.#onCard(place);
    const fold = foldAt(this.peeled, began);
    const anchor = fold?.anchor ?? anchorAt(began);
    const offset = minus(began, fold === null ? anchor : tipOf(fold));
    this.#hold = { began, anchor, offset };
  }

  move(finger: number, place: Point): void {
    if (!this.#fingers.has(finger)) return;
    this.#fingers.set(finger, place);
    if (this.#spin !== null) {
      this.degrees = this.#spin.degrees + this.#angle() - this.#spin.from;
      return;
    }
    if (this.#hold === null) return;
    const { anchor, offset } = this.#hold;
    this.#peel(pulled(this.peeled, anchor, minus(this.#onCard(place), offset)));
  }

  /** Let go: what was peeled stays. A tap peels one step. */
  up(finger: number): void {
    const place = this.#fingers.get(finger);
    if (place === undefined) return;
    this.#fingers.delete(finger);
    if (this.#spin !== null) {
      this.#spin = null;
      this.degrees = Math.round(this.degrees / 90) * 90;
    } else if (this.#hold !== null && apart(this.#onCard(place), this.#hold.began) < TREMBLE) {
      this.#peel(stepped(this.peeled, this.#hold.anchor, TAP_STEP));
    }
    this.#hold = null;
  }

  /** Whether the key meant something here. */
  key(key: string): boolean {
    if (key.toLowerCase() === "r") this.turn();
    else if (key === "Enter" || key === " ") this.#fallOver();
    else return this.#lift(key);
    return true;
  }

  /** Turn the card by a quarter. */
  turn(): void {
    this.degrees += 90;
  }

  #lift(key: string): boolean {
    const edge = ARROWS[key];
    if (edge === undefined) return false;
    const { x, y } = turnedBy(edge, -this.degrees);
    const anchor = {
      x: (WIDTH / 2) * (1 + Math.round(x)),
      y: (HEIGHT / 2) * (1 + Math.round(y)),
    };
    this.#peel(stepped(this.peeled, anchor, KEY_STEP));
    return true;
  }

  #beginSpin(): void {
    this.#hold = null;
    this.#spin = { from: this.#angle(), degrees: this.degrees };
  }

  /** The direction from one finger to the other. */
  #angle(): number {
    const [a, b] = [...this.#fingers.values()];
    if (a === undefined || b === undefined) return this.#spin?.from ?? 0;
    return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  }

  #peel(next: Peeled): void {
    this.peeled = next;
    if (shareOf(next) > FALLS_OVER) this.#fallOver();
  }

  #fallOver(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onover();
  }
}
