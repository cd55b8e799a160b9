import type { JobAdapter, JobRuntime } from "executor-conformance";

const everything = {
  list: true,
  get: true,
  wait: true,
  output: true,
  notices: true,
  ownerFence: true,
  noTokenFence: true,
  unowned: true,
  validation: true,
  settledKill: true,
  dispose: true,
  disposeOwner: true,
  presentation: true,
} as const;

/** Runtimes that are no small difference away from a correct one. */
const adapters: readonly JobAdapter[] = [
  { profile: "job", name: "answers-nothing", capabilities: everything, create: () => runtimeOf(() => undefined) },
  { profile: "job", name: "answers-nonsense", capabilities: everything, create: () => runtimeOf(() => [null, 7]) },
  {
    profile: "job",
    name: "never-answers",
    capabilities: everything,
    create: () => runtimeOf(() => new Promise(() => {})),
  },
  { profile: "job", name: "always-refuses", capabilities: everything, create: () => runtimeOf(refuse) },
];

export default adapters;

function refuse(): never {
  throw new Error("refused");
}

/** A runtime of which every method does the same. */
function runtimeOf(method: () => unknown): JobRuntime {
  const names = ["start", "read", "cancel", "list", "get", "wait", "disposeOwner", "dispose"] as const;
  return Object.fromEntries(names.map((name) => [name, method])) as unknown as JobRuntime;
}
