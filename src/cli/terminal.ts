import { coloured, plain, type Paint } from "../report/paint.ts";

const WIDTH_DEFAULT = 80;
const WIDTH_MIN = 60;
const WIDTH_MAX = 120;

/**
 * The two output streams, as they were before any executor could replace or write to them.
 *
 * A reader that goes away (`| head`) ends the output, and changes nothing else.
 */
export class Terminal {
  readonly paint: Paint = wantsColour(process.stdout.isTTY, process.env) ? coloured : plain;
  /** Whether a person watches the error stream. */
  readonly isWatched = process.stderr.isTTY;
  readonly #out = process.stdout.write.bind(process.stdout);
  readonly #error = process.stderr.write.bind(process.stderr);

  constructor() {
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
      });
    }
  }

  /** Columns to write for: as many as there are now, since a watch may see its window grow. */
  get width(): number {
    return widthOf(process.stdout.columns ?? Number(process.env["COLUMNS"]));
  }

  /** Writes lines to the output. */
  write(lines: readonly string[]): void {
    this.#out(`${lines.join("\n")}\n`);
  }

  /** Writes lines to the error stream. */
  writeError(lines: readonly string[]): void {
    this.#error(`${lines.join("\n")}\n`);
  }

  /** Writes text to the error stream as it is. */
  writeStatus(text: string): void {
    this.#error(text);
  }

  /** Resolves when everything that was written has left the process, or nobody reads it any more. */
  async flush(): Promise<void> {
    for (const write of [this.#out, this.#error]) {
      await new Promise<void>((resolve) => {
        write("", () => resolve());
      });
    }
  }
}

function widthOf(columns: number): number {
  if (!Number.isInteger(columns) || columns <= 0) return WIDTH_DEFAULT;
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, columns));
}

/** The convention of Node and of no-color.org: `FORCE_COLOR` decides, then `NO_COLOR`, then whether a person watches. */
export function wantsColour(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  const refused = env["NO_COLOR"];
  return isTTY && (refused === undefined || refused === "") && env["TERM"] !== "dumb";
}
