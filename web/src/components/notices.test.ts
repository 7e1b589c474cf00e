import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Announcer from "./Announcer.svelte";
import { notices } from "./notices.svelte";
import Result from "./Result.svelte";
import Toasts from "./Toasts.svelte";

beforeEach(() => {
  notices.polite = "";
  notices.assertive = "";
  notices.shown = [];
});

describe("notices", () => {
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

test("the announcer has a polite and an assertive region", () => {
  const { container } = render(Announcer, { polite: "one", assertive: "two" });
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe("one");
  expect(container.querySelector('[aria-live="assertive"]')?.textContent).toBe("two");
});

test("a toast can be dismissed", async () => {
  const ondismiss = vi.fn();
  render(Toasts, { notices: [{ id: 7, text: "Connection lost", kind: "wrong" }], ondismiss });
  await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(ondismiss).toHaveBeenCalledWith(7);
});

describe("the result", () => {
  test("is said in words, with what it did to the balance", () => {
    const { container } = render(Result, { winner: "banker", player: 5, banker: 6, net: 1300 });
    expect(container.textContent).toContain("Banker wins, 6 over 5");
    expect(container.textContent).toContain("Your net +1,300");
  });

  test("of a void round names the clause", () => {
    const { container } = render(Result, {
      winner: null,
      player: 0,
      banker: 0,
      net: null,
      clause: "5.1.1",
    });
    expect(container.textContent).toContain("Round void, stakes back");
    expect(container.textContent).toContain("clause 5.1.1");
    expect(container.textContent).not.toContain("Your net");
  });
});
