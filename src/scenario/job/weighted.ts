import type { CallbackFault } from "../../contract/job-trace.ts";
import type { JobCapabilities } from "../../contract/job.ts";
import type { Gap } from "../../contract/scenario.ts";
import { oneIn, pick, someThrown, thrown } from "../chance.ts";
import { Menu } from "../menu.ts";
import type { RandomSource, WeightedModel } from "../space.ts";
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

  offer(menu: Menu<JobStep>, random: RandomSource): void {
    this.#addStart(random, menu);
    this.#addProducers(random, menu);
    this.#addTargeted(random, menu);
    this.#addList(random, menu);
    this.#addDisposals(random, menu);
    this.#addFaults(random, menu);
    menu.call(5, () => ({ op: "advance", ms: pick(random, TIMES) ?? 1 }));
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

  #addStart(random: RandomSource, menu: Calls): void {
    const { jobs, isDisposed, running } = this.#state;
    if (jobs.length >= JOBS_MAX || (this.#tokens().length === 0 && this.#can.unowned !== true)) return;
    menu.call(isDisposed ? 12 : running.length === 0 ? 60 : 22, () => this.#start(random));
  }

  #start(random: RandomSource): StartCall {
    const { jobs } = this.#state;
    const owner = this.#owner(random);
    const named = oneIn(random, 20) ? pick(random, jobs) : undefined;
    return {
      op: "start",
      job: `j${jobs.length + 1}`,
      ...(owner === undefined ? {} : { owner }),
      ...(named === undefined ? {} : { label: named.label ?? `the label of ${named.name}` }),
      ...(oneIn(random, 5) ? { final: true } : {}),
      ...this.#kindOfProducer(random),
    };
  }

  /** Who may own a new job. */
  #tokens(): readonly string[] {
    const { disposedOwners } = this.#state;
    const tokens = this.#can.ownerFence === true ? OWNERS : OWNERS.slice(0, 3);
    return tokens.filter((token) => !disposedOwners.includes(token));
  }

  #owner(random: RandomSource): string | undefined {
    if (this.#can.unowned === true && oneIn(random, 6)) return undefined;
    const tokens = this.#tokens();
    const some = oneIn(random, 3)
      ? pick(random, this.#state.jobs)?.owner
      : pick(random, OWNERS.slice(0, oneIn(random, 3) ? 5 : 3));
    return some !== undefined && tokens.includes(some) ? some : tokens[0];
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

  #addTargeted(random: RandomSource, menu: Calls): void {
    const any = (): TargetedCall["op"] => pick(random, this.#methods()) ?? "read";
    menu.call(3, () => {
      const id = pick(random, NEVER_ISSUED) ?? "";
      return this.#callOf(any(), { id, by: pick(random, OWNERS) ?? null }, random);
    });
    const about = this.#about(random);
    if (about === undefined) return;
    const { name: job } = about;
    const isLive = about.state === "running" || about.state === "hung";
    const soon = this.#state.justNow === job || about.cancelThrows ? 3 : 1;
    menu.call(24, () => this.#callOf("read", { job }, random));
    menu.call((isLive ? 22 : 10) * soon, () => this.#callOf("cancel", { job }, random));
    menu.call(8, () => this.#callOf(any(), { job }, random));
    menu.call(2, () => this.#callOf(any(), { like: job }, random));
    const stranger = this.#stranger(about, random);
    if (stranger !== undefined) menu.call(22, () => this.#callOf(any(), { job, by: stranger }, random));
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

  #addList(random: RandomSource, menu: Calls): void {
    if (this.#can.list !== true) return;
    menu.call(10, () => {
      const known = pick(random, this.#state.jobs)?.owner;
      const by = oneIn(random, 3) || known === undefined ? pick(random, OWNERS) : known;
      return { op: "list", by: oneIn(random, 6) ? null : (by ?? null) };
    });
  }

  #addDisposals(random: RandomSource, menu: Calls): void {
    const { isDisposed, running, disposedOwners, jobs } = this.#state;
    if (isDisposed) return;
    if (this.#can.dispose === true) menu.call(running.length > 0 ? 5 : 2, () => ({ op: "dispose" }));
    const owner = pick(random, jobs)?.owner;
    if (this.#can.disposeOwner === true && owner !== undefined && owner !== "" && !disposedOwners.includes(owner)) {
      menu.call(running.length > 0 ? 10 : 3, () => ({ op: "dispose-owner", owner }));
    }
  }

  // ---- what the kit is asked for ----

  #addProducers(random: RandomSource, menu: Menu<JobStep>): void {
    const detail = (): { readonly detail?: true } => (oneIn(random, 3) ? { detail: true } : {});
    for (const { name: job, isCancelled } of this.#state.running) {
      const soon = this.#state.justNow === job ? 2 : 1;
      menu.answer(job, 24, () => ({ op: "output", job }));
      menu.answer(job, 14 * soon, () => ({ op: "exit", job, ...detail() }));
      menu.answer(job, 5, () => ({ op: "fail", job, ...detail() }));
      menu.answer(job, isCancelled ? 18 : 2, () => ({ op: "kill", job, ...detail() }));
      menu.answer(job, 7, () => ({ op: "reject", job, ...someThrown(random) }));
      menu.answer(job, 1, () => ({ op: "hang", job }));
    }
  }

  #addFaults(random: RandomSource, menu: Menu<JobStep>): void {
    menu.call(4, () => {
      const fault: CallbackFault = oneIn(random, 2) ? "throws" : "rejects";
      const callback = this.#can.presentation === true && oneIn(random, 2) ? "present" : "completed";
      return { op: "fault-in", callback, fault };
    });
    menu.call(8, () => this.#inside(random));
  }

  #inside(random: RandomSource): JobStep {
    const callback = pick(random, CALLBACKS) ?? "completed";
    const calls = new Menu<JobCall>();
    this.#addStart(random, calls);
    this.#addTargeted(random, calls);
    this.#addList(random, calls);
    // What a disposal from inside a start, a cancel or a hook means for that very job is not decided.
    if (callback === "completed") this.#addDisposals(random, calls);
    const call = calls.make(random.nextInt(0, calls.size - 1), random);
    return { op: "inside", callback, call: call ?? { op: "read", id: "no-such-job" } };
  }
}

/** Where the calls that can be made are put, alone or among other steps. */
type Calls = Pick<Menu<JobCall>, "call">;
