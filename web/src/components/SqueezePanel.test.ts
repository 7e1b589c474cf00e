import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { show } from "../testing/show";
import SqueezePanel from "./SqueezePanel.svelte";

test("opens with a card, and closing it reveals rather than hides", async () => {
  const onreveal = vi.fn();
  const { container, rerender } = show(SqueezePanel, { side: "player", card: null, onreveal });
  const dialog = container.querySelector("dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(false);
  await rerender({ side: "player", card: "7d", onreveal });
  expect(dialog.open).toBe(true);
  expect(container.querySelector("h2")?.textContent).toBe("Squeeze: Player");
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onreveal).toHaveBeenCalledOnce();
});
