import { defineRule } from "../../../src/contract/rule.ts";
import type { LaneFacts, ResizeFact } from "../facts.ts";
import { isAfterHostFault, troubleBy } from "../permits.ts";

const resizeTakesOnlyIdle = defineRule<LaneFacts>({
  id: "lane/resize-takes-only-idle",
  profile: "lane",
  level: "MUST",
  capabilities: ["resize"],
  sentence: "`relieve` adds that many permits; `narrow` takes back idle ones only, and both say how many.",
  checks:
    "`relieve` answers what it was asked; `narrow` no more than that, and no more than the permits no body uses; at rest it takes what it was asked, save the last permit. Where nothing else happened in a run, the permits are as many as the answers say.",
  lookAt: "A narrow that counts permits in use as its own, or that answers what it was asked and not what it took.",
  check(facts, findings) {
    for (const resize of facts.resizes) {
      findings.exercised();
      const problem = resizeProblem(facts, resize);
      if (problem !== undefined) findings.violated(resize.answeredAt, problem);
    }
    const trouble = troubleBy(facts, "resize");
    if (trouble !== undefined)
      findings.violated(trouble.at, `after the answers of relieve and narrow, ${trouble.message}`);
  },
});

function resizeProblem(facts: LaneFacts, resize: ResizeFact): string | undefined {
  const { kind, asked, answered, width, busy, at, atRest } = resize;
  const said = `${kind}(${asked}) said ${answered}`;
  if (kind === "relieve") return answered === asked ? undefined : `${said}: it adds as many permits as it is asked for`;
  if (!Number.isInteger(answered) || answered < 0 || answered > asked)
    return `${said}, more or less than it was asked for`;
  const idle = width - busy;
  if (answered > Math.max(idle, 0)) return `${said}, although only ${idle} of ${width} permits were idle`;
  if (!atRest || isAfterHostFault(facts, at)) return undefined;
  return answered < Math.min(asked, idle, width - 1)
    ? `${said}, although ${idle} of ${width} permits were idle`
    : undefined;
}

const narrowKeepsOne = defineRule<LaneFacts>({
  id: "lane/narrow-keeps-one",
  profile: "lane",
  level: "SHOULD",
  capabilities: ["resize"],
  sentence: "`narrow` leaves at least one permit.",
  checks: "After each `narrow` the width is at least 1; exercised when it is asked for every permit.",
  lookAt: "The lower bound of narrow: an idle lane that gives its last permit away never runs anything again.",
  check({ resizes }, findings) {
    for (const { kind, asked, answered, answeredAt, width } of resizes) {
      if (kind !== "narrow" || asked < width) continue;
      findings.exercised();
      if (width - answered < 1) findings.violated(answeredAt, `narrow(${asked}) left ${width - answered} permits`);
    }
  },
});

/** The rules about the width of a lane. */
export const resizeRules = [resizeTakesOnlyIdle, narrowKeepsOne];
