import type { ProfileName } from "../contract/adapter.ts";
import { AdapterError } from "./world.ts";

/**
 * Checks that an executor has the methods of its profile and of the capabilities its adapter declares.
 *
 * @throws AdapterError naming the method and the capability that asks for it.
 */
export function requireMethods<Executor extends object>(
  profile: ProfileName,
  executor: unknown,
  methods: readonly (keyof Executor & string)[],
  byCapability: readonly (readonly [capability: string, method: keyof Executor & string])[],
  declared: object,
): Executor {
  if (typeof executor !== "object" || executor === null) {
    throw new AdapterError(`Expected create() to give a ${profile} executor, got ${String(executor)}`);
  }
  const members = executor as Record<string, unknown>;
  for (const method of methods) {
    if (typeof members[method] !== "function") {
      throw new AdapterError(
        `Expected a ${profile} executor with the method ${method}(), got none: add it to what create() returns`,
      );
    }
  }
  for (const [capability, method] of byCapability) {
    if ((declared as Record<string, unknown>)[capability] === true && typeof members[method] !== "function") {
      throw new AdapterError(
        `The adapter declares the capability ${capability}, but its executor has no method ${method}(): ` +
          `add the method, or do not declare ${capability}`,
      );
    }
  }
  return executor as Executor;
}
