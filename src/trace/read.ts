import type { ZodType } from "zod";
import { UnreadableFileError } from "../contract/storedFile.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import { footerSchema, headerSchema, recordSchemas, type TraceFooter, type TraceHeader } from "./schema.ts";

type AnyRecord = RecordBase & { readonly type: string };

/** A trace as it was read, and where its records stand. */
export interface StoredTrace {
  readonly trace: Trace<AnyRecord>;
  readonly source: TraceHeader["source"];
  /** Why only a beginning can be judged; the trace holds that beginning. */
  readonly undecided?: TraceFooter["undecided"];
}

/** The line of a record in the file, from 1: the header is before the first one. */
export function lineOf(seq: number): number {
  return seq + 2;
}

const EXPECTED = "a trace";

/**
 * Reads a trace from the text of a `trace.jsonl` file: a header, one record a line with its own number, a footer.
 *
 * @throws UnreadableFileError naming the line and what is wrong with it.
 */
export function parseTrace(text: string, path: string): StoredTrace {
  const lines = new Lines(text, path);
  const { profile, capabilities, settleMs, setup, source } = lines.header();
  const schema: ZodType<AnyRecord & { readonly seq: number }> = recordSchemas[profile];
  const records: AnyRecord[] = [];
  const last = lines.count;
  for (let line = 2; line < last; line += 1) {
    const { seq, ...record } = lines.read(line, schema);
    if (seq !== records.length) throw lines.wrong(line, `the record ${seq}, where ${records.length} comes next`);
    records.push(record);
  }
  const { records: count, undecided } = lines.footer();
  if (count !== records.length) throw lines.wrong(last, `a footer of ${count} records after ${records.length}`);
  const judged = undecided === undefined ? records : records.slice(0, undecided.seq);
  const trace = { profile, capabilities, settleMs, setup, records: judged };
  return { trace, source, ...(undecided === undefined ? {} : { undecided }) };
}

/** The lines of one file, read by schemas. */
class Lines {
  readonly #path: string;
  readonly #lines: readonly string[];

  constructor(text: string, path: string) {
    this.#path = path;
    this.#lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  }

  get count(): number {
    return this.#lines.length;
  }

  header(): TraceHeader {
    const value = this.#json(1);
    if (!isObject(value) || !("profile" in value))
      throw this.wrong(1, "no header, which names profile and schemaVersion");
    if (value["schemaVersion"] !== 1) {
      throw this.wrong(1, `schemaVersion ${JSON.stringify(value["schemaVersion"])}, and this kit reads 1`);
    }
    return this.#fit(1, headerSchema, value);
  }

  footer(): TraceFooter {
    const value = this.count < 2 ? undefined : this.#json(this.count);
    if (!isObject(value) || value["type"] !== "end") {
      throw this.wrong(this.count, 'no footer { "type": "end", "records": … }: the trace was cut off');
    }
    return this.#fit(this.count, footerSchema, value);
  }

  read<T>(line: number, schema: ZodType<T>): T {
    const value = this.#json(line);
    if (isObject(value) && value["type"] === "end") throw this.wrong(line, "a footer before the last line");
    return this.#fit(line, schema, value);
  }

  wrong(line: number, got: string): UnreadableFileError {
    return new UnreadableFileError(this.#path, EXPECTED, `in line ${line} ${got}`);
  }

  #json(line: number): unknown {
    const text = this.#lines[line - 1] ?? "";
    if (text.trim() === "") throw this.wrong(line, "nothing");
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.wrong(line, `text that is not JSON: ${(error as Error).message}`);
    }
  }

  #fit<T>(line: number, schema: ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const type = isObject(value) && typeof value["type"] === "string" ? ` in ${JSON.stringify(value["type"])}` : "";
    const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
    throw this.wrong(line, `something else${type}: ${issue?.message ?? "no record"}${place}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
