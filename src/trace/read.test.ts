import { describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import referenceJob from "../../adapters/reference/job.ts";
import referenceLane from "../../adapters/reference/lane.ts";
import { profileFor, randomScenarios } from "../../properties/fixtures/runs.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { Runner } from "../run/runner.ts";
import { recordedHeader as header } from "./fixtures/header.ts";
import { parseTrace } from "./read.ts";
import { serialiseTrace } from "./write.ts";

const RUNS = 60;
const adapters: readonly CheckableAdapter[] = [referenceDomain, referenceLane, referenceJob];

describe.each(adapters)("traces of the profile $profile", (adapter) => {
  test("are read as they were written", async () => {
    const scenarios = randomScenarios(adapter, 3);
    let runs = 0;
    await new Runner(profileFor(adapter), adapter).runAll(
      () => ((runs += 1) > RUNS ? undefined : scenarios.next().value),
      ({ trace }) => {
        const read = parseTrace(serialiseTrace(trace), "t.jsonl");
        expect(read).toEqual({ trace: JSON.parse(JSON.stringify(trace)), source: "run" });
      },
    );
    expect(runs).toBe(RUNS + 1);
  });
});

const rearm = { seq: 0, step: 0, at: 0, type: "rearm", site: "step" };
const rearmed = { seq: 1, step: 0, at: 0, type: "rearmed" };
const footer = { type: "end", records: 2 };

const read = (...lines: readonly (object | string)[]): unknown =>
  parseTrace(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"), "t.jsonl");

describe("a malformed trace is refused with line and reason:", () => {
  test.each<[string, readonly (object | string)[], string]>([
    ["an empty file", [""], "in line 1 nothing"],
    ["text that is not JSON", [header, "{", footer], "in line 2 text that is not JSON"],
    ["no header", [rearm, rearmed, footer], "in line 1 no header"],
    ["another schema", [{ ...header, schemaVersion: 2 }, footer], "in line 1 schemaVersion 2, and this kit reads 1"],
    ["an unknown profile", [{ ...header, profile: "x" }, footer], "in line 1 something else"],
    ["no footer", [header, rearm, rearmed], "in line 3 no footer"],
    ["nothing but a header", [header], "in line 1 no footer"],
    ["a footer in the middle", [header, footer, rearm, footer], "in line 2 a footer before the last line"],
    ["a record that is missing", [header, rearmed, footer], "in line 2 the record 1, where 0 comes next"],
    ["a record twice", [header, rearm, rearm, footer], "in line 3 the record 0, where 1 comes next"],
    ["fewer records than the footer says", [header, rearm, footer], "in line 3 a footer of 2 records after 1"],
    ["an unknown type", [header, { ...rearm, type: "dance" }, footer], 'in line 2 something else in "dance"'],
    ["a missing field", [header, { ...rearm, site: undefined }, footer], "at site"],
    ["a field too many", [header, { ...rearm, haltID: "h" }, footer], 'Unrecognized key: "haltID"'],
    ["a record of another profile", [header, { ...rearm, type: "wake", hostThrows: false }, footer], "in line 2"],
    ["an empty line", [header, "", rearm, rearmed, footer], "in line 2 nothing"],
  ])("%s", (_what, lines, reason) => {
    expect(() => read(...lines)).toThrow(reason);
    expect(() => read(...lines)).toThrow("Expected a trace in t.jsonl");
  });

  test("a sound one is not, whatever its line breaks", () => {
    expect(read(header, rearm, rearmed, footer)).toMatchObject({ trace: { records: [{ type: "rearm" }, {}] } });
    const lines = [header, rearm, rearmed, footer].map((line) => JSON.stringify(line));
    expect(() => parseTrace(`${lines.join("\r\n")}\r\n`, "t.jsonl")).not.toThrow();
  });
});
