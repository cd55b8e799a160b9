import type { DomainAdapter, DomainExecutor, DomainHost } from "executor-conformance";
import { expect, test } from "vitest";
import reference from "../../../adapters/reference/domain.ts";
import variants from "../../../adapters/variants/domain/index.ts";
import { domainFloor } from "../../floor/domain.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { domainBenchmarks } from "./index.ts";

const correct: readonly DomainAdapter[] = [domainFloor, reference, ...variants];

test.each(correct)("no benchmark accuses the correct executor $name", async (adapter) => {
  for (const benchmark of domainBenchmarks) {
    for (const size of [1, 3]) await runBlocks(benchmark, adapter, size);
  }
});

const startsTwice = liar(({ runner }, { handle }) => ({
  handle(command) {
    void runner.runBlock(command);
    handle(command);
  },
}));
const reportsAtOnce = liar(({ sink }) => ({
  handle: ({ commandId, dlineTid }) => sink.emit({ kind: "tool.block_result", commandId, dlineTid }),
}));
const reportsTheNewest = liar(({ runner, sink }) => {
  let newest = "";
  return {
    handle(command) {
      newest = command.commandId;
      void runner
        .runBlock(command)
        .then(() => sink.emit({ kind: "tool.block_result", commandId: newest, dlineTid: "" }));
    },
  };
});
const neverStops = liar((_host, { handle }) => ({ handle, halt: () => Promise.resolve() }));
const doesNotDrain = liar(({ sink }) => ({
  async halt({ haltId }) {
    sink.emit({ kind: "tool.halted", haltId });
  },
}));
const doesNotRearm = liar(() => ({ rearm: () => {} }));

test.each([
  ["domain/handle-to-start", startsTwice, "the tool of c0 started, and not that of the command handed over before"],
  [
    "domain/handle-to-start",
    reportsAtOnce,
    "tool.block_result was emitted, and every tool that had ended had its outcome",
  ],
  ["domain/handle-to-outcome", reportsAtOnce, "tool.block_result was emitted before any tool had ended"],
  ["domain/handle-to-outcome", reportsTheNewest, "tool.block_result was emitted instead of the outcome of c0"],
  ["domain/reject-while-stopped", neverStops, "the tool of c4 started"],
  ["domain/halt-to-receipt", doesNotDrain, "the receipt came before the last tool had ended"],
  ["domain/rearm", neverStops, "halt resolved without the receipt of h1"],
  ["domain/rearm", doesNotRearm, "tool.rejected was emitted instead of the outcome of c0, after the rearm"],
] as const)("%s finds an executor that does not do the work", async (id, adapter, message) => {
  const benchmark = domainBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  await expect(runBlocks(benchmark, adapter, 4)).rejects.toThrow(message);
});

/** The floor with a change, which is given the host and the unchanged executor. */
function liar(change: (host: DomainHost, floor: DomainExecutor) => Partial<DomainExecutor>): DomainAdapter {
  return {
    ...domainFloor,
    name: "liar",
    create(host) {
      const floor = domainFloor.create(host) as DomainExecutor;
      return { ...floor, ...change(host, floor) };
    },
  };
}
