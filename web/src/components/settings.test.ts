import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { applyTheme } from "../design/theme";
import { SILENT } from "../sound/volume";
import { show } from "../testing/show";
import LanguagePicker from "./LanguagePicker.svelte";
import ThemePicker from "./ThemePicker.svelte";
import VolumeSliders from "./VolumeSliders.svelte";

test("every language is offered in its own words", async () => {
  const onchange = vi.fn();
  show(LanguagePicker, { value: "en", onchange });
  expect((screen.getByRole("radio", { name: "English" }) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText("繁體中文").getAttribute("lang")).toBe("zh-Hant");
  await fireEvent.click(screen.getByRole("radio", { name: "简体中文" }));
  expect(onchange).toHaveBeenCalledWith("zh-Hans");
});

test("the theme is chosen, and applied to the page", async () => {
  const onchange = vi.fn();
  show(ThemePicker, { value: "system", onchange });
  await fireEvent.click(screen.getByRole("radio", { name: "Evening" }));
  expect(onchange).toHaveBeenCalledWith("dark");
  applyTheme("dark");
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  applyTheme("system");
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
});

describe("sound", () => {
  test("is off until asked, and then has a volume for each kind", async () => {
    const onchange = vi.fn();
    show(VolumeSliders, { volumes: SILENT, onchange });
    const sliders = screen.getAllByRole("slider") as HTMLInputElement[];
    expect(sliders).toHaveLength(4);
    expect(sliders.every((slider) => slider.disabled)).toBe(true);
    await fireEvent.click(screen.getByRole("switch"));
    expect(onchange).toHaveBeenCalledWith({ ...SILENT, on: true });
  });

  test("each volume is its own, and can be tried", async () => {
    const onchange = vi.fn();
    const ontry = vi.fn();
    const volumes = { ...SILENT, on: true };
    show(VolumeSliders, { volumes, onchange, ontry });
    await fireEvent.input(screen.getByRole("slider", { name: "Chips" }), {
      target: { value: "25" },
    });
    expect(onchange).toHaveBeenCalledWith({ ...volumes, chips: 0.25 });
    await fireEvent.click(screen.getByRole("button", { name: "Try the sound of Chips" }));
    expect(ontry).toHaveBeenCalledWith("chips");
  });
});
