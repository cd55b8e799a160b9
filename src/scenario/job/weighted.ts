import type { CallbackFault } from "../../contract/job-trace.ts";
import type { JobCapabilities } from "../../contract/job.ts";
import type { Gap } from "../../contract/scenario.ts";
import { oneIn, pick, thrown } from "../chance.ts";
import { stepOf, type Choice, type RandomSource, type WeightedModel } from "../space.ts";
import { JobState, type ModelJob } from "./model.ts";
import type { JobCall, JobCallback, JobStep, StartCall, TargetedCall } from "./steps.ts";

const JOBS_MAX = 5;

/** Tokens of which one begins like another, one is empty, and one breaks tables made of plain objects. */
const OWNERS = ["al", "alice", "bob", "", "__proto__"] as const;

/** Ids that no runtime issues, and that plain objects know. */
const NEVER_ISSUED = ["no-such-job", "", "__proto__", "constructor", "toString"] as const;

/** Milliseconds. */
const TIMES = [1, 5, 50] as const;

const CALLBACKS: readonly JobCallback[] = ["completed", "completed", "start", "cancel", "present"];

/**
 * What a random scenario does next. The weights favour what breaks runtimes: a cancel and an end in one turn, output just
 * before an end, strangers at live jobs, disposal with work in flight.
 */
export class WeightedJobs implements WeightedModel<JobStep> {
  #state = new JobState();
  readonly #can: JobCapabilities;

  constructor(capabilities: JobCapabilities) {
    this.#can = capabilities;
  }

  choices(random: RandomSource): readonly Choice<JobStep>[] {
    return [
      ...this.#starts(random),
      ...this.#producers(random),
      ...this.#targeted(random),
      ...this.#lists(random),
      ...this.#disposals(random),
      ...this.#faults(random),
      { weight: 5, step: { op: "advance", ms: pick(random, TIMES) ?? 1 } },
    ];
  }

  tightGapPercent(step: JobStep): number {
    if (step.op === "advance") return 0;
    return step.op === "start" || step.op === "list" || step.op === "get" ? 25 : 45;
  }

  take(step: JobStep, gap: Gap | undefined): void {
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new WeightedJobs(this.#can);
    copy.#state = this.#state.clone();
    return copy as this;
  }

  // ---- the kit's calls ----

  #starts(random: RandomSource): Choice<StartCall>[] {
    const { jobs, isDisposed, running } = this.#state;
    const owner = this.#owner(random);
    if (jobs.length >= JOBS_MAX || owner === null) return [];
    const named = oneIn(random, 20) ? pick(random, jobs) : undefined;
    const step: StartCall = {
      op: "start",
      job: `j${jobs.length + 1}`,
      ...(owner === undefined ? {} : { owner }),
      ...(named === undefined ? {} : { label: named.label ?? `the label of ${named.name}` }),
      ...(oneIn(random, 5) ? { final: true } : {}),
      ...this.#kindOfProducer(random),
    };
    return [{ weight: isDisposed ? 12 : running.length === 0 ? 60 : 22, step }];
  }

  /** Null: nobody is left to own a job. */
  #owner(random: RandomSource): string | undefined | null {
    const { disposedOwners, jobs } = this.#state;
    if (this.#can.unowned === true && oneIn(random, 6)) return undefined;
    const tokens = this.#can.ownerFence === true ? OWNERS : OWNERS.slice(0, 3);
    const some = oneIn(random, 3) ? pick(random, jobs)?.owner : pick(random, tokens.slice(0, oneIn(random, 3) ? 5 : 3));
    if (some !== undefined && !disposedOwners.includes(some)) return some;
    return tokens.find((token) => !disposedOwners.includes(token)) ?? null;
  }

  #kindOfProducer(random: RandomSource): Partial<StartCall> {
    switch (random.nextInt(1, 24)) {
      case 1:
      case 2:
        return { throws: thrown(random) };
      case 3:
        return this.#can.validation === true ? { empty: oneIn(random, 2) ? "kind" : "label" } : {};
      case 4:
        return { instant: oneIn(random, 3) ? "reject" : "exit" };
      case 5:
      case 6:
        return { onCancel: "throws" };
      case 7:
        return { onCancel: "throws" };
      case 8:
      case 9:
        return { onCancel: "settles" };
      default:
        return {};
    }
  }

  #targeted(random: RandomSource): Choice<TargetedCall>[] {
    const about = this.#about(random);
    const unknown = pick(random, NEVER_ISSUED) ?? "";
    const op = pick(random, this.#methods()) ?? "read";
    const choices: Choice<TargetedCall>[] = [
      { weight: 3, step: this.#callOf(op, { id: unknown, by: pick(random, OWNERS) ?? null }, random) },
    ];
    if (about === undefined) return choices;
    const { name: job } = about;
    const isLive = about.state === "running" || about.state === "hung";
    const soon = this.#state.justNow === job || about.cancelThrows ? 3 : 1;
    choices.push(
      { weight: 24, step: this.#callOf("read", { job }, random) },
      { weight: (isLive ? 22 : 10) * soon, step: this.#callOf("cancel", { job }, random) },
      { weight: 8, step: this.#callOf(op, { job }, random) },
      { weight: 2, step: this.#callOf(op, { like: job }, random) },
    );
    const stranger = this.#stranger(about, random);
    if (stranger !== undefined) choices.push({ weight: 22, step: this.#callOf(op, { job, by: stranger }, random) });
    return choices;
  }

  #methods(): TargetedCall["op"][] {
    return ["read", "cancel", ...(["get", "wait"] as const).filter((op) => this.#can[op] === true)];
  }

  #callOf(
    op: TargetedCall["op"],
    target:
      | { readonly job: string; readonly by?: string | null }
      | { readonly like: string }
      | { readonly id: string; readonly by: string | null },
    random: RandomSource,
  ): TargetedCall {
    switch (op) {
      case "read":
      case "get":
        return { op, ...target };
      case "cancel":
        return { op, ...target, ...(oneIn(random, 2) ? { reason: "no longer needed" } : {}) };
      case "wait":
        return { op, ...target, ms: oneIn(random, 5) ? 0 : (pick(random, TIMES) ?? 1) };
    }
  }

  /** A job to talk about: the one of the last step, or any. */
  #about(random: RandomSource): ModelJob | undefined {
    const { started, justNow } = this.#state;
    const recent = started.find(({ name }) => name === justNow);
    return recent !== undefined && !oneIn(random, 3) ? recent : pick(random, started);
  }

  /** A token that does not own the job; undefined where what a stranger gets is not decided, null for none. */
  #stranger({ owner }: ModelJob, random: RandomSource): string | null | undefined {
    const canBeNone = owner === undefined || this.#can.noTokenFence === true;
    if (canBeNone && oneIn(random, 4)) return null;
    if (owner !== undefined && this.#can.ownerFence !== true) return canBeNone ? null : undefined;
    return pick(
      random,
      OWNERS.filter((token) => token !== owner),
    );
  }

  #lists(random: RandomSource): Choice<Extract<JobCall, { op: "list" }>>[] {
    if (this.#can.list !== true) return [];
    const known = pick(random, this.#state.jobs)?.owner;
    const by = oneIn(random, 3) || known === undefined ? pick(random, OWNERS) : known;
    return [{ weight: 10, step: { op: "list", by: oneIn(random, 6) ? null : (by ?? null) } }];
  }

  #disposals(random: RandomSource): Choice<Extract<JobCall, { op: "dispose" | "dispose-owner" }>>[] {
    const { isDisposed, running, disposedOwners, jobs } = this.#state;
    if (isDisposed) return [];
    const choices: Choice<Extract<JobCall, { op: "dispose" | "dispose-owner" }>>[] = [];
    if (this.#can.dispose === true) choices.push({ weight: running.length > 0 ? 5 : 2, step: { op: "dispose" } });
    const owner = pick(random, jobs)?.owner;
    if (this.#can.disposeOwner === true && owner !== undefined && owner !== "" && !disposedOwners.includes(owner)) {
      choices.push({ weight: running.length > 0 ? 10 : 3, step: { op: "dispose-owner", owner } });
    }
    return choices;
  }

  // ---- what the kit is asked for ----

  #producers(random: RandomSource): Choice<JobStep>[] {
    return this.#state.running.flatMap(({ name: job, isCancelled }): Choice<JobStep>[] => {
      const soon = this.#state.justNow === job ? 2 : 1;
      const detail = oneIn(random, 3) ? ({ detail: true } as const) : {};
      const kind = thrown(random);
      return [
        { weight: 24, step: { op: "output", job } },
        { weight: 14 * soon, step: { op: "exit", job, ...detail } },
        { weight: 5, step: { op: "fail", job, ...detail } },
        { weight: isCancelled ? 18 : 2, step: { op: "kill", job, ...detail } },
        { weight: 7, step: { op: "reject", job, ...(kind === "error" ? {} : { thrown: kind }) } },
        { weight: 1, step: { op: "hang", job } },
      ];
    });
  }

  #faults(random: RandomSource): Choice<JobStep>[] {
    const fault: CallbackFault = oneIn(random, 2) ? "throws" : "rejects";
    const callback = this.#can.presentation === true && oneIn(random, 2) ? "present" : "completed";
    const inside = pick(random, CALLBACKS) ?? "completed";
    const calls: Choice<JobCall>[] = [
      ...this.#starts(random),
      ...this.#targeted(random),
      ...this.#lists(random),
      // What a disposal from inside a start, a cancel or a hook means for that very job is not decided.
      ...(inside === "completed" ? this.#disposals(random) : []),
    ];
    const choice = pick(random, calls);
    const call = choice === undefined ? undefined : stepOf(choice);
    const faults: Choice<JobStep>[] = [{ weight: 4, step: { op: "fault-in", callback, fault } }];
    if (call !== undefined) faults.push({ weight: 8, step: { op: "inside", callback: inside, call } });
    return faults;
  }
}
