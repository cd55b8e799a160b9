import { describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import type { DomainAdapter, DomainExecutor } from "../contract/domain.ts";
import { domainProfile } from "../profiles/index.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { campaignOn } from "./campaign.ts";
import { STEPS_DEFAULT, type CampaignOptions, type CampaignResult } from "./campaignOptions.ts";
import { LocalPool } from "./pool.ts";

/** Handles a command that comes after a halt as if none had come. */
const deafToHalts: DomainAdapter = {
  ...referenceDomain,
  name: "deaf-to-halts",
  capabilities: {},
  create(host) {
    const executor = referenceDomain.create(host) as DomainExecutor;
    const other = referenceDomain.create(host) as DomainExecutor;
    let stopped = false;
    return {
      handle: (command) => (stopped ? other : executor).handle(command),
      halt(order) {
        stopped = true;
        return executor.halt(order);
      },
      rearm: (id) => executor.rearm(id),
    };
  },
};

/** Takes all steps for independent: nearly every order is pruned. */
const careless: AnyProfile = {
  ...domainProfile,
  space: (capabilities: object) => ({ ...domainProfile.space(capabilities as never), independent: () => true }),
};

const RULE = "domain/rejects-while-stopped";

function explore(profile: AnyProfile, options: CampaignOptions): Promise<CampaignResult> {
  const settings = { stepsMax: STEPS_DEFAULT, rules: [RULE] };
  const pool = new LocalPool(profile, deafToHalts, settings);
  return campaignOn(pool, profile, deafToHalts, { ...settings, ...options, seed: 1, runs: 0 });
}

describe("a rule that only a pruned order breaks", () => {
  test("is a fault of the kit when the search is complete", async () => {
    const { result } = await explore(careless, { scope: { subjects: 2, controls: 2, tightGaps: 0 } });
    expect(result.verdict).toBe("error");
    expect(result.reasons[0]).toMatch(
      /^The kit broke: domain\/rejects-while-stopped is broken only in an order that was pruned \(.*halt.*handle/,
    );
  });

  test("is an ordinary failure where nothing was pruned", async () => {
    const { result } = await explore(domainProfile, { scope: { subjects: 2, controls: 2, tightGaps: 0 } });
    expect(result.verdict).toBe("not conformant");
  });
});
