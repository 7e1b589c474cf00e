/** The sounds, each made from noise and tones when it is wanted. There are no files. */

import type { Channel } from "./volume";

export type Sound = "card" | "turn" | "chip" | "open" | "tick" | "close" | "win" | "call";

export const CHANNEL_OF: Record<Sound, Channel> = {
  card: "cards",
  turn: "cards",
  chip: "chips",
  win: "chips",
  open: "calls",
  tick: "calls",
  close: "calls",
  call: "calls",
};

interface Tone {
  at: number;
  hertz: number;
  seconds: number;
  level: number;
  shape?: OscillatorType;
}

interface Hiss {
  at: number;
  seconds: number;
  /** Where the band of noise begins and ends: a slide falls, a flick rises. */
  from: number;
  to: number;
  level: number;
}

const TONES: Record<Sound, readonly Tone[]> = {
  card: [],
  turn: [{ at: 0.05, hertz: 190, seconds: 0.05, level: 0.25 }],
  // Clay on clay: two short tones that do not fit each other.
  chip: [
    { at: 0, hertz: 2350, seconds: 0.05, level: 0.35 },
    { at: 0.012, hertz: 3710, seconds: 0.035, level: 0.25 },
  ],
  win: [0, 0.07, 0.14].map((at, i) => ({
    at,
    hertz: 2350 * 1.12 ** i,
    seconds: 0.07,
    level: 0.3,
  })),
  open: [
    { at: 0, hertz: 523.25, seconds: 0.35, level: 0.3 },
    { at: 0.14, hertz: 783.99, seconds: 0.5, level: 0.3 },
  ],
  tick: [{ at: 0, hertz: 1174, seconds: 0.045, level: 0.3, shape: "triangle" }],
  close: [
    { at: 0, hertz: 587.33, seconds: 0.3, level: 0.32 },
    { at: 0.16, hertz: 392, seconds: 0.6, level: 0.32 },
  ],
  // Three rising strokes, and once more: it is heard across a room.
  call: [0, 0.18, 0.36, 0.9, 1.08, 1.26].map((at, i) => ({
    at,
    hertz: 659.25 * 1.26 ** (i % 3),
    seconds: 0.3,
    level: 0.45,
  })),
};

const HISSES: Record<Sound, readonly Hiss[]> = {
  card: [{ at: 0, seconds: 0.16, from: 5200, to: 1400, level: 0.5 }],
  turn: [{ at: 0, seconds: 0.09, from: 1800, to: 6200, level: 0.45 }],
  chip: [{ at: 0, seconds: 0.02, from: 6000, to: 5000, level: 0.3 }],
  win: [],
  open: [],
  tick: [],
  close: [],
  call: [],
};

export function voice(
  context: BaseAudioContext,
  sound: Sound,
  out: AudioNode,
  start: number,
): void {
  for (const tone of TONES[sound]) playTone(context, tone, out, start);
  for (const hiss of HISSES[sound]) playHiss(context, hiss, out, start);
}

/** A quick rise and a long fall, as of anything that is struck. */
function struck(
  context: BaseAudioContext,
  out: AudioNode,
  at: number,
  level: number,
  seconds: number,
): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}

function playTone(context: BaseAudioContext, tone: Tone, out: AudioNode, start: number): void {
  const at = start + tone.at;
  const oscillator = context.createOscillator();
  oscillator.type = tone.shape ?? "sine";
  oscillator.frequency.value = tone.hertz;
  oscillator.connect(struck(context, out, at, tone.level, tone.seconds));
  oscillator.start(at);
  oscillator.stop(at + tone.seconds);
}

function playHiss(context: BaseAudioContext, hiss: Hiss, out: AudioNode, start: number): void {
  const at = start + hiss.at;
  const source = context.createBufferSource();
  source.buffer = noise(context, hiss.seconds);
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.9;
  band.frequency.setValueAtTime(hiss.from, at);
  band.frequency.exponentialRampToValueAtTime(hiss.to, at + hiss.seconds);
  source.connect(band).connect(struck(context, out, at, hiss.level, hiss.seconds));
  source.start(at);
}

function noise(context: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(
    1,
    Math.ceil(seconds * context.sampleRate),
    context.sampleRate,
  );
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
