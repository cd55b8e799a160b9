import { isAbsolute, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PastedAdapter } from "../report/pasteTest.ts";

/** The adapter of a module as a test in the current folder imports it. */
export function pastedFrom(path: string, { name }: { readonly name: string }): PastedAdapter {
  return { name, module: specifierOf(path) };
}

function specifierOf(path: string): string {
  const from = relative("", resolve(path));
  // Another drive has no relative path.
  if (isAbsolute(from)) return pathToFileURL(from).href;
  const posix = from.replaceAll("\\", "/");
  return posix.startsWith("../") ? posix : `./${posix}`;
}
