import { afterAll, beforeAll, describe, expect, test } from "vitest";
import faultyDomains from "../../adapters/faulty/domain/index.ts";
import referenceDomain from "../../adapters/reference/domain.ts";
import { domainAtWork } from "../trace/fixtures/workloads.ts";
import { recordedHeader } from "../trace/fixtures/header.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

const HEADER = JSON.stringify(recordedHeader);

describe("judge", () => {
  test("exits with 0 for a trace that breaks nothing, and says what cannot be seen in it", async () => {
    cli.write("sound.jsonl", (await domainAtWork(referenceDomain)).text);
    const { code, out } = await cli.call(["judge", "sound.jsonl"]);
    expect(out).toMatch(/^no violation: sound\.jsonl \(domain, recorded at work: \d+ records, \d+ quiescent points\)/);
    expect(out).toContain("cannot show domain/nothing-escapes");
    expect(out).toMatch(/✓ pass +MUST +domain\/receipt-after-drain/);
    expect(code).toBe(0);
  });

  test("exits with 1 for a broken MUST, with sentence, line, message and where to look", async () => {
    const faulty = faultyDomains.find(({ name }) => name === "receipt-before-drain");
    if (faulty === undefined) throw new Error("no such fault");
    const { text } = await domainAtWork(faulty);
    cli.write("broken.jsonl", text);
    const { code, out } = await cli.call(["judge", "broken.jsonl"]);
    expect(out).toMatch(/^not conformant: broken\.jsonl/);
    expect(out).toContain("✗ MUST domain/receipt-after-drain");
    const line = Number(/line (?<line>\d+) \(record \d+\): stop h1/.exec(out)?.groups?.["line"]);
    expect(text.split("\n")[line - 1]).toContain("tool.halted");
    expect(out).toContain("Look at: ");
    expect(code).toBe(1);
  });

  test("exits with 4 for a trace in which nothing is judged", async () => {
    cli.write("nothing.jsonl", `${HEADER}\n{"type":"end","records":0}\n`);
    const { code, out } = await cli.call(["judge", "nothing.jsonl"]);
    expect(out).toMatch(/^inconclusive: nothing\.jsonl/);
    expect(out).toContain("no rule was exercised, so nothing was judged");
    expect(code).toBe(4);
  });

  test.each([
    ["cut off", `${HEADER}\n`, "in line 1 no footer"],
    ["not JSON", "trace", "in line 1 text that is not JSON"],
  ])("exits with 2 for a trace that is %s", async (_what, text, reason) => {
    cli.write("bad.jsonl", text);
    const { code, error } = await cli.call(["judge", "bad.jsonl"]);
    expect(error).toContain(reason);
    expect(code).toBe(2);
  });

  test("exits with 2 where there is no file", async () => {
    const { code, error } = await cli.call(["judge", "none.jsonl"]);
    expect(error).toContain("none.jsonl");
    expect(code).toBe(2);
  });
});
