import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseComparison } from "../../bench/report/comparisonFile.ts";
import { changedReference, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

/** As few operations as can be: nothing here is about figures. */
const SHORT = ["--size", "1", "--time", "1"];

const LANE = `
import reference from "executor-conformance/adapters/reference/lane";
export default { ...reference, name: "plain-lane", capabilities: {} };
`;

const CANCELLING_LANE = LANE.replace("plain-lane", "cancelling-lane").replace("{} }", "{ cancelQueued: true } }");

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
  cli.write("sound.mjs", sound);
  cli.write("floor.mjs", changedReference("floor", ""));
  cli.write("package.json", "{}");
  const counts = { promises: 0, reactions: 0, timers: 0, listeners: 0 };
  cli.write("typo.json", JSON.stringify({ schemaVersion: 1, operations: { sound: { "domain/rearmm": counts } } }));
  cli.write("lane.mjs", LANE);
  cli.write("cancelling.mjs", CANCELLING_LANE);
  cli.write(
    "liar.mjs",
    changedReference(
      "liar",
      'handle: ({ commandId, dlineTid }) => host.sink.emit({ kind: "tool.block_result", commandId, dlineTid })',
    ),
  );
});

afterAll(() => cli.remove());

test("adapters of different profiles have a table each, and reports are written", async () => {
  const reports = ["--report", "json=bench.json", "--report", "html=bench.html"];
  const ids = ["domain/handle-to-outcome", "lane/submit-to-start", "lane/cancel-waiter"];
  const named = ids.flatMap((id) => ["--benchmark", id]);
  const { code, out, error } = await cli.run([
    "bench",
    "sound.mjs",
    "lane.mjs",
    "cancelling.mjs",
    ...named,
    ...SHORT,
    ...reports,
  ]);
  expect(error).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("plain-lane");
  expect(out).toContain("not measured: it does not declare cancelQueued");
  const path = join(cli.folder, "bench.json");
  const { benchmarks } = parseComparison(readFileSync(path, "utf8"), path);
  expect(benchmarks.map(({ id, contenders }) => [id, contenders.map(({ name, state }) => [name, state])])).toEqual([
    [
      "domain/handle-to-outcome",
      [
        ["floor", "measured"],
        ["sound", "measured"],
      ],
    ],
    [
      "lane/submit-to-start",
      [
        ["floor", "measured"],
        ["plain-lane", "measured"],
        ["cancelling-lane", "measured"],
      ],
    ],
    [
      "lane/cancel-waiter",
      [
        ["floor", "measured"],
        ["plain-lane", "not-applicable"],
        ["cancelling-lane", "measured"],
      ],
    ],
  ]);
  expect(readFileSync(join(cli.folder, "bench.html"), "utf8")).toContain("domain/handle-to-outcome");
});

test("an executor that does not do the work ends with 3, and is named", async () => {
  const { code, out } = await cli.run(["bench", "liar.mjs", "--benchmark", "domain/handle-to-outcome", ...SHORT]);
  expect(out).toMatch(/liar +error: tool.block_result was emitted before any tool had ended/);
  expect(code).toBe(3);
});

test("an adapter that no selected benchmark fits is told of", async () => {
  const one = ["--benchmark", "domain/rearm", ...SHORT];
  const { code, out } = await cli.call(["bench", "sound.mjs", "lane.mjs", ...one]);
  expect(out).toContain("plain-lane: not measured, no selected benchmark is of the profile lane\n");
  expect(code).toBe(0);
});

test("what an executor throws, in a call or later, is told, and takes nobody's figures", async () => {
  const exits = "handle() { process.exit(0); }";
  const later = "handle(command) { void Promise.reject(new Error('late')); executor.handle(command); }";
  cli.write("exits.mjs", changedReference("exits", exits));
  cli.write("later.mjs", changedReference("later", later));
  const bench = ["bench", "exits.mjs", "later.mjs", "sound.mjs", "--benchmark", "domain/rearm", ...SHORT];
  const { code, out, error } = await cli.run([...bench, "--report", "json=thrown.json"]);
  expect(out).toMatch(/exits +error: a call threw ExitAttempt: process.exit\(0\) was called/);
  expect(error).toContain("nobody handled Error: late");
  expect(code).toBe(3);
  const path = join(cli.folder, "thrown.json");
  const [rearm] = parseComparison(readFileSync(path, "utf8"), path).benchmarks;
  const states = rearm?.contenders.map((one) => (one.state === "measured" ? one.cells.map(({ state }) => state) : []));
  expect(states).toEqual([["measured"], ["error"], ["measured"], ["measured"]]);
});

test("counts are held against a budget: equal ends with 0, any difference with 1", async () => {
  const counting = [
    "bench",
    "sound.mjs",
    "--counters",
    "--benchmark",
    "domain/handle-to-outcome",
    "--budget",
    "b.json",
  ];
  expect((await cli.run([...counting, "--update-budget"])).code).toBe(0);
  const equal = await cli.run(counting);
  expect(equal.out).toMatch(/^ {2}sound +2 +1 +0 +0$/m);
  expect(equal.code).toBe(0);
  cli.write("b.json", readFileSync(join(cli.folder, "b.json"), "utf8").replace('"promises": 2', '"promises": 3'));
  const different = await cli.run(counting);
  expect(different.out).toContain("domain/handle-to-outcome of sound makes 2 promises, fewer than its budget");
  expect(different.code).toBe(1);
});

/** The reference domain, whose sink tells through a timer. */
const TIMER = `
import reference from "executor-conformance/adapters/reference/domain";
export default {
  ...reference,
  name: "sound",
  capabilities: {},
  create: (host) => reference.create({ ...host, sink: { emit: (event) => void setTimeout(() => host.sink.emit(event), 0) } }),
};
`;

test("who cannot be counted, does not do the work or throws is told, and the others are counted", async () => {
  const one = ["--counters", "--benchmark", "domain/handle-to-outcome"];
  const budgeted = [...one, "--budget", "timer.json"];
  expect((await cli.call(["bench", "sound.mjs", ...budgeted, "--update-budget"])).code).toBe(0);
  cli.write("timer.mjs", TIMER);
  const uncounted = await cli.call(["bench", "timer.mjs", ...one]);
  expect(uncounted.out).toMatch(/^ {2}sound +not counted: an operation takes more than reactions$/m);
  expect(uncounted.code).toBe(4);
  const different = await cli.call(["bench", "timer.mjs", ...budgeted]);
  expect(different.out).toContain("✗ domain/handle-to-outcome of sound has a budget and was not counted: an operation");
  expect(different.code).toBe(1);
  cli.write(
    "broken.mjs",
    changedReference("broken", "").replace("create(host) {", "create() { throw new Error('late');"),
  );
  const failing = await cli.call(["bench", "broken.mjs", "liar.mjs", "sound.mjs", ...budgeted]);
  expect(failing.error).toBe("");
  expect(failing.out).toMatch(/^ {2}broken +error: .*late$/m);
  expect(failing.out).toMatch(/^ {2}liar +error: tool.block_result was emitted before any tool had ended/m);
  expect(failing.out).toMatch(/^ {2}sound +2 +1 +0 +0$/m);
  expect(failing.out).toContain("What was counted is as budgeted.");
  expect(failing.code).toBe(3);
  const updating = await cli.call(["bench", "timer.mjs", ...budgeted, "--update-budget"]);
  expect(updating.out).toContain("! domain/handle-to-outcome of sound has no budget any more");
  expect(updating.code).toBe(4);
});

test("what goes wrong while counting is said once, in its row", async () => {
  cli.write("halter.mjs", changedReference("halter", "halt: () => new Promise(() => {})"));
  const one = ["--counters", "--benchmark", "domain/reject-while-stopped"];
  cli.write("empty.json", JSON.stringify({ schemaVersion: 1, operations: {} }));
  const { code, out, error } = await cli.run(["bench", "halter.mjs", ...one, "--budget", "empty.json"]);
  expect(out).toContain("Nothing was counted that a budget could be held against.");
  expect(out).toMatch(/^ {2}halter +error: the tool of c\d+ started/m);
  expect(error).toBe("");
  expect(code).toBe(3);
});

test("a lane without a capability is said not to be counted for it", async () => {
  const { code, out } = await cli.call(["bench", "lane.mjs", "--counters"]);
  expect(out).toMatch(/^ {2}plain-lane +not counted: it does not declare cancelQueued$/m);
  expect(code).toBe(0);
});

test.each([
  [
    ["sound.mjs", "--counters", "--budget", "typo.json"],
    'of sound in typo.json "domain/rearmm": did you mean domain/rearm?',
  ],
  [["sound.mjs", "--counters", "--budget", "no/b.json", "--update-budget"], "Cannot write the budget to no/b.json"],
  [["sound.mjs", "--counters", "--budget", ".", "--update-budget"], "Cannot write the budget to .: it is a folder"],
  [["sound.mjs", "--counters", "--budget", "none.json"], "Cannot read the budget none.json"],
  [["sound.mjs", "--counters", "--update-budget"], "Expected --budget FILE with --update-budget"],
  [["sound.mjs", "--budget", "b.json"], "Expected --budget only with --counters"],
  [["sound.mjs", "--counters", "--size", "3"], "Expected --size only without --counters"],
  [["sound.mjs", "--benchmark", "domain/handle-to-outcom"], "did you mean domain/handle-to-outcome?"],
  [["sound.mjs", "--benchmark", "job/read"], "Nothing to measure by job/read: no adapter here is of the profile job"],
  [
    ["sound.mjs", "--benchmark", "domain/rearm", "--benchmark", "lane/cancel-waiter"],
    "Nothing to measure by lane/cancel-waiter: no adapter here is of the profile lane",
  ],
  [["lane.mjs", "--benchmark", "lane/cancel-waiter"], "no adapter here declares cancelQueued"],
  [["sound.mjs", "--counters", "--time", "5"], "Expected --time only without --counters"],
  [["sound.mjs", "--counters", "--seed", "5"], "Expected --seed only with --base and --head"],
  [["sound.mjs", "--processes", "5"], "Expected --processes only with --base and --head"],
  [["--base", "sound.mjs", "--head", "sound.mjs", "--update-budget"], "Expected --update-budget only with --counters"],
  [["--record", "sound.mjs"], "--record took sound.mjs as its file: put the modules before --record"],
  [["floor.mjs"], "Expected another name than floor for an adapter of floor.mjs"],
  [["package.json"], "Expected an adapter module at package.json, got a .json file"],
  [["sound.mjs", "--adapter", "sounds"], "did you mean sound?"],
  [["sound.mjs", "sound.mjs"], "got a second sound in sound.mjs"],
  [["sound.mjs", "--size", "0"], "Expected a size from 1 on for domain/handle-to-start, got 0"],
  [[], "Expected adapter modules, or --base and --head, got neither"],
  [["sound.mjs", "--base", "sound.mjs", "--head", "sound.mjs"], "got sound.mjs as well"],
  [["sound.mjs", "--record", "h.jsonl", "--report", "json=h.jsonl"], "got h.jsonl for a report and for the history"],
  [["sound.mjs", "--record", "sound.mjs"], "got sound.mjs for the history and for what is read"],
  [["sound.mjs", "--record", "/proc/nope/h.jsonl"], "Cannot write the history to /proc/nope/h.jsonl"],
  [["sound.mjs", "--record", ""], "Expected a path to write the history to, got an empty one"],
  [["sound.mjs", "--report", "xml=bench.xml"], "This version writes json, html"],
  [["missing.mjs"], "Expected an adapter module at missing.mjs"],
])("a request that cannot be fulfilled ends with 2: %j", async (args, message) => {
  const { code, error } = await cli.call(["bench", ...args]);
  expect(error).toContain(message);
  expect(code).toBe(2);
});

test("runs are recorded one behind the other, a slow drift is told, and the page draws them", async () => {
  // A size that is asked for twice is one point of the history.
  const twice = ["--size", "1"];
  const rearm = ["bench", "sound.mjs", "--benchmark", "domain/rearm", ...SHORT, ...twice, "--record", "history.jsonl"];
  const path = join(cli.folder, "history.jsonl");
  const { code, out } = await cli.run(rearm);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    "Recorded in history.jsonl: 1 run now; drift is judged from 20 on, and this machine has at most 1 of a benchmark",
  );
  expect(code).toBe(0);
  const recorded = readFileSync(path, "utf8");
  expect((JSON.parse(recorded) as { figures: unknown[] }).figures).toHaveLength(1);
  // The machine is this one, and ratios are made up: ten runs beside the floor, then nine far from it.
  const withRatio = (ratio: number): string => recorded.replace(/"ratio":[^}]*/, `"ratio":${ratio}`);
  writeFileSync(path, withRatio(0.001).repeat(10) + withRatio(1000).repeat(9));
  const drifting = await cli.run([...rearm, "--report", "html=history.html"]);
  expect(drifting.out.replaceAll(/\s+/g, " ")).toMatch(/20 runs now ! domain\/rearm at 1 \(sound; .* drifts/);
  expect(drifting.code).toBe(0);
  expect(readFileSync(join(cli.folder, "history.html"), "utf8")).toContain("(drifts)");
  appendFileSync(path, "{");
  const refused = await cli.call(rearm);
  expect(refused.error).toContain("line 21 of history.jsonl, got a line that does not end");
  expect(refused.code).toBe(2);
});

test("what other tools read is written, and a gate has no history", async () => {
  const formats = ["github", "bmf", "go"].flatMap((format) => ["--report", `${format}=bench.${format}`]);
  const { code } = await cli.run(["bench", "sound.mjs", "--benchmark", "domain/rearm", ...SHORT, ...formats]);
  expect(code).toBe(0);
  const read = (format: string): string => readFileSync(join(cli.folder, `bench.${format}`), "utf8");
  expect(JSON.parse(read("github"))).toMatchObject([{ unit: "ns/op" }, { unit: "ns/op" }]);
  expect(Object.keys(JSON.parse(read("bmf")) as object)).toHaveLength(2);
  expect(read("go")).toMatch(/^BenchmarkDomainRearm\/adapter=sound\/size=1-\d+\t/m);
  const gate = ["bench", "--base", "sound.mjs", "--head", "liar.mjs"];
  expect(await cli.call([...gate, "--record"])).toMatchObject({ code: 2 });
  expect(await cli.call([...gate, "--report", "go=bench.go"])).toMatchObject({ code: 2 });
});
