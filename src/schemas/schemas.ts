import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { budgetSchema } from "../../bench/counters/budgetFile.ts";
import { comparisonSchema } from "../../bench/report/comparisonFile.ts";
import { baselineSchema } from "../cli/baseline/baselineFile.ts";
import { counterexampleSchema, keptScenarioSchema } from "../explore/counterexampleFile.ts";
import { reportSchema } from "../report/reportFile.ts";
import { domainScenarioSchema } from "../scenario/domain/schema.ts";
import { jobScenarioSchema } from "../scenario/job/schema.ts";
import { laneScenarioSchema } from "../scenario/lane/schema.ts";
import { traceLineSchema } from "../trace/schema.ts";

/** A kind of file whose JSON Schema is published. */
interface FileKind {
  readonly name: string;
  readonly description: string;
  /** What its reader reads it by. */
  readonly schema: z.ZodType;
}

const scenario = z.union([domainScenarioSchema, laneScenarioSchema, jobScenarioSchema]);

const KINDS: readonly FileKind[] = [
  {
    name: "report",
    description: "What a check found, as written by --report json=PATH",
    schema: reportSchema,
  },
  {
    name: "counterexample",
    description: "An interleaving that broke a rule, and what it takes to see it again",
    schema: counterexampleSchema.extend({ scenario }),
  },
  {
    name: "scenario",
    description: "An interleaving that is kept in a corpus, for every executor of its profile",
    schema: keptScenarioSchema.extend({ scenario }),
  },
  {
    name: "baseline",
    description: "What executors are known to break, as read by --baseline",
    schema: baselineSchema,
  },
  {
    name: "trace",
    description: "One line of a trace, as written by recordTrace and read by judge: header, record or footer",
    schema: traceLineSchema,
  },
  {
    name: "bench",
    description: "What adapters took side by side, as written by bench --report json=PATH",
    schema: comparisonSchema,
  },
  {
    name: "bench-budget",
    description: "What operations may make, as read by bench --counters --budget",
    schema: budgetSchema,
  },
];

/** A JSON Schema and the file it is published as. */
export interface PublishedSchema {
  readonly file: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * The JSON Schemas (draft 2020-12) of the files that the kit reads, made from its readers.
 *
 * A file that a reader accepts is valid. The other way round it is not quite so: what one field asks of another, as that a
 * wait names a job or an id, only the reader knows.
 */
export function publishedSchemas(): readonly PublishedSchema[] {
  return KINDS.map(({ name, description, schema }) => {
    // What is read, and not what comes out of reading: there, unknown fields are already gone.
    const { $schema, ...body } = z.toJSONSchema(schema, { io: "input" });
    const head = { $schema, $id: `urn:executor-conformance:${name}:1`, title: name, description };
    return { file: `${name}.schema.json`, schema: { ...head, ...body } };
  });
}

/** Writes every schema into a folder, which need not be there. */
export async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { file, schema } of publishedSchemas()) {
    await writeFile(join(folder, file), `${JSON.stringify(schema, undefined, 2)}\n`);
  }
}
