import type { DomainAdapter, DomainCapabilities } from "executor-conformance";
import { FaultyDomain } from "../../faulty/domain/executor.ts";
import { countingDomain } from "./counting.ts";
import { FreeDomain } from "./free.ts";
import { MailboxDomain } from "./mailbox.ts";
import { TickingDomain } from "./ticking.ts";
import { aMillisecondLater, immediately, reactionsLater, usual, type Ways } from "./ways.ts";

const everything: DomainCapabilities = {
  rearmById: true,
  rearmWhileDraining: true,
  reusedIds: true,
  budget: true,
  resources: true,
  surface: true,
  turns: true,
  cause: true,
};

function free(name: string, ways: Partial<Ways>, more: Partial<DomainAdapter> = {}): DomainAdapter {
  return {
    profile: "domain",
    name,
    capabilities: everything,
    create: (host) => new FreeDomain(host, { ...usual, ...ways }),
    ...more,
  };
}

/** Tool execution domains that differ, and that all conform. */
const adapters: readonly DomainAdapter[] = [
  {
    profile: "domain",
    name: "faultless",
    capabilities: everything,
    create: (host) => new FaultyDomain(host, () => false),
  },
  free("usual", {}),
  free("events-a-reaction-later", { deliver: reactionsLater(1) }),
  free("events-reactions-later", { deliver: reactionsLater(7) }),
  free("events-through-immediates", { deliver: immediately }),
  free("events-through-timers", { deliver: aMillisecondLater }),
  free("starts-a-reaction-later", { start: reactionsLater(1) }),
  free("starts-reactions-later", { start: reactionsLater(6) }),
  free("starts-a-tick-later", { start: immediately }),
  free("everything-later", { start: reactionsLater(3), deliver: immediately }),
  free("releases-beside-the-drain", { release: "beside-the-drain", resets: "together" }),
  free("stops-one-by-one", { stops: "one-by-one" }),
  free(
    "created-later",
    {},
    {
      create: async (host) => {
        await undefined;
        return new FreeDomain(host, usual);
      },
    },
  ),
  free(
    "no-rearm-while-draining",
    { stops: "one-by-one" },
    {
      capabilities: { reusedIds: true, budget: true, resources: true, cause: true },
    },
  ),
  {
    profile: "domain",
    name: "mailbox",
    capabilities: { rearmWhileDraining: true, reusedIds: true },
    create: (host) => new MailboxDomain(host),
  },
  { profile: "domain", name: "counting", create: countingDomain },
  {
    profile: "domain",
    name: "ticking",
    capabilities: { rearmWhileDraining: true, reusedIds: true },
    // One tick may start a tool that throws at once, and the next one reports it.
    settleMs: 2,
    create: (host) => new TickingDomain(host, 1),
  },
  // Warned, and conformant.
  free("drains-all-work", { drain: "all-work" }),
  // Without a budget: after a haltToolDomain it is open whether the domain is stopped, and so what a repeat is.
  free("late-repeat-stops-again", { lateRepeat: "stops-again" }, { capabilities: { ...everything, budget: false } }),
  free("repeat-resolves", { repeat: "resolves" }),
];

export default adapters;

/** The SHOULD rules that a variant does not keep; the others keep all. */
export const warnings: Readonly<Record<string, readonly string[]>> = {
  "drains-all-work": ["domain/old-receipt-not-delayed"],
  "late-repeat-stops-again": ["domain/late-repeat-has-no-effect"],
  "repeat-resolves": ["domain/repeated-halt-joins"],
};

/** Conformant in real time, where a run takes milliseconds, and a timer of a budget is always a little late. */
export const realTime: readonly DomainAdapter[] = [
  free(
    "real-timers",
    { start: immediately, deliver: aMillisecondLater },
    { realTime: true, capabilities: { ...everything, budget: false } },
  ),
];
