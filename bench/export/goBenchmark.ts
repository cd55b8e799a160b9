import type { Comparison } from "../report/comparison.ts";
import { measuredIn, type Measured } from "../report/measured.ts";

/**
 * The medians as the benchmarks of Go are written (https://go.dev/design/14313-benchmark-format), so that benchstat reads
 * them: a line for each, with the number of operations, and values with their units. Where several runs are put into one file
 * benchstat has its samples.
 */
export function toGoBenchmark(comparison: Comparison): string {
  const { kit, machine } = comparison;
  const lines = [`pkg: ${kit.name}`, `cpu: ${machine.cpu.replaceAll(/\s+/g, " ").trim()}`];
  return `${[...lines, ...measuredIn(comparison).map((measured) => line(measured, machine.cores))].join("\n")}\n`;
}

/** What stands behind the last dash are the processors: without them a name that ends in a number would lose it. */
function line({ benchmark, adapter, cell }: Measured, cores: number): string {
  const name = `Benchmark${camelCase(benchmark)}/adapter=${word(adapter)}/size=${cell.size}-${cores}`;
  const operations = cell.samples * cell.operationsPerSample;
  const { p50, p99 } = cell.latency;
  return [name, Math.round(operations), `${decimal(p50)} ns/op`, `${decimal(p99)} p99-ns/op`].join("\t");
}

/** `domain/handle-to-start` as `DomainHandleToStart`. */
function camelCase(id: string): string {
  return id.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A name ends at a space, and a part of it at a slash: such characters are percent-encoded, so that no two names become one. */
function word(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_.-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}

const DECIMAL = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6, useGrouping: false });

/** Never with an exponent. */
function decimal(ns: number): string {
  return DECIMAL.format(ns);
}
