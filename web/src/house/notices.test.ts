import { describe, expect, test } from "vitest";
import { Notices } from "./notices.svelte";

describe("notices", () => {
  const notices = new Notices();

  test("the same words twice are spoken twice", () => {
    notices.announce("Banker wins");
    const first = notices.polite;
    notices.announce("Banker wins");
    expect(notices.polite).not.toBe(first);
    expect(notices.polite.trim()).toBe("Banker wins");
  });

  test("what is wrong is urgent, and stays until it is dismissed", () => {
    const id = notices.show("Connection lost", "wrong");
    expect(notices.assertive).toBe("Connection lost");
    expect(notices.shown).toHaveLength(1);
    notices.dismiss(id);
    expect(notices.shown).toHaveLength(0);
  });
});
