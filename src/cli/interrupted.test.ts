import { existsSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { returning } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

const STORED = ".conformance/returning--domain--handle-returns-at-once.json";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

test("a check that is interrupted has stored what it had found", async () => {
  cli.write("returning.mjs", returning);
  const endless = ["--exhaustive", "1x1", "--runs", "1000000000"];
  const check = cli.start(["check", "returning.mjs", ...endless, "--workers", "1"]);
  const ended = once(check, "close");
  await vi.waitUntil(() => existsSync(join(cli.folder, STORED)), { timeout: 200_000, interval: 50 });
  check.kill("SIGINT");
  await ended;
  const { code, out } = await cli.run(["replay", STORED]);
  expect(out).toContain("The trace is the same");
  expect(code).toBe(1);
});
