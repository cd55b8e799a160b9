import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedReference, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

/** Every command waits for twenty reactions before it starts: many times slower, whatever else the machine does. */
const slow = changedReference(
  "slow",
  `async late(command) {
    for (let hop = 0; hop < 20; hop += 1) await null;
    executor.handle(command);
  },
  handle(command) { void this.late(command); }`,
);

/** A lane that bears one executor for each instance of the module that it needs. */
const PART = "{ created: 0 }";
const CHOOSY = `{
  profile: "lane",
  name: "choosy",
  create(host) {
    part.created += 1;
    if (part.created > 1) throw new Error("a second executor of one instance");
    const waiting = [];
    let runs = false;
    const next = () => {
      const job = waiting.shift();
      runs = job !== undefined;
      if (!runs) return;
      job.exec({ signal: new AbortController().signal }).then((results) => {
        host.outcome({ agent: job.agent, batchId: job.batchId, results });
        next();
      });
    };
    return { submit: (job) => { waiting.push(job); if (!runs) next(); } };
  },
}`;

/** What a head does to everybody, where the sound one does nothing. */
const replacing = (statement: string): string =>
  `${sound}\nif (import.meta.url.includes("instance=head")) { ${statement} }\n`;

const ONE = ["--benchmark", "domain/handle-to-outcome", "--size", "1", "--processes", "5", "--time", "50"];

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
  cli.write("package.json", '{ "name": "mine", "type": "module" }');
  cli.write("sound.mjs", sound);
  cli.write("slow.mjs", slow);
  cli.write("nan.mjs", replacing("Math.log = () => NaN;"));
  cli.write(
    "then.mjs",
    replacing(
      "const { then } = Promise.prototype; Promise.prototype.then = function (...all) { return then.apply(this, all); };",
    ),
  );
  cli.write(
    "hooks.mjs",
    `import { createHook } from "node:async_hooks";\n${replacing("createHook({ init() {} }).enable();")}`,
  );
  cli.write("exits.mjs", changedReference("sound", "handle() { process.exit(0); }"));
  cli.write("talks.mjs", replacing('process._send({ kind: "measured", measurement: { head: 0 } });'));
  for (const [name, capabilities] of [
    ["able", "{ cancelQueued: true }"],
    ["unable", "{}"],
  ]) {
    cli.write(
      `${name}.mjs`,
      'import reference from "executor-conformance/adapters/reference/lane";\n' +
        `export default { ...reference, name: "${name}", capabilities: ${capabilities} };\n`,
    );
  }
  cli.write("part.cjs", `module.exports = ${PART};\n`);
  cli.write("part.mjs", `export default ${PART};\n`);
  for (const name of ["choosy", "copy"]) {
    cli.write(`${name}.cjs`, `const part = require("./part.cjs");\nmodule.exports = ${CHOOSY};\n`);
    cli.write(`${name}.mjs`, `import part from "./part.cjs";\nexport default ${CHOOSY};\n`);
    cli.write(`${name}.ts`, `import part from "./part.mjs";\nexport default ${CHOOSY};\n`);
  }
  cli.write("requires.cjs", 'module.exports = require("./sound.mjs").default;\n');
  cli.write("sound.ts", sound.replace("create(host)", "create(host: any)"));
  cli.write(
    "lying.mjs",
    changedReference("lying", "handle(command) { executor.handle(command); executor.handle(command); }"),
  );
  cli.write(
    "loud.mjs",
    `${sound}\nif (import.meta.url.includes("instance=head")) Promise.reject(new Error("a stray"));\n`,
  );
});

afterAll(() => cli.remove());

const bench = (base: string, head: string, ...more: readonly string[]): ReturnType<CommandLine["run"]> =>
  cli.run(["bench", "--base", base, "--head", head, ...more]);

// The limit is far below the slowdown, and far above the noise of a machine that runs other tests.
test("a head that is many times slower is regressed", async () => {
  const { code, out } = await bench("sound.mjs", "slow.mjs", ...ONE, "--limit", "100", "--report", "json=gate.json");
  expect(out).toMatch(/^domain\/handle-to-outcome +1 .* 10 +regressed$/m);
  expect(code).toBe(1);
  const report: { entries: { outcome: { baseNs: number; headNs: number } }[] } = JSON.parse(
    readFileSync(join(cli.folder, "gate.json"), "utf8"),
  );
  const [{ outcome }] = report.entries as [(typeof report.entries)[0]];
  expect(outcome.headNs).toBeGreaterThan(2 * outcome.baseNs);
});

describe("an executor that cannot be measured is an error, and named", () => {
  test.each([
    ["sound.mjs", "lying.mjs", /head \(lying of \S+lying.mjs\): /],
    ["lying.mjs", "sound.mjs", /base \(lying of \S+lying.mjs\): /],
    ["sound.mjs", "loud.mjs", /head \(sound of \S+loud.mjs\): .*a stray/],
    ["sound.mjs", "nan.mjs", /head \(sound of \S+nan.mjs\): it replaces Math.log: /],
    ["sound.mjs", "then.mjs", /head \(sound of \S+then.mjs\): it replaces Promise.prototype.then: /],
    ["sound.mjs", "hooks.mjs", /head \(sound of \S+hooks.mjs\) alone enables async hooks/],
    ["sound.mjs", "exits.mjs", /head \(sound of \S+exits.mjs\).*process.exit\(0\) was called/],
    ["sound.mjs", "talks.mjs", /base or head: .* something else than its reply/],
    ["sound.mjs", "requires.cjs", /head \(sound of \S+requires.cjs\): CommonJS requires the ES module \S+sound.mjs/],
  ])("%s against %s", async (base, head, message) => {
    const { code, out } = await bench(base, head, ...ONE);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(message);
    expect(out).toContain("1 comparison: 1 error");
    expect(code).toBe(3);
  });
});

test.each(["cjs", "mjs", "ts"])("everybody has an instance of what a module needs: .%s", async (extension) => {
  const lane = ["--benchmark", "lane/submit-to-start", "--limit", "1000", ...ONE.slice(2)];
  const { code, out } = await bench(`choosy.${extension}`, `copy.${extension}`, ...lane);
  expect(out).toContain("1 comparison: 1 not regressed");
  expect(code).toBe(0);
});

describe("what cannot be compared is refused before anything is measured", () => {
  test.each([
    ["one side only", ["--base", "sound.mjs"], "Expected --base and --head, got one"],
    ["no such module", ["--base", "sound.mjs", "--head", "gone.mjs"], "Expected an adapter module at"],
    [
      "two languages",
      ["--base", "sound.mjs", "--head", "sound.ts"],
      "Expected base and head in one language, got TypeScript in sound.ts and JavaScript in sound.mjs",
    ],
    [
      "an unknown benchmark",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--benchmark", "domain/reram"],
      "did you mean domain/rearm?",
    ],
    [
      "too few processes",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--processes", "4"],
      "Expected a whole number from 5 to 100",
    ],
    [
      "a limit that is none",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--limit", "domain/rearm=-1"],
      "Expected percent above 0",
    ],
    ["the same file", ["--base", "sound.mjs", "--head", "./sound.mjs"], "Expected two versions, got "],
    ["no path", ["--base", "", "--head", "sound.mjs"], "got an empty text"],
    [
      "a capability that head lost",
      ["--base", "able.mjs", "--head", "unable.mjs", "--benchmark", "lane/cancel-waiter"],
      "Cannot compare lane/cancel-waiter of unable: head does not declare cancelQueued",
    ],
    [
      "a budget",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--budget", "b.json", "--update-budget"],
      "Expected --budget only with --counters",
    ],
    [
      "too little time",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--time", "10"],
      "Expected --time from 50 to 60000 ms with --base and --head, got 10",
    ],
    [
      "a folder that is not there",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--report", "json=no/x"],
      "create it first",
    ],
  ])("%s", async (_, args, message) => {
    const { code, error } = await cli.call(["bench", ...args]);
    expect(error.replaceAll(/\s+/g, " ")).toContain(message);
    expect(code).toBe(2);
  });
});
