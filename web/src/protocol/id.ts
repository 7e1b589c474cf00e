/** Names for requests and seeds for shuffles: random bytes as text. */

export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An id that no other request of anybody will have. */
export function newId(): string {
  return randomHex(12);
}
