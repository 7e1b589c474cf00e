import { fireEvent, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";
import { show } from "../testing/show";
import Dialog from "./Dialog.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>clause by clause</p>" }));

test("opens as a modal with a name, and closes by its button", async () => {
  const onclose = vi.fn();
  const { container, rerender } = show(Dialog, {
    open: false,
    title: "Rules",
    onclose,
    children,
  });
  const dialog = container.querySelector("dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(false);
  await rerender({ open: true, title: "Rules", onclose, children });
  expect(dialog.open).toBe(true);
  expect(dialog.getAttribute("aria-labelledby")).toBe(container.querySelector("h2")?.id);
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onclose).toHaveBeenCalled();
  await rerender({ open: false, title: "Rules", onclose, children });
  expect(dialog.open).toBe(false);
});

test("a click beside the sheet closes it, a click on it does not", async () => {
  const onclose = vi.fn();
  const { container } = show(Dialog, { open: true, title: "Rules", onclose, children });
  await fireEvent.click(screen.getByText("clause by clause"));
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.click(container.querySelector("dialog") as HTMLElement);
  expect(onclose).toHaveBeenCalledOnce();
});
