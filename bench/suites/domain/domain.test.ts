import type { DomainAdapter } from "executor-conformance";
import { expect, test } from "vitest";
import reference from "../../../adapters/reference/domain.ts";
import variants from "../../../adapters/variants/domain/index.ts";
import { domainFloor } from "../../floor/domain.ts";
import { WorkNotDoneError } from "../benchmark.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { liars } from "./fixtures/liars.ts";
import { domainBenchmarks } from "./index.ts";

const correct: readonly DomainAdapter[] = [domainFloor, reference, ...variants];

test.each(correct)("no benchmark accuses the correct executor $name", async (adapter) => {
  for (const benchmark of domainBenchmarks) {
    for (const size of [1, 3]) await runBlocks(benchmark, adapter, size);
  }
});

test.each([domainFloor, reference])("no halt of an idle domain is accused: $name", async (adapter) => {
  const benchmark = domainBenchmarks.find(({ id }) => id === "domain/halt-to-receipt");
  if (benchmark === undefined) throw new Error("no benchmark of halts");
  await runBlocks(benchmark, adapter, 0);
});

const NOT_DUE = "tool.block_result was emitted, and not the outcome of a command whose tool had ended";
const NOTHING_DUE = "tool.block_result was emitted before any tool had ended whose outcome was due";

test.each([
  ["domain/handle-to-start", "startsTwice", "the tool of c0 started, and not that of the command handed over before"],
  ["domain/handle-to-start", "reportsAtOnce", NOT_DUE],
  ["domain/handle-to-start", "reportsTheNewest", NOT_DUE],
  ["domain/handle-to-start", "reportsInTurn", NOT_DUE],
  ["domain/handle-to-outcome", "reportsAtOnce", NOTHING_DUE],
  ["domain/handle-to-outcome", "reportsTheNewest", "tool.block_result was emitted instead of the outcome of c0"],
  ["domain/handle-to-outcome", "reportsInTurn", NOTHING_DUE],
  ["domain/reject-while-stopped", "neverStops", "the tool of c4 started"],
  ["domain/reject-while-stopped", "waitsForOneTool", "tool.halted was emitted while 1 tools ran"],
  ["domain/reject-while-stopped", "neverReleases", "release was called 0 times for 1 halts"],
  ["domain/halt-to-receipt", "doesNotDrain", "the receipt came before the last tool had ended"],
  ["domain/halt-to-receipt", "waitsForNoTool", "the receipt came before the last tool had ended"],
  ["domain/halt-to-receipt", "neverReleases", "release was called 0 times for 1 halts"],
  ["domain/halt-to-receipt", "releasesTwice", "release was called 2 times for 1 halts"],
  ["domain/halt-to-receipt", "doesNotAwaitTheRelease", "the receipt came before the release had settled"],
  ["domain/rearm", "neverStops", "halt resolved without the receipt of h1"],
  ["domain/rearm", "doesNotRearm", "tool.rejected was emitted instead of the outcome of c0, after the rearm"],
  [
    "domain/rearm",
    "ignoresTools",
    "tool.block_result was emitted while nothing was due: a tool that ran had not ended",
  ],
  ["domain/rearm", "neverReleases", "release was called 0 times for 14 halts"],
  ["domain/rearm", "doesNotAwaitTheRelease", "the receipt came before the release had settled"],
] as const)("%s finds a domain that %s", async (id, name, message) => {
  const benchmark = domainBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  const running = runBlocks(benchmark, liars[name], 4);
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toThrow(WorkNotDoneError);
});
