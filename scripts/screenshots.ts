/**
 * Pictures of the HTML report: `screenshots [folder]`. For each profile a faulty executor is checked, and the report that
 * comes of it is photographed light and dark, on a wide and on a narrow screen; beside them one of several executors. All go
 * to the folder, those that the README shows to `reports/screenshots` as well, there made smaller by Debian's pngquant. The
 * browser is the one in CHROMIUM_PATH, or Debian's.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser } from "playwright-core";

/** One report: the faulty executors of a profile that it is about. */
interface Subject {
  readonly name: string;
  readonly profile: string;
  readonly adapters: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { name: "domain", profile: "domain", adapters: ["results-survive-the-stop"] },
  { name: "lane", profile: "lane", adapters: ["wait-inside-a-wait-parks"] },
  { name: "job", profile: "job", adapters: ["kill-overwrites-the-end"] },
  {
    name: "matrix",
    profile: "domain",
    adapters: ["results-survive-the-stop", "receipt-before-drain", "cause-as-text", "rejection-escapes"],
  },
];

const THEMES = ["light", "dark"] as const;

const WIDTHS = [1280, 390];

/** A picture ends after the first failure, or here; on a narrow screen it begins with it. */
const HEIGHT_MAX = 1700;

const NARROW_MAX = 640;

const MARGIN = 12;

const PUBLISHED = new Set([
  "domain-light-1280",
  "domain-dark-1280",
  "lane-dark-1280",
  "job-light-390",
  "matrix-light-1280",
]);

async function main(folder: string): Promise<void> {
  const published = resolve("reports/screenshots");
  const scratch = await mkdtemp(join(tmpdir(), "screenshots-"));
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-lcd-text",
    ],
  });
  await Promise.all([folder, published].map((place) => mkdir(place, { recursive: true })));
  for (const subject of SUBJECTS) {
    const report = await check(subject, scratch);
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        const name = `${subject.name}-${theme}-${width}`;
        const path = join(folder, `report-${name}.png`);
        await photograph(browser, report, path, { theme, width });
        if (PUBLISHED.has(name)) await publish(path, join(published, `report-${name}.png`));
        console.log(path);
      }
    }
  }
  await browser.close();
  await rm(scratch, { recursive: true });
}

/** With few colours, which is a third of the size; as it is where pngquant is missing. */
async function publish(path: string, target: string): Promise<void> {
  const quantised = ["--speed", "1", "--nofs", "--force", "--output", target, "64", path];
  await promisify(execFile)("pngquant", quantised).catch(() => copyFile(path, target));
}

/** Checks a subject as a user would. It fails, which is what it is for. */
async function check({ name, profile, adapters }: Subject, cwd: string): Promise<string> {
  const report = join(cwd, `${name}.html`);
  const command = [
    resolve("dist/src/cli/main.js"),
    "check",
    resolve("adapters/faulty", profile, "index.ts"),
    "--seed",
    "1",
    "--report",
    `html=${report}`,
    ...adapters.flatMap((adapter) => ["--adapter", adapter]),
  ];
  await promisify(execFile)(process.execPath, command, { cwd }).catch((error: { code: number }) => {
    if (error.code !== 1) throw error;
  });
  return report;
}

async function photograph(
  browser: Browser,
  report: string,
  path: string,
  { theme, width }: { readonly theme: (typeof THEMES)[number]; readonly width: number },
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: HEIGHT_MAX }, colorScheme: theme });
  await page.goto(pathToFileURL(report).href);
  const isNarrow = width < NARROW_MAX;
  // On a narrow screen the record would lie over the rows of a picture that is as high as the page.
  if (!isNarrow) await page.locator(".failure .row.broken").first().dispatchEvent("pointerover");
  const first = page.locator(".failure").first();
  const failure = (await first.isVisible()) ? await first.boundingBox() : null;
  const end = failure === null ? HEIGHT_MAX : failure.y + failure.height + MARGIN;
  const y = failure === null || !isNarrow ? 0 : Math.max(0, failure.y - MARGIN);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y, width, height: Math.min(HEIGHT_MAX, end - y) } });
  await page.close();
}

await main(resolve(process.argv[2] ?? "reports/out/screenshots"));
