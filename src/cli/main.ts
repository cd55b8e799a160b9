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

// Whoever ends the process, and however, it ends with the code of a broken run, until something was found.
process.on("exit", () => {
  writeSync(2, "error: the process ended in the middle: something never settles, or ended it\n");
  process.exitCode = 3;
});

containment.enter();
const code: ExitCode = await run(process.argv.slice(2), { terminal, containment });
await terminal.flush();
containment.leave();
// Listeners of an adapter must not change what was found.
process.removeAllListeners("exit");
process.on("exit", () => {
  process.exitCode = code;
});
process.exitCode = code;
// Everything is written. Without something left open this timer never fires.
realTimers.setTimeout(() => process.exit(), LINGER_MS).unref();
