import { expect, test } from "vitest";
import { Language } from "../messages/language.svelte";
import { show } from "../testing/show";
import Enamel from "./Enamel.svelte";

test("a disc bears the letter of its side in the reader's language, and is not read aloud", async () => {
  const language = new Language();
  const { container } = show(Enamel, { side: "banker" }, language);
  const disc = container.querySelector(".enamel");
  expect(disc?.textContent).toBe("B");
  expect(disc?.getAttribute("aria-hidden")).toBe("true");
  await language.use("zh-Hans");
  expect(disc?.textContent).toBe("庄");
});
