import { mkdir, readdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { requirementSets } from "../../properties/requirements/index.ts";
import { campaignOn, STEPS_DEFAULT } from "../explore/campaign.ts";
import { UsageError } from "../explore/usageError.ts";
import type { AdapterFacts } from "../profiles/index.ts";
import { renderMatrix, type Matrix, type MatrixEntry, type PromiseNote } from "../report/matrix.ts";
import { renderOverview } from "../report/result.ts";
import { KIT } from "../version.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import { openModule, type AdapterModule } from "../supervise/adapterModule.ts";
import { anySeed, RUNS_MAX, wholeNumber } from "./options.ts";
import { ProgressLine } from "./progressLine.ts";
import { select } from "./selection.ts";
import type { Session } from "./session.ts";

/** The options of `matrix`, as they are parsed. */
interface MatrixOptions {
  readonly runs: number;
  readonly seed: number;
  /** The folder that matrix.json and matrix.md are written to. */
  readonly out: string;
}

export const addMatrix: AddCommand = (program, session, onDone) => {
  program
    .command("matrix")
    .description("check every adapter of a folder; write executors by rules")
    .argument("[folder]", "without its folders faulty and variants", "adapters")
    .option("--runs <N>", "random runs for each executor", wholeNumber(0, RUNS_MAX), RUNS)
    .option("--seed <S>", "seed of the random runs", anySeed, 1)
    .option("--out <DIR>", "where matrix.json and matrix.md go", "reports")
    .action(async (folder: string, options: MatrixOptions) => onDone(await matrix(folder, options, session)));
};

/** Random runs for each executor. */
const RUNS = 5000;

/** Folders whose adapters are wrong on purpose, or are no executors that anybody uses. */
const LEFT_OUT = new Set(["faulty", "variants", "fixtures", "node_modules"]);

/** In real time a run takes milliseconds. */
const REAL_TIME_RUNS_MAX = 100;

const MODULE = /(?<!\.d)\.(ts|mts|js|mjs)$/;
const TEST = /\.(test|spec)\.\w+$/;

/**
 * Checks every adapter of a folder, and writes executors by rules as JSON and Markdown. It is a report and not a gate: red
 * cells do not make it fail, an executor that could not be checked does.
 */
async function matrix(folder: string, options: MatrixOptions, session: Session): Promise<ExitCode> {
  const entries: MatrixEntry[] = [];
  for (const path of await moduleFiles(folder)) {
    const opening = { workers: availableParallelism(), inProcess: false, optional: true } as const;
    const module = await openModule(path, opening, session.containment);
    if (module === undefined) continue;
    try {
      entries.push(...(await entriesOf(module, path, options, session)));
    } finally {
      await module.close();
    }
  }
  if (entries.length === 0) {
    throw new UsageError(
      `Expected adapter modules in ${folder}, got none: a module whose default export is an adapter, or an array of them`,
    );
  }
  await write(options, entries, session);
  return entries.some(({ result }) => result.verdict === "error") ? 3 : 0;
}

async function entriesOf(
  module: AdapterModule,
  path: string,
  options: MatrixOptions,
  { terminal }: Session,
): Promise<readonly MatrixEntry[]> {
  const entries: MatrixEntry[] = [];
  const promises = (module.promises ?? {}) as Readonly<Record<string, PromiseNote>>;
  for (const { adapter, profile } of select(module.adapters, { adapters: [], rules: [] })) {
    const progress = new ProgressLine(terminal, adapter.name);
    const pool = module.pool(adapter, { stepsMax: STEPS_DEFAULT });
    const { result } = await campaignOn(pool, profile, adapter, {
      seed: options.seed,
      runs: runsOf(adapter, options),
      onProgress: (now) => progress.show(now),
    });
    progress.clear();
    entries.push({ module: path.split(sep).join("/"), result: { ...result, durationMs: 0 }, promises });
    terminal.write(renderOverview([result], terminal).slice(0, 1));
  }
  return entries;
}

function runsOf({ realTime }: AdapterFacts, { runs }: MatrixOptions): number {
  return realTime === true ? Math.min(runs, REAL_TIME_RUNS_MAX) : runs;
}

async function write(
  { out, seed }: MatrixOptions,
  entries: readonly MatrixEntry[],
  { terminal }: Session,
): Promise<void> {
  const [{ id, hash }] = requirementSets;
  const made: Matrix = {
    schemaVersion: 1,
    kit: KIT,
    requirementSet: { id, hash },
    date: new Date().toISOString().slice(0, 10),
    seed,
    entries,
  };
  const [json, markdown] = [join(out, "matrix.json"), join(out, "matrix.md")];
  await mkdir(dirname(json), { recursive: true });
  await writeFile(json, `${JSON.stringify(made, undefined, 2)}\n`);
  await writeFile(markdown, renderMatrix(made));
  terminal.write([`${entries.length} executors, written to ${json} and ${markdown}`]);
}

async function moduleFiles(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UsageError(`Expected a folder with adapters at ${folder}, got nothing that can be read`);
  });
  return files
    .filter((file) => file.isFile() && MODULE.test(file.name) && !TEST.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => LEFT_OUT.has(part)),
    )
    .toSorted();
}
