import { describe, expect, test, vi } from "vitest";
import { Mixer } from "./mixer";
import { CHANNEL_OF, type Sound } from "./voice";
import { gainOf, SILENT } from "./volume";

/** A context that only counts what was started. */
function silentContext() {
  const started = vi.fn();
  const param = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  const node = () => {
    const self = {
      gain: param,
      frequency: param,
      Q: param,
      buffer: null,
      type: "sine",
      connect: (next: unknown) => next,
      start: started,
      stop: vi.fn(),
    };
    return self;
  };
  const context = {
    state: "running",
    currentTime: 0,
    sampleRate: 8000,
    destination: {},
    createGain: node,
    createOscillator: node,
    createBufferSource: node,
    createBiquadFilter: node,
    createBuffer: () => ({ getChannelData: () => new Float32Array(8) }),
    resume: vi.fn(),
  };
  return { context: context as unknown as AudioContext, started };
}

describe("the mixer", () => {
  test("does not open the device until sound is asked for", () => {
    const make = vi.fn();
    new Mixer(make).play("card");
    expect(make).not.toHaveBeenCalled();
  });

  test.each(Object.keys(CHANNEL_OF) as Sound[])("plays %s", (sound) => {
    const { context, started } = silentContext();
    const mixer = new Mixer(() => context);
    mixer.volumes = { ...SILENT, on: true };
    mixer.play(sound);
    expect(started).toHaveBeenCalled();
  });

  test("is silent where one kind is turned down", () => {
    const { context, started } = silentContext();
    const mixer = new Mixer(() => context);
    mixer.volumes = { ...SILENT, on: true, cards: 0 };
    mixer.play("card");
    expect(started).not.toHaveBeenCalled();
    mixer.play("chip");
    expect(started).toHaveBeenCalled();
  });
});

test("volume is off until asked, and multiplies", () => {
  expect(gainOf(SILENT, "cards")).toBe(0);
  expect(gainOf({ ...SILENT, on: true, master: 1, cards: 0.5 }, "cards")).toBeCloseTo(0.25);
});
