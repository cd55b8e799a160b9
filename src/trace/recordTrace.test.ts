import { describe, expect, test } from "vitest";
import faultyDomains from "../../adapters/faulty/domain/index.ts";
import faultyJobs from "../../adapters/faulty/job/index.ts";
import faultyLanes from "../../adapters/faulty/lane/index.ts";
import referenceDomain from "../../adapters/reference/domain.ts";
import referenceJob from "../../adapters/reference/job.ts";
import referenceLane from "../../adapters/reference/lane.ts";
import variantDomains from "../../adapters/variants/domain/index.ts";
import variantJobs from "../../adapters/variants/job/index.ts";
import variantLanes from "../../adapters/variants/lane/index.ts";
import type { DomainHost } from "../contract/domain.ts";
import { macrotask } from "../run/realTimers.ts";
import { domainAtWork, jobsAtWork, laneAtWork, type Recorded } from "./fixtures/workloads.ts";
import { parseTrace } from "./read.ts";
import { recordTrace } from "./recordTrace.ts";

function brokenIn({ judged }: Recorded): readonly string[] {
  return judged.broken.map(({ rule, violations }) => `${rule.id}: ${violations[0]?.message}`);
}

function exercisedIn({ judged }: Recorded): readonly string[] {
  return judged.rules.filter(({ exercised }) => exercised > 0).map(({ id }) => id);
}

function named<A extends { readonly name: string }>(adapters: readonly A[], name: string): A {
  const found = adapters.find((adapter) => adapter.name === name);
  if (found === undefined) throw new Error(`no adapter ${name}`);
  return found;
}

/** What was done at work and what has to have been judged by it. */
const SOUND = [
  { name: "the reference domain", work: () => domainAtWork(referenceDomain), exercised: 20 },
  {
    name: "a domain whose events take timers",
    work: () => domainAtWork(named(variantDomains, "events-through-timers")),
    exercised: 20,
  },
  { name: "a domain behind a mailbox", work: () => domainAtWork(named(variantDomains, "mailbox")), exercised: 20 },
  { name: "the reference lane", work: () => laneAtWork(referenceLane), exercised: 12 },
  { name: "a lane that polls", work: () => laneAtWork(named(variantLanes, "tick-polling")), exercised: 10 },
  { name: "the reference job runtime", work: () => jobsAtWork(referenceJob), exercised: 15 },
  {
    name: "a job runtime with late notices",
    work: () => jobsAtWork(named(variantJobs, "late-notices")),
    exercised: 15,
  },
] as const;

describe("at work", () => {
  test.concurrent.each(SOUND)("$name breaks no rule, and many are exercised", async ({ work, exercised }) => {
    const done = await work();
    expect(brokenIn(done)).toEqual([]);
    expect(done.stored.undecided).toBeUndefined();
    expect(exercisedIn(done).length).toBeGreaterThan(exercised);
  });

  const FAULTY: readonly (readonly [fault: string, work: () => Promise<Recorded>, broken: string])[] = [
    [
      "outcome-emitted-twice",
      () => domainAtWork(named(faultyDomains, "outcome-emitted-twice")),
      "domain/one-outcome-per-command",
    ],
    [
      "receipt-before-drain",
      () => domainAtWork(named(faultyDomains, "receipt-before-drain")),
      "domain/receipt-after-drain",
    ],
    ["one-batch-too-many", () => laneAtWork(named(faultyLanes, "one-batch-too-many")), "lane/capacity-never-exceeded"],
    ["wait-value-dropped", () => laneAtWork(named(faultyLanes, "wait-value-dropped")), "lane/off-lane-passes-through"],
    ["id-from-live-count", () => jobsAtWork(named(faultyJobs, "id-from-live-count")), "job/ids-unique-and-stable"],
    ["detail-left-out", () => jobsAtWork(named(faultyJobs, "detail-left-out")), "job/snapshot-matches-spec"],
  ];

  test.concurrent.each(FAULTY)("%s is found", async (_fault, work, broken) => {
    expect(brokenIn(await work()).map((text) => text.split(":")[0])).toContain(broken);
  });

  test("what only the kit can see is not passed", async () => {
    const { judged } = await domainAtWork(referenceDomain);
    expect(judged.unseen).toEqual(["domain/nothing-escapes", "domain/nothing-left-behind"]);
    const unseen = judged.rules.filter(({ id }) => judged.unseen.includes(id));
    expect(unseen.map(({ verdict }) => verdict)).toEqual(["not-exercised", "not-exercised"]);
  });

  test("no output of a job is written down, only which of its pieces a read returned", async () => {
    const { text } = await jobsAtWork(referenceJob);
    expect(text).not.toContain("compiling");
    expect(text).toContain('"output":"<j1.1>"');
  });
});

/** A host that does nothing but keep what it is told. */
function quietHost(): DomainHost {
  return {
    runner: { runBlock: async () => "done", release: async () => {} },
    sink: { emit: () => {} },
    surface: { kind: "denied", reason: "nobody is there" },
    onHaltFailure: () => {},
    releaseFallback: () => {},
    applied: () => {},
  };
}

test.each([
  [undefined, () => {}, {}, /^Expected an adapter to record, with profile and create\(host\), got nothing$/],
  [{ ...referenceDomain, profile: "queue" }, () => {}, {}, /^Expected an adapter to record/],
  [referenceDomain, "trace.jsonl", {}, /^Expected a function that is told the lines of the trace, got "trace.jsonl"$/],
  [referenceDomain, () => {}, { quietMs: 0 }, /^Expected more than 0 milliseconds as "quietMs", got 0$/],
  [referenceDomain, () => {}, { quietMs: Number.NaN }, /"quietMs", got NaN$/],
])("a recording of %j, told to %j with %j, is refused", (adapter, sink, options, message) => {
  expect(() => recordTrace(adapter as typeof referenceDomain, sink as () => void, options)).toThrow(message);
});

describe("a recording", () => {
  test("says where the contract ends, and the trace holds what comes before", async () => {
    const lines: string[] = [];
    const recording = recordTrace({ ...referenceDomain, capabilities: {} }, (line) => lines.push(line));
    const domain = await recording.adapter.create(quietHost());
    domain.handle({ commandId: "c", dlineTid: "t" });
    await recording.quiet();
    domain.handle({ commandId: "c", dlineTid: "t" });
    recording.end();
    const { trace, undecided } = parseTrace(lines.join("\n"), "t.jsonl");
    expect(undecided?.why).toContain("used ids");
    expect(trace.records.at(-1)?.type).toBe("quiet");
    expect(trace.records).toHaveLength(undecided?.seq ?? 0);
  });

  test("writes a quiescent point by itself when nothing has happened for a while", async () => {
    const lines: string[] = [];
    const recording = recordTrace(referenceDomain, (line) => lines.push(line), { quietMs: 1 });
    const domain = await recording.adapter.create(quietHost());
    domain.handle({ commandId: "c", dlineTid: "t" });
    while (!lines.some((line) => line.includes('"quiet"'))) await macrotask();
    recording.end();
    expect(parseTrace(lines.join("\n"), "t.jsonl").trace.records.at(-1)).toMatchObject({ type: "quiet", due: [] });
  });

  test("tells from where inside the host a call comes, and that the host threw", async () => {
    const lines: string[] = [];
    const recording = recordTrace(referenceDomain, (line) => lines.push(line));
    const host = quietHost();
    let isFirst = true;
    const domain = await recording.adapter.create({
      ...host,
      sink: {
        emit: () => {
          if (!isFirst) return;
          isFirst = false;
          domain.handle({ commandId: "inner", dlineTid: "t-inner" });
          throw new Error("the sink failed");
        },
      },
    });
    domain.handle({ commandId: "outer", dlineTid: "t-outer" });
    await recording.quiet();
    recording.end();
    const { records } = parseTrace(lines.join("\n"), "t.jsonl").trace;
    expect(records.filter(({ type }) => type === "handle")).toMatchObject([{ site: "step" }, { site: "emit" }]);
    expect(records.filter(({ type }) => type === "emit")[0]).toMatchObject({ sinkThrows: true });
  });

  test("leaves values, errors and refusals as they are", async () => {
    const failure = new Error("no");
    const emitted: unknown[] = [];
    const recording = recordTrace(referenceDomain, () => {});
    const host = quietHost();
    const domain = await recording.adapter.create({
      ...host,
      runner: { runBlock: () => Promise.reject(failure), release: () => Promise.reject(failure) },
      sink: { emit: (event) => emitted.push(event) },
    });
    domain.handle({ commandId: "c", dlineTid: "t" });
    await recording.quiet();
    expect(emitted).toMatchObject([{ kind: "tool.block_failed", cause: failure }]);
    await expect(domain.halt({ haltId: "h", reason: "cancel" })).rejects.toBe(failure);
    recording.end();
  });

  test("holds one executor", async () => {
    const recording = recordTrace(referenceDomain, () => {});
    await recording.adapter.create(quietHost());
    await expect(recording.adapter.create(quietHost())).rejects.toThrow("call recordTrace again");
  });
});
