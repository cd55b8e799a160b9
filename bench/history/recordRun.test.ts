import { expect, test } from "vitest";
import { comparison, HOSTILE } from "../report/fixtures/comparison.ts";
import { parseHistory } from "./historyFile.ts";
import { recordRun } from "./recordRun.ts";

const date = new Date("2026-01-02T03:04:05.678Z");

test("keeps who was measured beside the floor, where, and on which source", () => {
  const run = recordRun(comparison, date, { commit: "0123abc", dirty: true });
  expect(run).toEqual({
    schemaVersion: 1,
    date: "2026-01-02T03:04:05.678Z",
    commit: "0123abc",
    dirty: true,
    kit: "0.1.0",
    machine: { node: "v20.20.2", cpu: "a processor", cores: 2 },
    figures: [
      {
        benchmark: "domain/handle-to-outcome",
        size: 1,
        adapter: HOSTILE,
        version: "1.0.0",
        ns: 150,
        floorNs: 100,
        ratio: 1.5,
      },
    ],
  });
  expect(parseHistory(`${JSON.stringify(run)}\n`, "history.jsonl")).toEqual([run]);
});

test("keeps nothing of a run in which nobody was measured", () => {
  const [benchmark] = comparison.benchmarks;
  const onlyFloor = { ...benchmark!, contenders: benchmark!.contenders.slice(0, 1) };
  expect(recordRun({ ...comparison, benchmarks: [onlyFloor] }, date, undefined)).toBeUndefined();
});
