import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import type { AdapterResult } from "../../contract/verdict.ts";
import { domainProfile } from "../../profiles/index.ts";
import { hasNoBrowser, Reader, type Look, type Opened } from "./fixtures/browser.ts";
import { badlyPlacedNames, contrasts } from "./fixtures/measures.ts";
import { anyProfile, reportOf, resultOf } from "./fixtures/reports.ts";
import { renderHtml } from "./page.ts";

/** What somebody who reads a report in a browser can do, on the report of a faulty executor. */
describe.skipIf(hasNoBrowser)("the report of a faulty executor, in Chromium", () => {
  let reader: Reader;
  let result: AdapterResult;

  beforeAll(async () => {
    [reader, result] = await Promise.all([Reader.start(), resultOf("receipt-before-drain")]);
  });

  afterAll(() => reader.close());

  const open = (look?: Look): Promise<Opened> => reader.open(renderHtml(reportOf(result), anyProfile), look);

  const counterexample = (index: number) => {
    const { counterexample: found } = result.rules.filter(({ verdict }) => verdict === "fail")[index] ?? {};
    if (found === undefined) throw new Error("the executor is expected to break a rule");
    return found;
  };

  const textsOf = ({ steps }: Scenario): string[] => steps.map((step) => anyProfile("domain").describeStep(step));

  const shownRules = (page: Page): Promise<string[]> =>
    page.locator("#rules tbody tr:not([hidden]) code:first-child").allTextContents();

  test("opens from a file, says its verdict first, and asks for nothing", async () => {
    const { page, complaints } = await open();
    expect(await page.locator("h1").innerText()).toMatch(/not conformant/);
    expect(await page.locator(".summary").innerText()).toContain("300 random runs, seed 1");
    expect(await page.locator(".failure").count()).toBe(
      result.rules.filter(({ verdict }) => verdict === "fail").length,
    );
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("filters the rules by text, verdict and level, and shows all again", async () => {
    const { page } = await open();
    const output = page.locator(".filters output");
    expect(await output.innerText()).toBe(`${domainProfile.rules.length} rules`);

    await page.getByLabel("Text").fill("release reject");
    const ids = domainProfile.rules
      .filter(({ id, sentence }) => ["release", "reject"].every((word) => `${id} ${sentence}`.includes(word)))
      .map(({ id }) => id);
    expect(ids).not.toEqual([]);
    expect((await shownRules(page)).filter((text) => text.startsWith("domain/"))).toEqual(ids);
    expect(await output.innerText()).toBe(`${ids.length} of ${domainProfile.rules.length} rules`);

    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => output.innerText()).toBe(`${domainProfile.rules.length} rules`);

    await page.getByLabel("Verdict").selectOption("fail");
    const failed = result.rules.filter(({ verdict }) => verdict === "fail");
    expect(await page.locator("#rules tbody tr:not([hidden])").count()).toBe(failed.length);

    await page.getByLabel("Level").selectOption("SHOULD");
    const shoulds = failed.filter(({ level }) => level === "SHOULD");
    expect(await page.locator("#rules tbody tr:not([hidden])").count()).toBe(shoulds.length);
    await page.close();
  });

  test("draws the steps of the scenario in their order, and marks the moment of the violation", async () => {
    const { page } = await open();
    const { scenario } = counterexample(0);
    const picture = page.locator(".interleaving").first();
    expect(await picture.locator(".row b").allTextContents()).toEqual(textsOf(scenario));
    const numbers = await picture.locator(".row .count").allTextContents();
    expect(numbers.filter((number) => number !== "")).toEqual(scenario.steps.map((_, step) => String(step + 1)));
    expect(await picture.locator(".row.broken").innerText()).toContain("here the rule is broken");
    expect(await picture.locator(".heads text").allTextContents()).toEqual(
      expect.arrayContaining(["host", "executor"]),
    );
    expect(await picture.locator(".row svg .head").count()).toBeGreaterThan(scenario.steps.length);
    await page.close();
  });

  test("shows the record of the row under the pointer, and of the one with the focus", async () => {
    const { page } = await open();
    const { trace, at } = counterexample(0);
    const picture = page.locator(".interleaving").first();
    const record = picture.locator(".record");
    const shown = async (): Promise<unknown> => JSON.parse((await record.innerText()).replace(/^#\d+ /, ""));

    await picture.locator(".row.broken").hover();
    expect(await shown()).toEqual(JSON.parse(JSON.stringify(trace.records[at])));

    await picture.locator(".row").first().focus();
    expect(await shown()).toMatchObject({ step: 0 });
    const first = await record.innerText();
    await page.keyboard.press("ArrowDown");
    expect(await record.innerText()).not.toBe(first);
    await page.keyboard.press("End");
    expect(await picture.locator(".row").last().getAttribute("aria-selected")).toBe("true");
    await page.close();
  });

  test("shows the failure before minimising after one click", async () => {
    const { page } = await open();
    const found = page.locator(".failure").first().locator("details.found");
    const steps = found.locator(".row b");
    expect(await steps.first().isVisible()).toBe(false);
    await found.locator("summary").click();
    expect(await steps.first().isVisible()).toBe(true);
    expect(await steps.allTextContents()).toEqual(textsOf(counterexample(0).found.scenario));
    await page.close();
  });

  test("can be used with the keyboard alone", async () => {
    const { page } = await open();
    const focused = () =>
      page.evaluate<string>(
        "document.activeElement.id || document.activeElement.className || document.activeElement.name || document.activeElement.localName",
      );
    const tabTo = async (wanted: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await focused()) === wanted) return;
      }
      throw new Error(`Tab never reaches ${wanted}`);
    };
    await tabTo("skip");
    await tabTo("theme");
    await page.keyboard.press("Space");
    expect(await page.locator("#theme").getAttribute("aria-pressed")).toBe("true");
    await tabTo("row");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(".row[aria-selected=true]").count()).toBe(1);
    await tabTo("summary");
    await page.keyboard.press("Enter");
    expect(await page.locator("details.found").first().getAttribute("open")).not.toBeNull();
    await tabTo("text");
    await page.keyboard.type("surface");
    expect(await page.locator(".filters output").innerText()).toContain(" of ");
    await page.close();
  });

  test("has two themes, and every text in both of them stands out from its ground", async () => {
    const grounds = new Set<string>();
    for (const theme of ["light", "dark"] as const) {
      const { page } = await open({ theme });
      await page.locator("details.found summary").first().click();
      grounds.add(await page.evaluate<string>("getComputedStyle(document.body.parentElement).backgroundColor"));
      const found = await contrasts(page);
      expect(found.length).toBeGreaterThan(100);
      expect(found.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
      const before = await page.evaluate<string>("getComputedStyle(document.body).color");
      await page.getByRole("button", { name: "Dark theme" }).click();
      expect(await page.evaluate<string>("getComputedStyle(document.body).color")).not.toBe(before);
      await page.close();
    }
    expect(grounds.size).toBe(2);
  });

  test.each([1280, 390])("has nothing wider than a screen of %i pixels, and no text over another", async (width) => {
    const { page } = await open({ width });
    await page.locator("details.found summary").first().click();
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    expect(await badlyPlacedNames(page)).toEqual([]);
    await page.close();
  });

  test("says the same without its script, on paper too", async () => {
    const { page } = await open({ scripts: false });
    expect(await page.locator("#rules tbody tr:visible").count()).toBe(domainProfile.rules.length);
    expect(await page.locator(".filters:visible, #theme:visible, .record:visible").count()).toBe(0);
    const { trace, at } = counterexample(0);
    const title = (await page.locator(".row.broken").first().getAttribute("title")) ?? "";
    expect(JSON.parse(title.replace(/^#\d+ /, ""))).toEqual(JSON.parse(JSON.stringify(trace.records[at])));

    await page.emulateMedia({ media: "print" });
    const found = page.locator("details.found").first();
    expect(await found.locator(".row").last().isVisible()).toBe(true);
    expect((await found.boundingBox())?.height).toBeGreaterThan(500);
    await page.close();
  });

  test("opens what a link leads to, and everything on paper", async () => {
    const several = renderHtml(
      reportOf(result, { ...result, adapter: { ...result.adapter, name: "other" } }),
      anyProfile,
    );
    const { page, complaints } = await reader.open(several);
    const executor = page.locator("details.executor").nth(1);
    expect(await executor.getAttribute("open")).toBeNull();
    await page.locator(".matrix td a").last().click();
    await expect.poll(() => executor.getAttribute("open")).not.toBeNull();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("details:not([open])").count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("details:not([open])").count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
