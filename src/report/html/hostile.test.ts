import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdapterResult } from "../../contract/verdict.ts";
import { hasNoBrowser, Reader, type Opened } from "./fixtures/browser.ts";
import { badlyPlacedNames } from "./fixtures/measures.ts";
import { anyProfile, large, renamed, reportOf, resultOf } from "./fixtures/reports.ts";
import { renderHtml } from "./page.ts";

/** The end of a script, of an attribute, of a style and a title; what runs when it is loaded, focused, followed or replaced. */
const HOSTILE = [
  `</script><script>globalThis.hacked = true</script>`,
  `<img src="nowhere" onerror="globalThis.hacked = true">`,
  `" onfocus="globalThis.hacked = true" autofocus='' data-x='`,
  `</style></title><svg onload="globalThis.hacked = true">`,
  `javascript:globalThis.hacked=true`,
  "${globalThis.hacked = true}`$&",
];

describe.skipIf(hasNoBrowser)("what others name, in Chromium", () => {
  let reader: Reader;
  let result: AdapterResult;

  beforeAll(async () => {
    [reader, result] = await Promise.all([Reader.start(), resultOf("receipt-before-drain")]);
  });

  afterAll(() => reader.close());

  const doesNothing = async ({ page, complaints }: Opened): Promise<void> => {
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await page.locator("body script, img, [onfocus], [onload], svg svg").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  };

  test("is shown as it is, and does nothing, where it names the only executor", async () => {
    const name = HOSTILE.join(" ");
    const opened = await reader.open(renderHtml(reportOf(renamed(result, name)), anyProfile));
    const { page } = opened;
    expect(await page.title()).toContain(name);
    expect(await page.locator(".who bdi").textContent()).toBe(`${name} ${name}`);
    expect(await page.locator(".failure h3 code").first().textContent()).toBe(name);
    // The record of the call names the command in full.
    await page.locator(".interleaving .row", { hasText: "runBlock" }).first().hover();
    expect(await page.locator(".record").first().textContent()).toContain(JSON.stringify(name));
    await doesNothing(opened);
  });

  test("is shown as it is, and does nothing, where it names several", async () => {
    const opened = await reader.open(renderHtml(reportOf(...HOSTILE.map((name) => renamed(result, name))), anyProfile));
    expect(await opened.page.locator("details.executor > summary bdi").allTextContents()).toEqual(
      HOSTILE.map((name) => `${name} ${name}`),
    );
    expect(await opened.page.locator(".matrix tbody code").allTextContents()).toEqual(expect.arrayContaining(HOSTILE));
    await doesNothing(opened);
  });

  test.each([
    [
      "marks of direction and control characters",
      "safe\u202egnp.exe\u0000\u001b[2J",
      "safe\\u{202e}gnp.exe\\u{0}\\u{1b}[2J",
    ],
    ["a word of five thousand letters", "x".repeat(5000), "x".repeat(5000)],
  ])("is visible and breaks nothing: %s", async (_what, name, shown) => {
    for (const width of [1280, 390]) {
      const { page } = await reader.open(renderHtml(reportOf(renamed(result, name), result), anyProfile), { width });
      await page.locator("details.executor summary").first().click();
      expect(await page.locator("details.executor bdi").first().innerText()).toContain(shown);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
      expect(await badlyPlacedNames(page)).toEqual([]);
      await page.close();
    }
  });

  test("a thousand rules of twenty executors are all there, and can be filtered", async () => {
    const results = Array.from({ length: 20 }, (_, shift) => large(result, 1000, shift));
    const { page, complaints } = await reader.open(renderHtml(reportOf(...results), anyProfile));
    const rows = page.locator("#rules tbody tr:not([hidden])");
    expect(await rows.count()).toBe(1000);
    expect(await page.locator("#rules tbody td").count()).toBe(20_000);
    await page.getByLabel("Text").fill("rule-77");
    expect(await rows.count()).toBe(11);
    await page.getByLabel("Level").selectOption("SHOULD");
    expect(await rows.locator("code").allTextContents()).toEqual(["acme/rule-771"]);
    expect(await page.locator(".filters output").innerText()).toBe("1 of 1000 rules");
    expect(complaints).toEqual([]);
    await page.close();
  });
});
