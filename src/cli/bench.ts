import { DRIFT_RUNS_MIN } from "../../bench/history/drift.ts";
import { wrap } from "../report/text.ts";
import { BENCH_FORMATS, COMPARE_MS, GATE_MS, HISTORY_DEFAULT, limit, PROCESSES, SEED, sizes } from "./benchOptions.ts";
import type { BenchOptions } from "./benchRun.ts";
import type { AddCommand } from "./command.ts";
import { modulePath } from "./modulePath.ts";
import { anySeed, collect, wholeNumber } from "./options.ts";
import { formatTarget } from "./reportTarget.ts";

/** Fewer give no interval worth the name. */
const PROCESSES_MIN = 5;
const PROCESSES_MAX = 100;

const TIME_MS_MAX = 600_000;

export const addBench: AddCommand = (program, session, onDone) => {
  program
    .command("bench")
    .description("measure adapters side by side, or say whether one version of an executor is slower than another")
    .argument("[adapter module...]", "modules whose adapters are compared: those of each profile, and the floor")
    .option("--base <MODULE>", "what is compared with: a path, or a published version (1.2.3, name@1.2.3)")
    .option("--head <MODULE>", "what may have become slower: a path, or a published version")
    .option("--adapter <NAME>", "only this adapter; may be repeated", collect)
    .option("--benchmark <ID>", "only this benchmark; may be repeated", collect)
    .option(
      "--size <N>",
      "at this size; may be repeated (of versions: the smallest, and the largest up to 1,000)",
      sizes,
    )
    .option(
      "--time <MS>",
      `how long is measured: adapters, each at each size (${COMPARE_MS}); versions, in each process (${GATE_MS})`,
      wholeNumber(1, TIME_MS_MAX),
    )
    .option(
      "--limit <PERCENT>",
      "of versions: slowdown that fails (5); domain/rearm=10 for one benchmark; may be repeated",
      limit,
    )
    .option(
      "--processes <N>",
      `of versions: fresh processes to begin with (${PROCESSES}), up to three times as many where that is not enough`,
      wholeNumber(PROCESSES_MIN, PROCESSES_MAX),
    )
    .option("--counters", "of adapters: count what an operation makes, instead of measuring it")
    .option("--budget <FILE>", "with --counters: fail where counts differ from this budget")
    .option("--update-budget", "with --counters: write the counts into the budget")
    .option("--seed <S>", `of versions: seed of the resampling (${SEED})`, anySeed)
    .option(
      "--record [FILE]",
      `add what adapters took to a history (${HISTORY_DEFAULT}), and warn of slow drift, from ${DRIFT_RUNS_MIN} runs on`,
    )
    .option(
      "--report <FORMAT=PATH>",
      "write a report, as in json=bench.json; may be repeated",
      formatTarget(BENCH_FORMATS),
    )
    .addHelpText("after", () => wrapped(HELP, session.terminal.width))
    .action(async (paths: readonly string[], options: BenchOptions) => {
      // The benchmarks are a hundred modules, which no other command needs.
      const { bench } = await import("./benchRun.ts");
      onDone(await bench(await Promise.all(paths.map(modulePath)), options, session));
    });
};

/** Paragraphs, in lines of so many columns. */
function wrapped(paragraphs: readonly string[], width: number): string {
  return paragraphs.map((text) => `\n${wrap(text, width).join("\n")}`).join("\n");
}

const HELP = [
  "Adapters of a profile take turns in one process, beside the floor: the least that the operation can cost. What they do " +
    "is verified while it is measured. Without --size each benchmark has sizes from 1 to 100,000, so that growth is seen. " +
    "Reports: json and html, and what other tools read: github (github-action-benchmark, customSmallerIsBetter), bmf " +
    "(Bencher), go (benchstat).",
  "Base and head are imported into one process and measured in turn, in every order of loading, beside a second copy of " +
    "base. A slowdown has to show in two sets of processes. A version alone is one of the package that the other module " +
    "lies in, at the same place in it; a package by its name has the adapters as its default export. It is installed with " +
    "npm, without install scripts.",
  "A gate is for mistakes, not for malice: head shares a process with base. One that replaces what everybody there shares, as " +
    "Promise.prototype.then, is refused; what else it does to the whole process, with threads or timers, is not seen.",
  "A benchmark at one size takes about 30 seconds, twice that where head is slower, three minutes at most.",
  "Exit codes: 0 measured, not regressed, or as budgeted; 1 regressed, or counts differ from the budget; 2 nothing to " +
    "compare; 3 an executor cannot be measured, or does not do the work that its figure would be for; 4 nobody was " +
    "measured, inconclusive (too noisy, or something could not be counted) or untrusted (base looks different from itself).",
];
