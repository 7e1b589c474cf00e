/** The pencil that a result is written with. */

import type { Letter } from "../protocol/messages";

const PENCILS: Record<Letter, string> = {
  B: "var(--pencil-b)",
  P: "var(--pencil-p)",
  T: "var(--pencil-t)",
};

export function pencilOf(winner: Letter): string {
  return PENCILS[winner];
}
