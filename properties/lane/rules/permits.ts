import { defineRule } from "../../../src/contract/rule.ts";
import type { LaneFacts } from "../facts.ts";
import { heldUpMessage, isAfterHostFault, isHeldUp, label, permitTrouble, probeSign } from "../permits.ts";

const capacityNeverExceeded = defineRule<LaneFacts>({
  id: "lane/capacity-never-exceeded",
  profile: "lane",
  level: "MUST",
  sentence: "At most *width* batches are busy, at every instant.",
  checks: "Counts the bodies that really run, whenever one starts or goes on after a wait.",
  silentWhen:
    "A batch that was cancelled while parked goes on: it may do so without a permit, and is not counted. Nor is one with another wait open (`lane/off-lane-balanced` then).",
  lookAt:
    "Where a permit is given back: twice for one batch, on a cancel while the body still runs, or to nobody in particular while a waiter is woken too.",
  check({ starts }, findings) {
    for (const { at, batch, busy, width, uncertain } of starts) {
      if (busy >= width) findings.exercised();
      if (busy > width && !uncertain) {
        findings.violated(at, `${busy} bodies run at once on ${permits(width)}: ${label(batch.name)} is one too many`);
      }
    }
  },
});

const widthClampedToOne = defineRule<LaneFacts>({
  id: "lane/width-clamped-to-one",
  profile: "lane",
  level: "MUST",
  capabilities: ["clamp"],
  sentence: "A width of 0, below, or not a number works as 1.",
  checks: "Such a lane runs one batch at a time, and does run it.",
  silentWhen: "Something else in the run could be the cause.",
  lookAt: "How the width is read: `Math.max(1, NaN)` is NaN, and no count is ever below it.",
  check(facts, findings) {
    if (!facts.clamped || facts.batches.length === 0) return;
    findings.exercised();
    if (facts.unusual.size > 0) return;
    const tooMany = facts.starts.find(({ busy, width }) => busy > width);
    if (tooMany !== undefined)
      findings.violated(tooMany.at, `${tooMany.busy} bodies run at once; the width works as 1`);
    const trouble = permitTrouble(facts);
    if (trouble !== undefined) findings.violated(trouble.at, trouble.message);
  },
});

const workConserving = defineRule<LaneFacts>({
  id: "lane/work-conserving",
  profile: "lane",
  level: "MUST",
  sentence: "When quiescent, and no timer is pending, no batch waits while a permit is free (no lost wake-up).",
  checks: "At each quiescent point either nobody waits or as many bodies run as there are permits.",
  silentWhen:
    "A timer is pending, waits of one batch overlap, or the host threw before (`lane/host-fault-contained` then).",
  lookAt: "Whatever happens when a permit comes free: somebody who waits has to be told, whoever gave it back and why.",
  check(facts, findings) {
    for (const rest of facts.rests) {
      if (rest.timers || rest.overlaps || isAfterHostFault(facts, rest.at)) continue;
      if (rest.waiting.length > 0) findings.exercised();
      if (isHeldUp(rest)) findings.violated(rest.at, heldUpMessage(rest), ...rest.waiting.map(({ batch }) => batch));
    }
  },
});

const permitsConserved = defineRule<LaneFacts>({
  id: "lane/permits-conserved",
  profile: "lane",
  level: "MUST",
  sentence:
    "After any history, an idle lane runs exactly *width* fresh batches at once: no permit lost, none invented.",
  checks: "At the end of a run, when the lane is idle and open, one fresh batch more than the width is submitted.",
  silentWhen: "The lane is closed or a batch is not over, or the host threw before (`lane/host-fault-contained` then).",
  lookAt:
    "Every way on which a permit changes hands: granted to a waiter that is gone, given back twice, or not given back on an error path.",
  check(facts, findings) {
    const { probe } = facts;
    if (probe === undefined || isAfterHostFault(facts, probe.at)) return;
    findings.exercised();
    const sign = probe.most === probe.width ? undefined : probeSign(facts);
    if (sign !== undefined) findings.violated(sign.at, sign.message);
  },
});

function permits(width: number): string {
  return width === 1 ? "1 permit" : `${width} permits`;
}

/** The rules about how many bodies run. */
export const permitRules = [capacityNeverExceeded, widthClampedToOne, workConserving, permitsConserved];
