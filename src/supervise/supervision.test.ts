import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedReference } from "../cli/fixtures/adapters.ts";
import { CommandLine, type Finished } from "../cli/fixtures/commandLine.ts";

/** What an executor does in a call, and what is said of it. */
interface Hostile {
  readonly name: string;
  readonly change: string;
  readonly rule: string;
  readonly seen: RegExp;
}

const LOST: readonly Hostile[] = [
  {
    name: "loops",
    change: "handle() { while (true); }",
    rule: "domain/handle-returns-at-once",
    seen: /handle does not come back: no step for 5 s/,
  },
  {
    name: "storms",
    change: "handle(command) { executor.handle(command); void (async () => { for (;;) await null; })(); }",
    rule: "domain/nothing-escapes",
    seen: /more\s+than\s+250000\s+promises\s+without\s+an\s+end/,
  },
  {
    name: "ticks",
    change: "handle(command) { const again = () => process.nextTick(again); again(); executor.handle(command); }",
    rule: "domain/nothing-escapes",
    seen: /more\s+than\s+250000\s+next\s+ticks\s+without\s+an\s+end/,
  },
  {
    name: "hoards",
    change: "handle() { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)); }",
    rule: "domain/nothing-escapes",
    seen: /memory without bound/,
  },
  {
    name: "exits",
    change: "handle() { process.exit(0); }",
    rule: "domain/nothing-escapes",
    seen: /process\.exit\(0\) was called/,
  },
];

const SMALL = ["--runs", "60", "--exhaustive", "1x1", "--seed", "1"];

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

function check(name: string, source: string, ...options: string[]): Promise<Finished> {
  cli.write(`${name}.mjs`, source);
  return cli.run(["check", `${name}.mjs`, "--corpus", name, ...options]);
}

describe("an executor that never comes back is a counterexample, and the campaign goes on", () => {
  test.concurrent.each(LOST)("$name", async ({ name, change, rule, seen }) => {
    const { code, out } = await check(name, changedReference(name, change), ...SMALL);
    expect(code).toBe(1);
    expect(out).toContain(`✗ MUST ${rule}`);
    expect(out).toMatch(seen);
    expect(out).toMatch(/Smallest scenario found: 1 step\n\s+1 {2}handle c1/);
    // What does not need a command was judged.
    expect(out).toMatch(/✓ pass +MUST +domain\/one-release-per-halt/);
  });

  test.concurrent("and can be seen again", async () => {
    const { change, rule, seen } = LOST[1] as Hostile;
    await check("again", changedReference("again", change), ...SMALL);
    const { code, out } = await cli.run(["replay", `again/again--${rule.replace("/", "--")}.json`]);
    expect(out).toMatch(seen);
    expect(out).toContain("The trace is the same");
    expect(code).toBe(1);
  });

  test.concurrent("create() that loops is an error of the adapter", async () => {
    const source = changedReference("creating", "").replace("create(host) {", "create(host) { while (true);");
    const { code, out } = await check("creating", source, ...SMALL);
    expect(out).toMatch(/create\(\) of the adapter "creating" does not come back/);
    expect(code).toBe(3);
  });

  test.concurrent("a module that loops while it is loaded", async () => {
    const { code, error } = await check("loading", "while (true);");
    expect(error).toMatch(/Loading loading\.mjs never came to an end: no step for 15 s/);
    expect(code).toBe(3);
  });
});

describe("an executor that leaves its behaviour to chance", () => {
  test.concurrent("has flaky failures with a rate, and is called not deterministic", async () => {
    const change = "handle(command) { if (Math.random() < 0.3) return Promise.resolve(); executor.handle(command); }";
    const { code, out } = await check(
      "chance",
      changedReference("chance", change),
      "--runs",
      "4000",
      "--exhaustive",
      "2x1",
      "--seed",
      "1",
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /not deterministic: of [\d,]+ runs that\s+were executed twice, [\d,]+\s+left\s+another\s+trace/,
    );
    expect(out).toMatch(/✗ MUST domain\/handle-returns-at-once {2}flaky: failed \d+ of 200 times/);
    expect(out).not.toMatch(/^✗ MUST \S+$/m);
  });
});

interface Whole {
  readonly results: readonly Record<string, unknown>[];
}

/** A report without what depends on the clock, and on where the counterexamples are stored. */
async function reportOf(name: string, source: string, ...options: string[]): Promise<Whole> {
  const run = `${name}-${options.join("").replaceAll(/\W/g, "")}`;
  const path = `${run}.json`;
  cli.write(`${name}.mjs`, source);
  // A corpus of its own: what an earlier check stored would run first.
  const fixed = ["--corpus", run, "--seed", "5", "--runs", "2600", "--exhaustive", "2x1"];
  await cli.run(["check", `${name}.mjs`, ...fixed, "--report", `json=${path}`, ...options]);
  const { stdout } = await catOf(path);
  return withoutTimes(JSON.parse(stdout) as Whole);
}

async function catOf(path: string): Promise<{ readonly stdout: string }> {
  const { out } = await cli.shell(`cat ${path}`);
  return { stdout: out };
}

function withoutTimes({ results, ...rest }: Whole): Whole {
  const text = JSON.stringify({ ...rest, results: results.map((result) => ({ ...result, durationMs: 0 })) });
  return JSON.parse(text.replaceAll(/"replay":"[^"]*"/g, '"replay":""')) as Whole;
}

describe("however a campaign is shared out", () => {
  const broken = changedReference(
    "broken",
    `handle(command) { executor.handle(command); return command.commandId === "c2" ? Promise.resolve() : undefined; },
     halt(order) { return executor.halt({ ...order, reason: "detach" }); }`,
  );

  test("its result is the same, with one thread, three, or none", async () => {
    const [one, three, here] = [
      await reportOf("broken", broken, "--workers", "1"),
      await reportOf("broken", broken, "--workers", "3"),
      await reportOf("broken", broken, "--in-process"),
    ];
    expect(one.results[0]).toMatchObject({ verdict: "not conformant" });
    expect(three).toEqual(one);
    expect(here).toEqual(one);
  });

  test("the shards, each a process of its own, come to what one check comes to", async () => {
    const sound = changedReference("sound", "");
    const whole = await reportOf("sound", sound);
    const shards = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => reportOf("sound", sound, "--shard", shard, "--workers", "1")),
    );
    expect(shards.every(({ results }) => results[0]?.["runs"] !== 0)).toBe(true);
    const { code } = await cli.run([
      "merge",
      ...["13", "23", "33"].map((shard) => `sound-shard${shard}workers1.json`),
      "--report",
      "json=merged.json",
    ]);
    expect(code).toBe(0);
    expect(withoutTimes(JSON.parse((await catOf("merged.json")).stdout) as Whole)).toEqual(whole);
  });
});
