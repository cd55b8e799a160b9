import { widthOf, type LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneRecord } from "../../contract/lane-trace.ts";
import { situationsOver, type SituationTable } from "../situations.ts";
import { isBodyEnd, LaneState } from "./model.ts";
import type { LaneStep } from "./steps.ts";

const when = situationsOver<LaneState, LaneStep, LaneSetup, LaneRecord>();

const batches = [
  when("submit", {
    id: "submit-free",
    text: "a batch submitted while a permit is free",
    basic: true,
    occurs: (state) => !state.closed && !state.isFull,
  }),
  when("submit", {
    id: "submit-full",
    text: "a batch submitted while every permit is taken",
    occurs: (state) => !state.closed && state.isFull,
  }),
  when("submit", {
    id: "contention-at-width-one",
    text: "a batch that waits at width 1",
    occurs: (state) => !state.closed && state.width === 1 && state.isFull,
  }),
  when("submit", {
    id: "several-run",
    text: "a batch submitted while several run",
    occurs: (state) => !state.closed && state.running > 1,
  }),
  when("submit", {
    id: "several-queued",
    text: "a batch submitted while several wait",
    occurs: (state) => !state.closed && state.queue.length > 1,
  }),
  when("submit", {
    id: "submits-in-one-turn",
    text: "two batches submitted in one turn",
    occurs: (_, __, previous) => previous?.op === "submit" && previous.gap === "turn",
  }),
  when("submit", {
    id: "agent-again",
    text: "a second batch of an agent whose first is over",
    occurs: (_, { agent }) => agent !== undefined,
  }),
  when("submit", {
    id: "width-clamped",
    text: "a width below one, or no number",
    capabilities: ["clamp"],
    occurs: (_, __, ___, setup) => setup.width !== widthOf(setup),
  }),
  when(["finish", "fail"], {
    id: "end-frees-waiting",
    text: "a body that ends while a batch waits",
    occurs: (state) => state.queue.length > 0,
  }),
  when("fail", { id: "body-rejects", text: "a body that rejects" }),
  when("submit", {
    id: "body-throws",
    text: "a body that throws instead of returning a promise",
    occurs: (state, { ends }) => !state.closed && ends === "throw",
  }),
  when("throw-in", {
    id: "outcome-throws",
    text: "a host that throws in outcome",
    occurs: (_, { callback }) => callback === "outcome",
    shows: (record) => record.type === "outcome" && record.hostThrows,
  }),
  when("throw-in", {
    id: "wake-throws",
    text: "a host that throws in wake",
    capabilities: ["wake"],
    occurs: (_, { callback }) => callback === "wake",
    shows: (record) => record.type === "wake" && record.hostThrows,
  }),
];

const waits = [
  when("park", {
    id: "park-alone",
    text: "a wait off the lane while nobody is queued",
    capabilities: ["offLane"],
    occurs: (state, { batch }) => state.named(batch)?.state === "busy" && state.queue.length === 0,
  }),
  when("park", {
    id: "park-while-queued",
    text: "a wait off the lane while others are queued",
    capabilities: ["offLane"],
    occurs: (state, { batch }) => state.named(batch)?.state === "busy" && state.queue.length > 0,
  }),
  when("spawn", { id: "wait-on-child", text: "a wait on a child of the same lane", capabilities: ["offLane"] }),
  when("spawn", {
    id: "wait-on-child-at-width-one",
    text: "a wait on a child at width 1",
    capabilities: ["offLane"],
    occurs: (state) => state.width === 1,
  }),
  when("park", {
    id: "overlapping-waits",
    text: "two waits of one batch that overlap",
    capabilities: ["offLane"],
    occurs: (state, { batch, inside }) => inside === undefined && state.named(batch)?.state === "parked",
  }),
  when("park", {
    id: "wait-inside-wait",
    text: "a wait inside a wait of the same batch",
    capabilities: ["offLane"],
    occurs: (_, { inside }) => inside !== undefined,
  }),
  when("park", {
    id: "wait-throws",
    text: "a wait that throws instead of returning a promise",
    capabilities: ["offLane"],
    occurs: (_, { throws }) => throws !== undefined,
  }),
  when("fail-wait", { id: "wait-fails", text: "a wait that fails", capabilities: ["offLane"] }),
  when("end", {
    id: "resume-free",
    text: "a wait that ends while a permit is free",
    capabilities: ["offLane"],
    occurs: (state) => !state.isFull,
  }),
  when("end", {
    id: "resume-full",
    text: "a wait that ends while every permit is taken",
    capabilities: ["offLane"],
    occurs: (state) => state.isFull,
  }),
  when(["finish", "fail"], {
    id: "end-before-wait",
    text: "a body that ends before its wait",
    capabilities: ["offLane"],
    occurs: (state, { batch }) => state.named(batch)?.state === "parked",
  }),
  when("park", {
    id: "wait-after-end",
    text: "a wait of a batch that has ended",
    capabilities: ["offLane"],
    occurs: (state, { batch }) => state.named(batch)?.state === "over",
  }),
  when("park", {
    id: "wait-outside",
    text: "a wait outside any batch",
    capabilities: ["offLane", "ambientOffLane"],
    occurs: (_, { batch }) => batch === undefined,
  }),
];

const cancels = [
  when("cancel", {
    id: "cancel-queued",
    text: "a cancel of a batch that waits",
    capabilities: ["cancelQueued"],
    occurs: (state, { batch }) => state.named(batch)?.state === "queued",
  }),
  when("cancel", {
    id: "cancel-running",
    text: "a cancel of a batch that runs",
    capabilities: ["cancelRunning"],
    occurs: (state, { batch }) => state.named(batch)?.state === "busy",
  }),
  when("cancel", {
    id: "cancel-parked",
    text: "a cancel of a batch that is parked",
    capabilities: ["cancelRunning", "offLane"],
    occurs: (state, { batch }) => state.named(batch)?.state === "parked",
  }),
  when("cancel", {
    id: "cancel-again",
    text: "a second cancel of a batch",
    capabilities: ["cancelQueued"],
    occurs: (state, { batch }) => state.named(batch)?.cancelled === true,
  }),
  when("cancel", {
    id: "cancel-after-end",
    text: "a cancel of a batch that is over",
    capabilities: ["cancelQueued"],
    occurs: (state, { batch }) => state.named(batch)?.settled === true,
  }),
  when("cancel", {
    id: "end-then-cancel",
    text: "a body that ends, and its cancel in the same turn",
    capabilities: ["cancelQueued", "cancelRunning"],
    occurs: (_, { batch }, previous) => endsBatch(previous, batch) && previous?.gap === "turn",
  }),
  when("cancel", {
    id: "end-hops-cancel",
    text: "a body that ends, and its cancel some hops later",
    capabilities: ["cancelQueued", "cancelRunning"],
    occurs: (_, { batch }, previous) => endsBatch(previous, batch) && typeof previous?.gap === "number",
  }),
  when("cancel", {
    id: "cancel-beside-end",
    text: "a body that ends, and in the same turn a cancel of one that waits for its permit",
    capabilities: ["cancelQueued"],
    occurs: (state, { batch }, previous) =>
      state.named(batch)?.state === "queued" && isBodyEnd(previous?.op) && previous?.gap === "turn",
  }),
  when(["finish", "fail"], {
    id: "cancel-then-end",
    text: "a cancel, and the end of its body in the same turn",
    capabilities: ["cancelRunning"],
    occurs: (_, { batch }, previous) =>
      previous?.op === "cancel" && previous.gap === "turn" && "batch" in previous && previous.batch === batch,
  }),
];

const widths = [
  when("relieve", {
    id: "relieve-while-queued",
    text: "a permit more while batches wait",
    capabilities: ["resize"],
    occurs: (state) => state.queue.length > 0,
  }),
  when("narrow", {
    id: "narrow-idle",
    text: "a permit less while one is idle",
    capabilities: ["resize"],
    occurs: (state) => state.running < state.width,
  }),
  when("narrow", {
    id: "narrow-below-running",
    text: "a width asked for below what is running",
    capabilities: ["resize"],
    occurs: (state, { upTo }) => state.running > Math.max(0, state.width - upTo),
  }),
  when("close", {
    id: "close-while-running",
    text: "a close while a batch runs",
    capabilities: ["close"],
    occurs: (state) => !state.closed && state.running > 0,
  }),
  when("close", {
    id: "close-while-queued",
    text: "a close while a batch waits",
    capabilities: ["close"],
    occurs: (state) => !state.closed && state.queue.length > 0,
  }),
  when("close", {
    id: "close-again",
    text: "a second close",
    capabilities: ["close"],
    occurs: (state) => state.closed,
  }),
  when("submit", {
    id: "submit-after-close",
    text: "a batch submitted after the close",
    capabilities: ["close"],
    occurs: (state) => state.closed,
  }),
];

function endsBatch(step: { readonly op: string } | undefined, batch: string): boolean {
  return step !== undefined && isBodyEnd(step.op) && "batch" in step && step.batch === batch;
}

/** The situations of the `lane` profile. */
export const laneSituations: SituationTable<LaneStep, LaneSetup, LaneState, LaneRecord> = {
  situations: [...batches, ...waits, ...cancels, ...widths],
  start: (setup) => new LaneState(setup),
};
