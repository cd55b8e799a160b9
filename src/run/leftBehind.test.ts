import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:net";
import { clearTimeout as clearReal, setTimeout as setReal } from "node:timers";
import { afterEach, describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import referenceJob from "../../adapters/reference/job.ts";
import referenceLane from "../../adapters/reference/lane.ts";
import variantDomains from "../../adapters/variants/domain/index.ts";
import variantJobs from "../../adapters/variants/job/index.ts";
import variantLanes from "../../adapters/variants/lane/index.ts";
import { profileFor, randomScenarios } from "../../properties/fixtures/runs.ts";
import type { DomainAdapter, DomainExecutor } from "../contract/domain.ts";
import type { Scenario } from "../contract/scenario.ts";
import { campaign } from "../explore/campaign.ts";
import { replay } from "../explore/replay.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { domainProfile } from "../profiles/index.ts";
import { Runner } from "./runner.ts";

process.setMaxListeners(100);

const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** The reference domain, which does something more whenever a halt comes. */
function leaving(leave: () => void): DomainAdapter {
  return {
    ...referenceDomain,
    name: "leaving",
    create(host) {
      const executor = referenceDomain.create(host) as DomainExecutor;
      return {
        ...executor,
        halt(order) {
          leave();
          return executor.halt(order);
        },
      };
    },
  };
}

function leaveTimer(): void {
  const timer = setReal(() => {}, 600_000);
  cleanUps.push(() => clearReal(timer));
}

function leaveServer(): void {
  const server: Server = createServer().listen(0, "127.0.0.1");
  cleanUps.push(() => server.close());
}

function leaveChild(unref: boolean): void {
  const child: ChildProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  if (unref) child.unref();
  cleanUps.push(() => child.kill("SIGKILL"));
}

function leaveListener(): void {
  const listener = (): void => {};
  process.on("SIGUSR2", listener);
  cleanUps.push(() => process.removeListener("SIGUSR2", listener));
}

const scenario: Scenario = { profile: "domain", setup: {}, steps: [{ op: "halt", halt: "h1" }] as never };

async function leftBy(adapter: DomainAdapter): Promise<readonly string[]> {
  const { trace } = await new Runner(domainProfile, adapter).run(scenario as never);
  return trace.records.flatMap((record) => (record.type === "left" ? [record.what] : []));
}

describe("what an executor leaves behind is named:", () => {
  test.each<[string, () => void, readonly string[]]>([
    ["a real timer", leaveTimer, ["1 × real timer"]],
    ["a server", leaveServer, ["1 × server"]],
    ["a child process", () => leaveChild(false), ["1 × child process"]],
    ["a listener on the process", leaveListener, ["1 × listener on process for SIGUSR2"]],
  ])("%s", async (_what, leave, left) => {
    expect(await leftBy(leaving(leave))).toEqual(left);
  });

  test("what was unref'ed keeps nothing alive, and is not seen", async () => {
    expect(await leftBy(leaving(() => leaveChild(true)))).toEqual([]);
  });

  test("what is made once for all runs is none of theirs", async () => {
    let isMade = false;
    const once = leaving(() => {
      if (!isMade) leaveTimer();
      isMade = true;
    });
    expect(await leftBy(once)).toEqual([]);
  });

  test("what is closed when the run ends is gone", async () => {
    const closing = leaving(() => {
      const server = createServer().listen(0, "127.0.0.1");
      server.close();
      clearReal(setReal(() => {}, 600_000));
    });
    expect(await leftBy(closing)).toEqual([]);
  });

  test("a replay has the same trace again", async () => {
    const adapter = leaving(leaveListener);
    const [one, two] = [await replay(adapter, scenario), await replay(adapter, scenario)];
    expect(one.traceHash).toBe(two.traceHash);
    expect(one.broken.map(({ rule }) => rule.id)).toEqual(["domain/nothing-left-behind"]);
  });
});

test("a campaign finds the run that leaves something among those that do not, and makes it small", async () => {
  const options = { seed: 1, runs: 0, scope: { subjects: 1, controls: 1, tightGaps: 0 } };
  const { failures } = await campaign(leaving(leaveListener), { ...options, rules: ["domain/nothing-left-behind"] });
  expect(failures.map(({ rule, counterexample }) => [rule.id, counterexample.steps, counterexample.message])).toEqual([
    ["domain/nothing-left-behind", 1, "the executor left 1 × listener on process for SIGUSR2"],
  ]);
  expect(failures[0]?.counterexample.deterministic).toBe(true);
});

describe("nothing is left by", () => {
  const variants: readonly CheckableAdapter[] = [...variantDomains, ...variantLanes, ...variantJobs];
  const adapters: readonly CheckableAdapter[] = [referenceDomain, referenceLane, referenceJob, ...variants];

  test.each(adapters)("$name", async (adapter) => {
    const scenarios = randomScenarios(adapter, 1);
    const runner = new Runner(profileFor(adapter), adapter);
    for (let runs = 0; runs < 10; runs += 1) {
      const { trace } = await runner.run(scenarios.next().value as never);
      expect(trace.records.filter(({ type }) => type === "left")).toEqual([]);
    }
  });
});
