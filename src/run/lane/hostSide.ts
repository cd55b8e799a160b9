import type { SeenResults } from "../../contract/lane-trace.ts";
import type { LaneHost } from "../../contract/lane.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneCallback } from "../../scenario/lane/steps.ts";
import type { LaneShared } from "./shared.ts";

/** The host of one run: what the lane calls. */
export class LaneHostSide {
  readonly host: LaneHost;
  readonly #shared: LaneShared;
  readonly #onOutcome: (batchId: string) => void;
  readonly #throwsIn: LaneCallback[] = [];

  constructor(setup: LaneSetup, clamp: boolean, shared: LaneShared, onOutcome: (batchId: string) => void) {
    this.#shared = shared;
    this.#onOutcome = onOutcome;
    const asked = setup.width === "NaN" ? Number.NaN : setup.width;
    this.host = {
      maxConcurrentTools: clamp || asked >= 1 ? asked : 1,
      outcome: (outcome) => this.#outcome(outcome),
      wake: () => this.#wake(),
    };
  }

  /** The next call of that callback throws. */
  armThrow(callback: LaneCallback): void {
    this.#throwsIn.push(callback);
  }

  #outcome(given: unknown): void {
    // Whatever a lane hands over is read here, so nothing is taken for granted.
    const outcome = (typeof given === "object" && given !== null ? given : {}) as GivenOutcome;
    const hostThrows = this.#takeThrow("outcome");
    const batchId = String(outcome.batchId);
    this.#shared.add({
      type: "outcome",
      agent: String(outcome.agent),
      batchId,
      results: "error" in outcome ? undefined : seenResults(outcome.results),
      error: "error" in outcome ? this.#shared.tokens.of(outcome.error) : undefined,
      hostThrows,
    });
    this.#onOutcome(batchId);
    if (hostThrows) throw new Error("the host failed in outcome()");
  }

  #wake(): void {
    const hostThrows = this.#takeThrow("wake");
    this.#shared.add({ type: "wake", hostThrows });
    if (hostThrows) throw new Error("the host failed in wake()");
  }

  #takeThrow(callback: LaneCallback): boolean {
    const armed = this.#throwsIn.indexOf(callback);
    if (armed < 0) return false;
    this.#throwsIn.splice(armed, 1);
    return true;
  }
}

type GivenOutcome = Partial<Record<"agent" | "batchId" | "results" | "error", unknown>>;

/** The pairs as they are now. */
export function seenResults(results: unknown): SeenResults {
  if (!Array.isArray(results)) return [["not a list", String(results)]];
  return results.map((pair: unknown) =>
    Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ["not a pair", String(pair)],
  );
}
