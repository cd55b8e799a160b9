import type { Context } from "@deepseek-ai/cordis";
import type { Agent } from "@deepseek-ai/dsh-agent";
import { createScope } from "@deepseek-ai/dsh-scope";
import type { OwnerToken } from "executor-conformance";

interface LiveAgent {
  readonly agent: Agent;
  readonly unregister: () => unknown;
  readonly dispose: () => Promise<void>;
}

/**
 * The agents of one run: an owner token is the id of an agent that is registered when the token is first used, as the owner of
 * a job has to be.
 */
export class Agents {
  readonly #ctx: Context;
  readonly #agents = new Map<OwnerToken, LiveAgent>();

  /** `ctx` belongs to a plugin that injects `agents`, and outlives the job registry. */
  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** A caller without a token is no agent. */
  of(token: OwnerToken | undefined): Agent | undefined {
    return token === undefined ? undefined : this.#live(token).agent;
  }

  /** Ends an agent as the agent loop does: out of the registry first, then its scope with all that hangs on it. */
  async dispose(token: OwnerToken): Promise<void> {
    const { unregister, dispose } = this.#live(token);
    await unregister();
    await dispose();
  }

  #live(token: OwnerToken): LiveAgent {
    const live = this.#agents.get(token) ?? this.#register(token);
    this.#agents.set(token, live);
    return live;
  }

  /** The two packages read nothing of an agent but its identity and its scope; the rest of it drives a model. */
  #register(token: OwnerToken): LiveAgent {
    const agent = { id: token, session: { id: token } } as unknown as Agent;
    const scope = createScope(this.#ctx, agent);
    Object.assign(agent, { ctx: scope.ctx });
    return { agent, unregister: this.#ctx.agents.register(agent), dispose: () => scope.dispose() };
  }
}
