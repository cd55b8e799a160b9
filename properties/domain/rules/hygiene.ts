import { defineRule } from "../../../src/contract/rule.ts";
import { describeEscape } from "../../escapes.ts";
import type { DomainFacts } from "../facts.ts";

const nothingEscapes = defineRule<DomainFacts>({
  id: "domain/nothing-escapes",
  profile: "domain",
  level: "MUST",
  sentence: "No unhandled rejection and no uncaught exception, whatever tools, release, sink and callbacks do.",
  checks:
    "Watches the process for both while the run lasts, and the thread for loops, microtasks without end, memory and exits; exercised by every run in which something fails or throws.",
  lookAt:
    "A promise without a rejection handler, or a throw from a callback of the host inside a promise reaction or a timer.",
  check(facts, findings) {
    if (somethingFailed(facts)) findings.exercised();
    for (const escape of facts.escapes) {
      // A loop inside a call is judged by what the call promises.
      if (escape.during === "handle" || escape.during === "halt") continue;
      findings.violated(escape.at, describeEscape(escape));
    }
  },
});

function somethingFailed(facts: DomainFacts): boolean {
  return (
    facts.sinkFaultAt < Infinity ||
    facts.runs.some(({ how }) => how === "rejected" || how === "threw") ||
    facts.releases.some(({ how }) => how === "rejected" || how === "threw") ||
    facts.resets.some(({ how }) => how === "rejected" || how === "threw")
  );
}

const commandNotMutated = defineRule<DomainFacts>({
  id: "domain/command-not-mutated",
  profile: "domain",
  level: "MUST",
  sentence: "Commands and orders are left as they were given (compared with a copy).",
  checks: "At the end of a run every command and every order still has the fields it was given with.",
  lookAt: "Fields written onto the command to keep state; keep it in a node of your own.",
  check({ commands, stops, mutated }, findings) {
    if (commands.length > 0 || stops.length > 0) findings.exercised();
    for (const { at, what } of mutated) findings.violated(at, `${what} was changed by the executor`);
  },
});

export const nothingLeftBehind = defineRule<DomainFacts>({
  id: "domain/nothing-left-behind",
  profile: "domain",
  level: "SHOULD",
  sentence: "After the end of a run no timer, listener, socket or process of the executor remains.",
  checks:
    "After everything was granted, pending timers were fired and `dispose` was called, no timer is pending and `dispose` has settled; in the process, no real timer, server, socket or child process is active that was not before the run, and no listener was added to `process`.",
  silentWhen:
    "What was unref'ed keeps nothing alive and is not seen. The kit hands no signal to a domain, and does not count the listeners on signals of its own.",
  lookAt:
    "An interval that is never cleared, or a timer that is armed again when it fires; a server, a child process or a listener on `process` that stays. Clear and close in `dispose`.",
  check({ left }, findings) {
    findings.exercised();
    for (const { at, what } of left) findings.violated(at, `the executor left ${what}`);
  },
});

/** The rules about what an executor must not do to its surroundings. */
export const hygieneRules = [nothingEscapes, commandNotMutated];
