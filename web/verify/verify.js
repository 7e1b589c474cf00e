// Verifies a revealed shoe by itself: no library, no network, nothing shared with the server's code.
// docs/fairness.md says what is computed here. Bytes are arrays of numbers from 0 to 255.
"use strict";

const K = (() => {
  // The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4).
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((prime) => fractionBits(prime, 3));
})();
const START = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => fractionBits(prime, 2));

function fractionBits(prime, root) {
  // floor(prime^(1/root) * 2^32) by whole numbers: the largest n with n^root <= prime * 2^(32 root).
  const target = BigInt(prime) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

function sha256(bytes) {
  const state = START.slice();
  const padded = [...bytes, 0x80];
  while (padded.length % 64 !== 56) padded.push(0);
  const bits = BigInt(bytes.length) * 8n;
  for (let shift = 56n; shift >= 0n; shift -= 8n) padded.push(Number((bits >> shift) & 0xffn));
  for (let block = 0; block < padded.length; block += 64) compress(state, padded, block);
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

function compress(state, bytes, block) {
  const w = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      const at = block + 4 * i;
      w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    } else {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) >>> 0));
}

function hmac(key, bytes) {
  const short = key.length > 64 ? sha256(key) : key;
  const block = [...short, ...Array(64 - short.length).fill(0)];
  const inner = sha256([...block.map((byte) => byte ^ 0x36), ...bytes]);
  return sha256([...block.map((byte) => byte ^ 0x5c), ...inner]);
}

class Drbg {
  constructor(entropy, nonce, personalisation) {
    this.key = Array(32).fill(0);
    this.value = Array(32).fill(1);
    this.update([...entropy, ...nonce, ...personalisation]);
  }

  update(data) {
    for (const separator of data.length ? [0, 1] : [0]) {
      this.key = hmac(this.key, [...this.value, separator, ...data]);
      this.value = hmac(this.key, this.value);
    }
  }

  generate(count) {
    const made = [];
    while (made.length < count) {
      this.value = hmac(this.key, this.value);
      made.push(...this.value);
    }
    this.update([]);
    return made.slice(0, count);
  }
}

const text = (string) => [...new TextEncoder().encode(string)];
const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(string) {
  if (!/^([0-9a-f]{2})*$/i.test(string)) throw new Error("not hexadecimal: " + string.slice(0, 20));
  return (string.match(/../g) || []).map((pair) => parseInt(pair, 16));
}

function encoded(fields) {
  return fields.flatMap((field) => {
    const n = field.length;
    return [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255, ...field];
  });
}

function commitment(reveal) {
  const fields = [text("punto shoe commitment 1"), text(reveal.table), text(String(reveal.shoe))];
  return hex(sha256(encoded([...fields, unhex(reveal.secret)])));
}

// What a player has promised to add to a shoe, before anybody showed anything.
function promise(reveal, given) {
  const fields = [text("punto contribution 1"), text(reveal.table), text(String(reveal.shoe))];
  return hex(sha256(encoded([...fields, unhex(given.random), text(given.word)])));
}

// The hash of all that players and a beacon have added to a shoe.
function mixedOutside(reveal) {
  const { contributions, beacon } = reveal.mixed;
  const ordered = [...contributions].sort((a, b) => (a.commitment < b.commitment ? -1 : 1));
  const fields = [text("punto shoe outside 1"), text(reveal.table), text(String(reveal.shoe))];
  fields.push(text(String(ordered.length)));
  for (const given of ordered) {
    fields.push(unhex(given.commitment), unhex(given.random), text(given.word));
  }
  if (beacon) {
    fields.push(unhex(beacon.chain), text(String(beacon.round)), sha256(unhex(beacon.signature)));
  } else fields.push([], [], []);
  return hex(sha256(encoded(fields)));
}

// Names what does not hold of what was added to a shoe: a contribution that is not the one that was
// promised, or an "outside" that is not the hash of them all. Nothing where nobody has added anything.
function wrongMix(reveal) {
  if (!reveal.mixed) return [];
  const shown = reveal.mixed.contributions.filter((given) => given.random !== "");
  const isKept = (given) => given.random.length === 64 && promise(reveal, given) === given.commitment;
  const wrong = shown.filter((given) => !isKept(given)).map((given) => `contribution ${given.commitment}`);
  return mixedOutside(reveal) === reveal.outside ? wrong : [...wrong, "outside"];
}

const DECKS = {
  french: { suits: "shdc", ranks: "A23456789TJQK" },
  elements: { suits: "mwafe", ranks: "A23456789TSLF" },
};

function factoryOrder(deck, decks) {
  const one = [...deck.suits].flatMap((suit) => [...deck.ranks].map((rank) => rank + suit));
  return Array(decks).fill(one).flat();
}

function* words(generator) {
  for (;;) {
    const block = generator.generate(1024);
    for (let i = 0; i < 1024; i += 4) {
      yield block[i] * 2 ** 24 + block[i + 1] * 2 ** 16 + block[i + 2] * 2 ** 8 + block[i + 3];
    }
  }
}

function below(count, source) {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % count;
  }
}

function shoeOrder(reveal) {
  const place = [text("punto shoe order 1"), text(reveal.table), text(String(reveal.shoe))];
  const outside = encoded([unhex(reveal.outside || "")]);
  const source = words(new Drbg(unhex(reveal.secret), outside, encoded(place)));
  const cards = factoryOrder(DECKS[reveal.deck], reveal.decks);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1, source);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// Says "true", "wrong-commitment", "wrong-mix" or "wrong-cards". The cards are
// those from place `first` on, counted from 1; "?" stands for one that was not seen.
function verify(reveal, committed, gone, first = 1) {
  if (commitment(reveal) !== committed.toLowerCase()) return "wrong-commitment";
  if (wrongMix(reveal).length > 0) return "wrong-mix";
  const order = shoeOrder(reveal).slice(first - 1);
  return gone.every((card, i) => card === "?" || card === order[i]) ? "true" : "wrong-cards";
}

if (typeof module !== "undefined") {
  const hashes = { sha256, hmac, Drbg, text, hex, unhex };
  module.exports = { ...hashes, commitment, promise, wrongMix, shoeOrder, verify };
}
