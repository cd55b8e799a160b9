import { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../../../adapters/reference/job.ts";
import type { JobTrace } from "../../contract/job-trace.ts";
import { Runner } from "../../run/runner.ts";
import { ScenarioArbitrary } from "../../scenario/arbitrary.ts";
import type { JobScenario, JobStep } from "../../scenario/job/steps.ts";
import { jobProfile } from "./profile.ts";

const capabilities = { ...reference.capabilities };

async function traceOf(scenario: JobScenario): Promise<JobTrace> {
  return (await new Runner(jobProfile, reference).run(scenario)).trace;
}

function drawn(trace: JobTrace): readonly string[] {
  return trace.records.flatMap((record) => {
    const drawing = jobProfile.draw(record, trace);
    if (drawing === undefined) return [];
    return [`${drawing.from}${drawing.to === undefined ? "" : ` -> ${drawing.to}`}: ${drawing.label}`];
  });
}

describe("the profile job", () => {
  it("tells every kind of step apart", () => {
    const scenarios = sample(new ScenarioArbitrary("job", jobProfile.space(capabilities), 16), {
      seed: 1,
      numRuns: 500,
    });
    const texts = new Map<string, string>();
    for (const step of scenarios.flatMap(({ steps }) => steps)) {
      const text = jobProfile.describeStep(step);
      const data = JSON.stringify({ ...step, gap: undefined });
      expect(texts.get(text) ?? data).toBe(data);
      texts.set(text, data);
    }
  });

  it("draws who does what to whom", async () => {
    const steps: JobStep[] = [
      { op: "start", job: "j1", owner: "alice" },
      { op: "output", job: "j1" },
      { op: "read", job: "j1", by: "bob" },
      { op: "cancel", job: "j1", gap: "turn" },
      { op: "kill", job: "j1" },
    ];
    expect(drawn(await traceOf({ profile: "job", setup: { look: "get" }, steps })).slice(0, 18)).toEqual([
      'host -> runtime: start j1 of "alice"',
      "runtime -> host: present j1 pending",
      "runtime -> producer j1: start",
      "runtime -> host: present j1 running",
      "runtime -> host: start gives id1",
      "producer j1: <j1.1>",
      'host -> runtime: read j1 by "bob"',
      "runtime -> host: read is refused: UnknownJobError: unknown job: (id)",
      'host -> runtime: cancel j1 by "alice"',
      "runtime -> producer j1: cancel",
      "runtime -> host: cancel gives requested",
      "producer j1 -> runtime: killed",
      "runtime -> host: present j1 completed",
      "runtime -> host: notice: id1 killed",
      'host -> runtime: get j1 by "alice" (inside completed)',
      "runtime -> host: get gives id1 killed",
      'host -> runtime: read j1 by "alice" (a look at the end)',
      'producer j1 -> runtime: readOutput "<j1.1>"',
    ]);
  });
});
