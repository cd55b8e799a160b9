import type { DomainAdapter } from "executor-conformance";
import { test } from "vitest";
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
