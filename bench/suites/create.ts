import { requireMethods, type Executors } from "../../src/run/methods.ts";
import { describeThrown } from "../../src/run/values.ts";
import { AdapterError } from "../../src/run/world.ts";
import { WorkNotDoneError } from "./benchmark.ts";
import { within } from "./within.ts";

/** An adapter of a profile, as far as an executor is created of it. */
interface Creating<Profile extends keyof Executors, Host> {
  readonly profile: Profile;
  readonly capabilities?: object;
  create(host: Host): unknown;
}

/** How long, in ms, the creation of an executor may take: it may start a server. */
const CREATE_MS_MAX = 30_000;

/**
 * Creates an executor, and checks that it has the methods that its adapter promises.
 *
 * @throws AdapterError where it cannot be created, or lacks a method; WorkNotDoneError where that never comes to an end.
 */
export async function createExecutor<Profile extends keyof Executors, Host>(
  adapter: Creating<Profile, Host>,
  host: Host,
  msMax = CREATE_MS_MAX,
): Promise<Executors[Profile]> {
  let executor: unknown;
  try {
    executor = await within(msMax, (async () => adapter.create(host))(), "create() did not settle");
  } catch (error) {
    if (error instanceof WorkNotDoneError) throw error;
    throw new AdapterError(`create() threw ${describeThrown(error)}`, { cause: error });
  }
  return requireMethods(adapter.profile, executor, adapter.capabilities ?? {});
}
