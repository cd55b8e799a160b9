import { defineRule } from "../../../src/contract/rule.ts";
import type { DomainFacts } from "../facts.ts";
import { isAdmitted, isAfterSinkFault, isMissing, outcomeOwedAt } from "../owed.ts";

const capabilities = ["surface"] as const;

const deniedSurfaceDeniesAll = defineRule<DomainFacts>({
  id: "domain/denied-surface-denies-all",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "With a denied surface no UI capability can be reached, whatever its name; asking throws `SurfaceDeniedError` with the capability and the reason.",
  checks:
    "Asks for known, unknown and hostile names; looks at the name of the error, its `capability` and its `reason`.",
  lookAt: "A list of denied members: every new one reopens the question. Deny by the kind of the surface.",
  check({ asks, surfaceDenied }, findings) {
    if (!surfaceDenied) return;
    for (const { seq, capability, answer } of asks) {
      findings.exercised();
      const asked = `asking a denied surface for ${JSON.stringify(capability)}`;
      if (!("threw" in answer)) {
        findings.violated(seq, `${asked} gave something instead of throwing SurfaceDeniedError`);
      } else if (answer.name !== "SurfaceDeniedError" || answer.capability !== capability || !answer.hasReason) {
        const got = `${answer.name} with capability ${JSON.stringify(answer.capability)} and ${answer.hasReason ? "its" : "another"} reason`;
        findings.violated(seq, `${asked} threw ${got}`);
      }
    }
  },
});

const deniedSurfaceStillRuns = defineRule<DomainFacts>({
  id: "domain/denied-surface-still-runs",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "Denial does not disable the work: tools run and report; a denial thrown by a tool is a `tool.block_failed`.",
  checks:
    "In runs with a denied surface: every settled tool has its outcome, and a tool that failed with the denial has a failure.",
  lookAt: "A domain that refuses commands, or swallows the denial, when it has no user.",
  check(facts, findings) {
    if (!facts.surfaceDenied) return;
    for (const command of facts.commands) {
      const owedAt = isAdmitted(command) ? outcomeOwedAt(facts, command) : Infinity;
      if (owedAt < Infinity) findings.exercised();
      const [outcome] = command.outcomes;
      if (isMissing(owedAt, outcome?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `the surface is denied, and the tool of ${command.name} settled without an outcome`,
          command,
        );
      }
      const denied = facts.asks.some((ask) => ask.command === command.name && "threw" in ask.answer);
      if (denied && outcome !== undefined && outcome.event.kind !== "tool.block_failed") {
        findings.violated(
          outcome.at,
          `the tool of ${command.name} failed with a denial, and ${outcome.event.kind} was emitted`,
          command,
        );
      }
    }
  },
});

const userSurfaceGranted = defineRule<DomainFacts>({
  id: "domain/user-surface-granted",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence: "With a user-facing surface, asking gives `host.surface`.",
  checks: "The identity of what asking gives.",
  lookAt: "A copy or a wrapper of the surface, or a denial whatever the surface is.",
  check({ asks, surfaceDenied }, findings) {
    if (surfaceDenied) return;
    for (const { seq, capability, answer } of asks) {
      findings.exercised();
      if ("gave" in answer && answer.gave === "host-surface") continue;
      const got = "gave" in answer ? "gave something else" : `threw ${answer.name}`;
      findings.violated(seq, `asking a user-facing surface for ${JSON.stringify(capability)} ${got}`);
    }
  },
});

/** The rules about capability by assembly. */
export const surfaceRules = [deniedSurfaceDeniesAll, deniedSurfaceStillRuns, userSurfaceGranted];
