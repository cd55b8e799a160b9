import { Context } from "@deepseek-ai/cordis";
import { AgentRegistry } from "@deepseek-ai/dsh-agent";
import type { JobKind, JobSnapshot as RegistrySnapshot } from "@deepseek-ai/dsh-jobs";
import { JobId } from "@deepseek-ai/dsh-jobs";
import { LocalJobRegistry } from "@deepseek-ai/dsh-jobs-local";
import type { JobHost, JobRuntime, JobSnapshot, JobSpec, OwnerToken } from "executor-conformance";
import { Agents } from "./agents.ts";

/**
 * A job registry in a composition of its own: the agent registry that owners need, the job registry, and the plugin of a
 * tool, which attaches itself as a controller (without one, nothing starts) and reaches the registry as plugins do.
 */
export async function createRuntime(host: JobHost): Promise<JobRuntime> {
  const root = new Context();
  const registry = root.plugin(LocalJobRegistry, {});
  const sessions = root.inject(["agents"], () => {});
  const tools = root.inject(["jobs"], ({ jobs }) => {
    jobs.attachController("executor-conformance");
    jobs.onJobDone((job, owner) => host.completed(asSnapshot(job), owner?.id));
  });
  await Promise.all([root.plugin(AgentRegistry), registry, sessions, tools]);
  return runtimeOf(tools.ctx, new Agents(sessions.ctx), () => registry.dispose());
}

function runtimeOf(tools: Context, agents: Agents, dispose: () => Promise<void>): JobRuntime {
  return {
    start: (spec) => tools.jobs.start(asStart(spec, agents)),
    read(id, caller) {
      const { text, snapshot } = tools.jobs.read(JobId(id), agents.of(caller));
      return { output: text, job: asSnapshot(snapshot) };
    },
    cancel: (id, caller, reason) => tools.jobs.kill(JobId(id), agents.of(caller), reason),
    list: (caller) => tools.jobs.list(agents.of(caller)).map(asSnapshot),
    get: (id, caller) => asSnapshot(tools.jobs.get(JobId(id), agents.of(caller))),
    async wait(id, timeoutMs, caller) {
      const agent = agents.of(caller);
      // Its `wait` takes positive bounds only; to look without waiting there is `get`.
      if (timeoutMs <= 0) return asSnapshot(tools.jobs.get(JobId(id), agent));
      return asSnapshot(await tools.jobs.wait(JobId(id), timeoutMs, agent));
    },
    disposeOwner: (owner: OwnerToken) => agents.dispose(owner),
    dispose,
  };
}

function asStart(spec: JobSpec, agents: Agents): Parameters<LocalJobRegistry["start"]>[0] {
  const { kind, label, owner } = spec;
  const agent = agents.of(owner);
  return {
    // Plugins declare their kinds in an interface; at run time any text will do.
    kind: kind as JobKind,
    label,
    ...(agent === undefined ? {} : { owner: agent }),
    run: () => spec.start(),
  };
}

function asSnapshot({ id, kind, label, ownerSession, status, detail }: RegistrySnapshot): JobSnapshot {
  return {
    id,
    kind,
    label,
    ...(ownerSession === undefined ? {} : { owner: ownerSession }),
    status,
    ...(detail === undefined ? {} : { detail }),
  };
}
