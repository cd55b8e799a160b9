import type { ResolveHook } from "node:module";

const PARAMETER = "instance";

/**
 * A hook of Node's module loader: what a module imports belongs to the same instance as the module itself. Without it two
 * instances of an adapter would share the executor that both import, and its compiled code.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  const instance = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get(PARAMETER);
  if (instance === null || !resolved.url.startsWith("file:")) return resolved;
  const url = new URL(resolved.url);
  url.searchParams.set(PARAMETER, instance);
  return { ...resolved, url: url.href };
};
