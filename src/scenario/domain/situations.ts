import type { DomainRecord } from "../../contract/domain-trace.ts";
import { situationsOver, type SituationTable } from "../situations.ts";
import { DomainState, isToolAnswer, type ModelStop } from "./model.ts";
import type { DomainSetup, DomainStep, ReentrantSite } from "./steps.ts";

/** More than two: enough for a drain that forgets the middle. */
const MANY = 3;

const when = situationsOver<DomainState, DomainStep, DomainSetup, DomainRecord>();

const commands = [
  when("handle", {
    id: "handle-beside-another",
    text: "a command handled while another runs",
    occurs: (state) => !state.isStopped && state.inFlight > 0,
  }),
  when("handle", {
    id: "many-in-flight",
    text: "many commands in flight",
    occurs: (state) => !state.isStopped && state.inFlight >= MANY,
  }),
  when("handle", {
    id: "handle-while-draining",
    text: "a command handled while a stop drains",
    basic: true,
    occurs: (state) => state.isStopped && state.isDraining,
  }),
  when("handle", {
    id: "handle-after-receipt",
    text: "a command handled after the receipt, before a rearm",
    occurs: (state) => state.isStopped && !state.isDraining,
  }),
  when("handle", {
    id: "handle-after-rearm",
    text: "a command handled after a rearm",
    occurs: (state) => !state.isStopped && state.stops.length > 0,
  }),
  when("handle", {
    id: "tool-throws",
    text: "a tool that throws instead of returning a promise",
    occurs: (state, { throws }) => throws !== undefined && !state.isStopped,
  }),
  when("fail", { id: "tool-fails", text: "a tool that fails" }),
  when("fail", {
    id: "tool-fails-without-error",
    text: "a tool that rejects with something that is no error",
    occurs: (_, { thrown }) => thrown !== undefined && thrown !== "error",
  }),
  when("hang", { id: "tool-hangs", text: "a tool that never settles" }),
  when("handle", {
    id: "reused-ids",
    text: "ids of an earlier command",
    capabilities: ["reusedIds"],
    occurs: (state, { commandId }) =>
      commandId !== undefined && state.commands.some((one) => one.commandId === commandId),
  }),
  when("handle", {
    id: "reused-ids-in-flight",
    text: "ids of a command that is in flight",
    capabilities: ["reusedIds"],
    occurs: (state, { commandId }) =>
      commandId !== undefined && state.running.some((one) => one.commandId === commandId),
  }),
];

const halts = [
  when("halt", {
    id: "halt-idle",
    text: "a halt with nothing in flight",
    basic: true,
    occurs: (state, { halt }) => isNew(state, halt) && state.inFlight === 0,
  }),
  when("halt", {
    id: "halt-one-in-flight",
    text: "a halt with one command in flight",
    basic: true,
    occurs: (state, { halt }) => isNew(state, halt) && state.inFlight === 1,
  }),
  when("halt", {
    id: "halt-many-in-flight",
    text: "a halt with many commands in flight",
    occurs: (state, { halt }) => isNew(state, halt) && state.inFlight >= MANY,
  }),
  when("halt", {
    id: "halt-overlapping",
    text: "a second stop while one drains",
    occurs: (state, { halt }) => isNew(state, halt) && state.isDraining,
  }),
  when("halt", {
    id: "halt-repeated-while-draining",
    text: "a repeated halt while its stop drains",
    occurs: (state, { halt }) => hasStop(state, halt, ({ state: stop }) => stop !== "done") && state.isStopped,
  }),
  when("halt", {
    id: "halt-repeated-after-receipt",
    text: "a repeated halt after its receipt",
    occurs: (state, { halt }) => hasStop(state, halt, ({ state: stop }) => stop === "done") && state.isStopped,
  }),
  when("halt", {
    id: "halt-repeated-after-rearm",
    text: "a late repeat, after the rearm",
    occurs: (state, { halt }) => !isNew(state, halt) && !state.isStopped,
  }),
  when("halt", {
    id: "settle-then-halt",
    text: "a tool that settles, and a halt in the same turn",
    occurs: (state, { halt }, previous) => isNew(state, halt) && isToolAnswer(previous?.op) && previous?.gap === "turn",
  }),
  when("halt", {
    id: "settle-hops-halt",
    text: "a tool that settles, and a halt some hops later",
    occurs: (state, { halt }, previous) =>
      isNew(state, halt) && isToolAnswer(previous?.op) && typeof previous?.gap === "number",
  }),
  when(["settle", "fail"], {
    id: "halt-then-settle",
    text: "a halt, and a tool that settles in the same turn",
    occurs: (_, __, previous) => previous?.op === "halt" && previous.gap === "turn",
  }),
  when("handle", {
    id: "halt-then-handle",
    text: "a halt, and a command in the same turn",
    occurs: (state, _, previous) => state.isStopped && previous?.op === "halt" && previous.gap === "turn",
  }),
];

const releasesAndRearms = [
  when("release", { id: "release-succeeds", text: "a release that succeeds" }),
  when("fail-release", { id: "release-fails", text: "a release that fails" }),
  when("halt", {
    id: "release-throws",
    text: "a release that throws instead of returning a promise",
    occurs: (state, { halt, throws }, _, { resources }) =>
      throws !== undefined && resources !== true && isNew(state, halt),
  }),
  when("hang-release", { id: "release-hangs", text: "a release that never settles" }),
  when("rearm", {
    id: "rearm-after-receipt",
    text: "a rearm after the receipt",
    occurs: (state) => state.isStopped && !state.isDraining,
  }),
  when("rearm", {
    id: "rearm-unstopped",
    text: "a rearm of a domain that is not stopped",
    basic: true,
    occurs: (state) => !state.isStopped,
  }),
  when("rearm", {
    id: "rearm-while-draining",
    text: "a rearm while a stop drains",
    capabilities: ["rearmWhileDraining"],
    occurs: (state) => state.isStopped && state.isDraining,
  }),
  when("halt", {
    id: "halt-beside-older-drain",
    text: "a halt of work admitted after a rearm, while an older stop drains",
    capabilities: ["rearmWhileDraining"],
    occurs: (state, { halt }) => isNew(state, halt) && !state.isStopped && state.isDraining && state.running.length > 0,
  }),
  when("rearm", {
    id: "rearm-by-id",
    text: "a rearm that names the stop in force",
    capabilities: ["rearmById"],
    occurs: (state, { halt }) => halt !== undefined && state.standing.at(-1) === halt,
  }),
  when("rearm", {
    id: "rearm-by-older-id",
    text: "a rearm that names an older stop than the one in force",
    capabilities: ["rearmById"],
    occurs: (state, { halt }) => halt !== undefined && state.isStopped && state.standing.at(-1) !== halt,
  }),
];

const faults = [
  when("inside", {
    id: "call-inside-emit",
    text: "a call from inside emit",
    occurs: (_, { callback }) => callback === "emit",
    shows: (record) => isCallFrom(record, "emit"),
  }),
  when("inside", {
    id: "call-inside-run-block",
    text: "a call from inside runBlock",
    occurs: (_, { callback }) => callback === "runBlock",
    shows: (record) => isCallFrom(record, "runBlock"),
  }),
  when("inside", {
    id: "call-inside-release",
    text: "a call from inside release",
    occurs: (_, { callback }) => callback === "release",
    shows: (record) => isCallFrom(record, "release"),
  }),
  when("throw-in", {
    id: "sink-throws",
    text: "a sink that throws",
    occurs: (_, { callback }) => callback === "emit",
    shows: (record) => record.type === "emit" && record.sinkThrows,
  }),
];

const capabilities = [
  when("stop", {
    id: "budgeted-stop-in-flight",
    text: "haltToolDomain with work in flight",
    capabilities: ["budget"],
    occurs: (state) => state.inFlight > 0,
  }),
  when("stop", {
    id: "budgeted-stop-idle",
    text: "haltToolDomain with nothing in flight",
    capabilities: ["budget"],
    occurs: (state) => state.inFlight === 0,
  }),
  when("advance", {
    id: "budget-expires",
    text: "a budget that expires",
    capabilities: ["budget"],
    occurs: (state, { ms }) => state.budgetIsRunning && state.expires(ms),
  }),
  when("fail-reset", {
    id: "reset-fails",
    text: "a reset of the owned resources that fails",
    capabilities: ["resources"],
  }),
  when("throw-reset", {
    id: "reset-throws",
    text: "a reset that throws instead of returning a promise",
    capabilities: ["resources"],
    shows: (record) => record.type === "reset-settled" && record.how === "threw",
  }),
  when("ask", {
    id: "surface-granted",
    text: "a capability of a user-facing surface asked for",
    capabilities: ["surface"],
    occurs: (_, __, ___, { surface }) => surface !== "denied",
  }),
  when("ask", {
    id: "surface-denied",
    text: "a capability of a denied surface asked for",
    capabilities: ["surface"],
    occurs: (_, __, ___, { surface }) => surface === "denied",
  }),
  when("ask", {
    id: "denial-in-tool",
    text: "a tool that fails with the denial of a surface",
    capabilities: ["surface"],
    occurs: (_, { command }, __, { surface }) => surface === "denied" && command !== undefined,
  }),
  when(["settle", "fail"], {
    id: "stale-turn",
    text: "a result whose turn the reducer has left",
    capabilities: ["turns"],
    occurs: (state, { command }) => {
      const turnId = state.named(command)?.turnId;
      return turnId !== undefined && !state.isStopped && state.turns.at(-1) !== turnId;
    },
  }),
  when(["settle", "fail"], {
    id: "current-turn",
    text: "a result of the entered turn",
    capabilities: ["turns"],
    occurs: (state, { command }) => {
      const turnId = state.named(command)?.turnId;
      return turnId !== undefined && !state.isStopped && state.turns.at(-1) === turnId;
    },
  }),
];

function isCallFrom(record: DomainRecord, site: ReentrantSite): boolean {
  const isCall = record.type === "handle" || record.type === "halt" || record.type === "rearm";
  return isCall && record.site === site;
}

function isNew(state: DomainState, halt: string): boolean {
  return state.stop(halt) === undefined;
}

function hasStop(state: DomainState, halt: string, matches: (stop: ModelStop) => boolean): boolean {
  const stop = state.stop(halt);
  return stop !== undefined && matches(stop);
}

/** The situations of the `domain` profile. */
export const domainSituations: SituationTable<DomainStep, DomainSetup, DomainState, DomainRecord> = {
  situations: [...commands, ...halts, ...releasesAndRearms, ...faults, ...capabilities],
  start: ({ budgetMs }) => new DomainState(budgetMs),
};
