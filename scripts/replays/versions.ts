import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Replayed } from "./hashes.ts";

/** How the counterexamples of one version of Node compare with those of this one. */
export type Comparison = "same" | "other scenario" | "other hash" | "absent";

/** Compares what another version did about one counterexample. */
export function compareReplayed({ profile, fault, scenario, hash }: Replayed, others: readonly Replayed[]): Comparison {
  const other = others.find((one) => one.profile === profile && one.fault === fault);
  if (other === undefined) return "absent";
  if (other.scenario !== scenario) return "other scenario";
  return other.hash === hash && other.same === other.replays ? "same" : "other hash";
}

/**
 * Runs a script under another major version of Node, that of npm's package `node`, and reads the lines of JSON it prints.
 *
 * @throws Error when it does not end well.
 */
export async function underNode(
  version: number,
  script: string,
  args: readonly string[],
): Promise<{ readonly version: string; readonly replayed: readonly Replayed[] }> {
  const child = spawn("npx", ["-y", "-p", `node@${version}`, "node", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    }),
  ]);
  if (code !== 0) throw new Error(`Node ${version} ended with ${code}`);
  const [first = "", ...lines] = output.trim().split("\n");
  return {
    version: (JSON.parse(first) as { readonly node: string }).node,
    replayed: lines.map((line) => JSON.parse(line) as Replayed),
  };
}
