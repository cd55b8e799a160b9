import { serialiseGate } from "../../bench/gate/result.ts";
import { UsageError } from "../explore/usageError.ts";
import type { AddCommand } from "./command.ts";
import { gate, gateExitCode, type GateOptions } from "./benchGate.ts";
import { limit, sizes } from "./benchOptions.ts";
import type { ExitCode } from "./exitCode.ts";
import { anySeed, collect, wholeNumber } from "./options.ts";
import { assertWritable, formatTarget, writeTargets, type FormatTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

type BenchOptions = Partial<GateOptions> &
  Pick<GateOptions, "processes" | "seed"> & { readonly report?: readonly FormatTarget<typeof serialiseGate>[] };

/** Fewer give no interval worth the name. */
const PROCESSES_MIN = 5;
const PROCESSES_MAX = 100;
const PROCESSES = 10;

export const addBench: AddCommand = (program, session, onDone) => {
  program
    .command("bench")
    .description("say whether one version of an executor is slower than another")
    .option("--base <MODULE>", "what is compared with: a path, or a published version (1.2.3, name@1.2.3)")
    .option("--head <MODULE>", "what may have become slower: a path, or a published version")
    .option("--adapter <NAME>", "only this adapter; may be repeated", collect)
    .option("--benchmark <ID>", "only this benchmark; may be repeated", collect)
    .option("--size <N>", "at this size; may be repeated (the smallest, and the largest up to 1,000)", sizes)
    .option("--limit <PERCENT>", "slowdown that fails (5); domain/rearm=10 for one benchmark; may be repeated", limit)
    .option(
      "--processes <N>",
      "fresh processes to begin with, up to three times as many where that is not enough",
      wholeNumber(PROCESSES_MIN, PROCESSES_MAX),
      PROCESSES,
    )
    .option("--seed <S>", "seed of the resampling", anySeed, 1)
    .option("--report <FORMAT=PATH>", "write a report, as in json=bench.json; may be repeated", formatTarget(FORMATS))
    .addHelpText("after", HELP)
    .action(async (options: BenchOptions) => onDone(await bench(options, session)));
};

const FORMATS = { json: serialiseGate };

const HELP = `
Base and head are imported into one process and measured in turn, each process with the other order of loading, beside a
second copy of base. A slowdown has to show in two sets of processes. A version alone is one of the package that the other
module lies in, at the same place in it; a package by its name has the adapters as its default export. It is installed with
npm, without install scripts.

A benchmark at one size takes about 10 seconds, 20 where head is slower, 60 at most.

Exit codes: 0 not regressed, 1 regressed, 2 nothing to compare, 3 an executor cannot be measured, 4 inconclusive (too noisy)
or untrusted (base looks different from itself).`;

async function bench(options: BenchOptions, session: Session): Promise<ExitCode> {
  const { base, head, report = [] } = options;
  if (base === undefined || head === undefined) {
    throw new UsageError(
      `Expected --base and --head, got ${base === undefined && head === undefined ? "neither" : "one"}`,
    );
  }
  await assertWritable(report);
  const result = await gate({ ...options, base, head }, session);
  const written = await writeTargets(report, (write) => write(result));
  if (written.length > 0) session.terminal.write(written);
  return gateExitCode(result);
}
