import type { ResolveHook } from "node:module";

const PARAMETER = "instance";

/** Where the kit is: what it imports for itself belongs to nobody. */
const KIT = new URL("../../", import.meta.url).href;

/** The instance that was asked for last. */
let latest: string | null = null;

/**
 * A hook of Node's module loader: what a module imports belongs to the same instance as the module itself. Without it two
 * instances of an adapter would share the executor that both import, and its compiled code.
 *
 * A CommonJS module has no name of an instance. What it imports belongs to the one that was asked for last, which is its own
 * unless it waits until others are loaded as well.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  if (!resolved.url.startsWith("file:")) return resolved;
  const url = new URL(resolved.url);
  const { parentURL = KIT } = context;
  if (parentURL.startsWith(KIT) && instanceOf(parentURL) === null) {
    latest = instanceOf(url) ?? latest;
    return resolved;
  }
  const instance = instanceOf(parentURL) ?? latest;
  if (instance !== null) url.searchParams.set(PARAMETER, instance);
  return { ...resolved, url: url.href };
};

function instanceOf(url: string | URL): string | null {
  return new URL(url).searchParams.get(PARAMETER);
}
