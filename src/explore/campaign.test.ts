import { describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import type { DomainAdapter, DomainExecutor } from "../contract/domain.ts";
import { defineRule } from "../contract/rule.ts";
import type { DomainFacts } from "../../properties/domain/index.ts";
import { domainOf } from "../run/fixtures/domains.ts";
import { campaign, type CampaignOptions, type Progress } from "./campaign.ts";
import { replay } from "./replay.ts";
import { UsageError } from "./usageError.ts";

const small: CampaignOptions = { seed: 5, runs: 1500, scope: { subjects: 1, controls: 1, tightGaps: 1 } };

/** The reference domain with one method replaced. */
function changed(change: (executor: DomainExecutor) => Partial<DomainExecutor>): DomainAdapter {
  return {
    ...referenceDomain,
    name: "changed",
    create(host) {
      const executor = referenceDomain.create(host) as DomainExecutor;
      return { ...executor, ...change(executor) };
    },
  };
}

const doubleRelease = (): DomainAdapter => ({
  ...referenceDomain,
  name: "double-release",
  create: (host) =>
    referenceDomain.create({
      ...host,
      runner: {
        runBlock: (command) => host.runner.runBlock(command),
        release: async (order) => {
          await host.runner.release(order);
          await host.runner.release(order);
        },
      },
    }),
});

describe("a campaign", () => {
  test("finds the reference domain conformant, and says what it searched", async () => {
    const { result, failures } = await campaign(referenceDomain, { seed: 1, runs: 3000 });
    expect(failures).toEqual([]);
    expect(result).toMatchObject({
      verdict: "conformant",
      reasons: [],
      seed: 1,
      scope: { subjects: 2, controls: 2, tightGaps: 1, schedules: 57_836, complete: true },
      schedules: { corpus: 0, exhaustive: 57_836, random: 3000 },
    });
    expect(result.rules.every(({ verdict }) => verdict === "pass")).toBe(true);
    expect(result.skippedSteps.skipped / result.skippedSteps.total).toBeLessThan(0.05);
  });

  test("deals its random runs among the strategies, and says which of them found what", async () => {
    const options = { seed: 1, runs: 500, scope: false, rules: ["domain/one-release-per-halt"] } as const;
    const { result, failures } = await campaign(doubleRelease(), options);
    expect(result.strategies.reduce((sum, { runs }) => sum + runs, 0)).toBe(500);
    expect(result.strategies.length).toBeGreaterThan(1);
    const finder = result.strategies.find(({ found }) => found.length > 0);
    expect(finder?.found).toEqual(["domain/one-release-per-halt"]);
    expect(failures[0]?.counterexample.foundBy).toBe(finder?.name);
  });

  test("names a broken rule with a small scenario that breaks it again", async () => {
    const adapter = doubleRelease();
    const { result, failures } = await campaign(adapter, { ...small, rules: ["domain/one-release-per-halt"] });
    expect(result.verdict).toBe("not conformant");
    const [failure] = failures;
    expect(failure?.counterexample).toMatchObject({
      deterministic: true,
      message: "stop h1 was released a second time",
    });
    expect(failure?.counterexample.steps).toBeLessThanOrEqual(2);
    const again = await replay(adapter, failure!.counterexample.scenario);
    expect(again.traceHash).toBe(failure?.counterexample.traceHash);
    expect(again.broken.map(({ rule }) => rule.id)).toContain("domain/one-release-per-halt");
  });

  test("goes on after a failure, so that every broken rule is found", async () => {
    const adapter = changed(({ handle, halt }) => ({
      handle: async (command) => handle(command),
      halt: (order) => halt({ ...order, reason: "detach" }),
    }));
    const { failures } = await campaign(adapter, small);
    expect(failures.map(({ rule }) => rule.id).toSorted()).toEqual([
      "domain/handle-returns-at-once",
      "domain/one-release-per-halt",
      // Calls from inside a callback break them as well.
      "domain/reentrancy-safe",
    ]);
  });

  test("is the same for the same seed", async () => {
    const [one, two] = [await campaign(doubleRelease(), small), await campaign(doubleRelease(), small)];
    expect({ ...one.result, durationMs: 0 }).toEqual({ ...two.result, durationMs: 0 });
  });

  test("does not change its random part when it has a corpus", async () => {
    const scenario = { profile: "domain", setup: {}, steps: [{ op: "rearm" }] } as const;
    const { result } = await campaign(referenceDomain, { ...small, corpus: [scenario, scenario] });
    const { result: without } = await campaign(referenceDomain, small);
    expect(result.schedules).toEqual({ ...without.schedules, corpus: 2 });
    expect(result.skippedSteps.total).toBe(without.skippedSteps.total + 2);
  });

  test("labels a failure that does not come again, and keeps it", async () => {
    let runs = 0;
    const adapter = changed(({ handle }) => {
      runs += 1;
      const broken = runs === 200;
      return { handle: (command) => (broken ? Promise.resolve() : handle(command)) };
    });
    const { result, failures } = await campaign(adapter, { ...small, rules: ["domain/handle-returns-at-once"] });
    expect(result.verdict).toBe("not conformant");
    expect(failures[0]?.counterexample.deterministic).toBe(false);
  });

  test("keeps what it found when a later creation throws", async () => {
    let runs = 0;
    const broken = doubleRelease();
    const adapter: DomainAdapter = {
      ...broken,
      create(host) {
        runs += 1;
        if (runs > 300) throw new Error("no more");
        return broken.create(host);
      },
    };
    const { result } = await campaign(adapter, {
      ...small,
      rules: ["domain/one-release-per-halt", "domain/nothing-escapes"],
    });
    expect(result.verdict).toBe("not conformant");
    expect(result.rules.map(({ verdict }) => verdict)).toEqual(["error", "fail"]);
    expect(result.reasons).toContain(
      'create() of the adapter "changed-or-not" threw Error: no more'.replace("changed-or-not", "double-release"),
    );
  });

  test("of an executor that cannot be created is an error", async () => {
    const { result } = await campaign(
      domainOf(() => {
        throw new Error("today not");
      }),
      small,
    );
    expect(result.verdict).toBe("error");
    expect(result.rules.every(({ verdict }) => verdict === "error" || verdict === "not-applicable")).toBe(true);
  });

  test("that runs nothing is inconclusive", async () => {
    const { result } = await campaign(referenceDomain, { seed: 1, runs: 0, scope: false });
    expect(result).toMatchObject({ verdict: "inconclusive", runs: 0 });
    expect(result.reasons).toContain("nothing was run");
  });

  test("that a time budget ends says so, and is inconclusive", async () => {
    const { result } = await campaign(referenceDomain, { seed: 1, timeBudgetMs: 0 });
    expect(result.verdict).toBe("inconclusive");
    expect(result.scope?.complete).toBe(false);
  });

  test("judges a rule of one's own, makes its failure small, and reports it", async () => {
    const atMostTwo = defineRule<DomainFacts>({
      id: "acme/two-tools-at-most",
      profile: "domain",
      level: "MUST",
      sentence: "A run starts two tools at most.",
      checks: "Counts the calls of runBlock.",
      lookAt: "Whoever calls handle.",
      check({ runs }, findings) {
        findings.exercised();
        const third = runs[2];
        if (third !== undefined) findings.violated(third.at, "a third tool was started");
      },
    });
    const { result, failures } = await campaign(referenceDomain, { ...small, extraRules: [atMostTwo] });
    expect(result.verdict).toBe("not conformant");
    expect(failures.map(({ rule, counterexample }) => [rule.id, counterexample.steps])).toEqual([
      ["acme/two-tools-at-most", 3],
    ]);
  });

  test("tells how far it is", async () => {
    const seen: Progress[] = [];
    await campaign(referenceDomain, { ...small, onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)).toMatchObject({ phase: "random", rulesBroken: 0 });
  });

  test.each([
    [{ rules: ["domain/one-relase-per-halt"] }, /Unknown rule "domain\/one-relase-per-halt"/],
    [{ rules: ["one-release-per-halt"] }, /did you mean domain\/one-release-per-halt\?/],
    [{ rules: [] }, /empty selection/],
  ])("refuses %j", async (options, message) => {
    await expect(campaign(referenceDomain, options)).rejects.toThrow(message);
    await expect(campaign(referenceDomain, options)).rejects.toThrow(UsageError);
  });
});
