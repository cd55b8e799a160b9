/**
 * Whether counterexamples replay to one hash, again and again and under every version of Node:
 * `replays [--replays N] [--every N] [--node VERSION]... [--hashes]`.
 *
 * Takes every so many faulty executors of each profile, finds a counterexample of each by a campaign, and replays it; then
 * the same under other versions of Node, by npm's package `node`. `--hashes` only prints what this version comes to, as lines
 * of JSON. Ends with exit code 1 when a hash differs, 2 for a bad option.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { everyNth } from "./faults/faulty.ts";
import { replayed, type Replayed } from "./replays/hashes.ts";
import { compareReplayed, underNode } from "./replays/versions.ts";

const { values } = parseArgs({
  options: {
    replays: { type: "string", default: "1000" },
    every: { type: "string", default: "10" },
    node: { type: "string", multiple: true, default: ["20", "22", "24", "26"] },
    hashes: { type: "boolean", default: false },
  },
});
const [replays, every] = [Number(values.replays), Number(values.every)];
const versions = values.node.map(Number);
if (![replays, every, ...versions].every((count) => Number.isInteger(count) && count > 0)) {
  console.error("Expected whole numbers above zero");
  process.exit(2);
}

async function printHashes(): Promise<void> {
  console.log(JSON.stringify({ node: process.version }));
  for (const faulty of everyNth(every)) {
    const one = await replayed(faulty, replays);
    if (one !== undefined) console.log(JSON.stringify(one));
  }
}

async function replayHere(): Promise<readonly Replayed[]> {
  const all: Replayed[] = [];
  for (const faulty of everyNth(every)) {
    const one = await replayed(faulty, replays);
    if (one === undefined) {
      console.log(`no counterexample of ${faulty.adapter.name}`);
      continue;
    }
    all.push(one);
    const { profile, fault, rule, steps, hash, same } = one;
    console.log(
      `${hash}  ${same} of ${replays}  ${profile} ${fault}: ${rule}, ${steps} ${steps === 1 ? "step" : "steps"}`,
    );
  }
  return all;
}

/** Prints the counterexamples that come to something else under a version; gives their number. */
async function compareWith(version: number, here: readonly Replayed[]): Promise<number> {
  const script = fileURLToPath(import.meta.url);
  const args = ["--hashes", "--replays", String(replays), "--every", String(every)];
  const other = await underNode(version, script, args);
  const differing = here.filter((one) => compareReplayed(one, other.replayed) !== "same");
  console.log(`Node ${other.version}: ${here.length - differing.length} of ${here.length} the same`);
  for (const one of differing) {
    console.log(`  ${compareReplayed(one, other.replayed)}: ${one.profile} ${one.fault} ${one.rule}`);
  }
  return differing.length;
}

if (values.hashes) {
  await printHashes();
} else {
  console.log(
    `Node ${process.version}: ${replays} replays of each counterexample, of one in ${every} faulty executors`,
  );
  const here = await replayHere();
  let differing = here.filter(({ same }) => same < replays).length;
  for (const version of versions) differing += await compareWith(version, here);
  console.log(`${here.length} counterexamples, ${versions.length} versions of Node: ${differing} differences`);
  if (differing > 0) process.exitCode = 1;
}
