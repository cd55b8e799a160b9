#!/usr/bin/env node
import { writeSync } from "node:fs";
import { realTimers } from "../run/realTimers.ts";
import { Containment } from "./containment.ts";
import type { ExitCode } from "./exitCode.ts";
import { run } from "./run.ts";
import { Terminal } from "./terminal.ts";

/** How long, in ms, what an adapter left open may keep the process alive. */
const LINGER_MS = 1000;

const terminal = new Terminal();
const containment = new Containment();
let code: ExitCode | undefined;

// Whoever ends the process, and however, it ends with the code of what was found; before that, with that of a broken run.
process.on("exit", () => {
  if (code === undefined) {
    writeSync(2, "error: the process ended in the middle: something never settles, or ended it\n");
  }
  process.exitCode = code ?? 3;
});

containment.enter();
code = await run(process.argv.slice(2), { terminal, containment });
await terminal.flush();
containment.leave();
// Everything is written. Without something left open this timer never fires.
realTimers.setTimeout(() => process.exit(), LINGER_MS).unref();
