import { UsageError } from "../explore/usageError.ts";
import type { BenchOptions } from "./benchRun.ts";

/** What `bench` is asked to do: to compare adapters, to count what their operations make, or to compare two versions. */
export type Way =
  | { readonly kind: "comparison" | "counters" }
  | { readonly kind: "gate"; readonly base: string; readonly head: string };

/** Which way is meant. @throws UsageError where that is not clear, or for an option that would be left unheard. */
export function wayOf(paths: readonly string[], options: BenchOptions): Way {
  const way = meant(paths, options);
  for (const { given, kinds, names } of HEARD) {
    const unheard = kinds.includes(way.kind) ? undefined : names.find((name) => options[name] !== undefined);
    if (unheard !== undefined) throw new UsageError(`Expected --${OPTION[unheard] ?? unheard} only ${given}`);
  }
  return way;
}

function meant(paths: readonly string[], { base, head, counters = false, record }: BenchOptions): Way {
  if (base === undefined && head === undefined) {
    if (paths.length > 0) return { kind: counters ? "counters" : "comparison" };
    const hint =
      typeof record === "string" ? `; --record took ${record} as its file: put the modules before --record` : "";
    throw new UsageError(`Expected adapter modules, or --base and --head, got neither${hint}`);
  }
  if (base === undefined || head === undefined) throw new UsageError("Expected --base and --head, got one");
  if (counters) throw new UsageError("Expected adapter modules with --counters, got --base and --head");
  if (paths.length === 0) return { kind: "gate", base, head };
  throw new UsageError(`Expected either adapter modules or --base and --head, got ${paths[0]} as well`);
}

/** The options that only some ways hear. */
const HEARD: readonly {
  readonly given: string;
  readonly kinds: readonly Way["kind"][];
  readonly names: readonly (keyof BenchOptions)[];
}[] = [
  { given: "with --base and --head", kinds: ["gate"], names: ["limit", "processes", "seed"] },
  { given: "with --counters", kinds: ["counters"], names: ["budget", "updateBudget"] },
  { given: "without --counters", kinds: ["comparison", "gate"], names: ["size", "time", "report"] },
  {
    given: "with adapter modules, and without --counters: a history is of what they took",
    kinds: ["comparison"],
    names: ["record"],
  },
];

/** As they are written, where that differs from the name. */
const OPTION: Readonly<Partial<Record<keyof BenchOptions, string>>> = { updateBudget: "update-budget" };
