#!/usr/bin/env node
import { writeSync } from "node:fs";
import { realTimers } from "../run/realTimers.ts";
import { Containment } from "../supervise/containment.ts";
import type { ExitCode } from "./exitCode.ts";
import { run } from "./run.ts";
import { Terminal } from "./terminal.ts";

/** How long, in ms, what an adapter left open may keep the process alive. */
const LINGER_MS = 1000;

const terminal = new Terminal();
const containment = new Containment();

let code: ExitCode | undefined;

// Whoever ends the process, and however, it ends with the code of a broken run, until something was found. This is no
// listener, for an adapter can remove those, and nothing but an exit code that is set at the very end holds.
const emit = process.emit.bind(process) as (event: string, ...args: unknown[]) => boolean;
process.emit = ((event: string, ...args: unknown[]): boolean => {
  if (event !== "exit") return emit(event, ...args);
  try {
    return emit(event, ...args);
  } finally {
    if (code === undefined)
      writeSync(2, "error: the process ended in the middle: something never settles, or ended it\n");
    process.exitCode = code ?? 3;
  }
}) as typeof process.emit;

containment.enter();
const found = await run(process.argv.slice(2), { terminal, containment });
await terminal.flush();
containment.leave();
code = found;
// Listeners of an adapter must not change what was found.
process.removeAllListeners("exit");
process.exitCode = code;
// Everything is written. Without something left open this timer never fires.
realTimers.setTimeout(() => process.exit(), LINGER_MS).unref();
