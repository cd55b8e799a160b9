import { requireMethods, type Executors } from "../../src/run/methods.ts";
import { describeThrown } from "../../src/run/values.ts";
import { AdapterError } from "../../src/run/world.ts";

/** An adapter of a profile, as far as an executor is created of it. */
interface Creating<Profile extends keyof Executors, Host> {
  readonly profile: Profile;
  readonly capabilities?: object;
  create(host: Host): unknown;
}

/**
 * Creates an executor, and checks that it has the methods that its adapter promises.
 *
 * @throws AdapterError where it cannot be created, or lacks a method.
 */
export async function createExecutor<Profile extends keyof Executors, Host>(
  adapter: Creating<Profile, Host>,
  host: Host,
): Promise<Executors[Profile]> {
  let executor: unknown;
  try {
    executor = await adapter.create(host);
  } catch (error) {
    throw new AdapterError(`create() threw ${describeThrown(error)}`, { cause: error });
  }
  return requireMethods(adapter.profile, executor, adapter.capabilities ?? {});
}
