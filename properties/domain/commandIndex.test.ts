import { describe, expect, it } from "vitest";
import { factsOf, halt, handle, quiet, rearm, started, type Written } from "./fixtures/written.ts";

/** Two commands with the same ids, a stop and a rearm between them. */
const reused: readonly Written[] = [
  ...handle("c1"),
  ...halt(0, "h1"),
  ...rearm,
  { type: "handle", command: "c2", given: { commandId: "c1", dlineTid: "c1" }, site: "step" },
  { type: "handled", command: "c2", returned: "nothing" },
];

function runsOf(records: readonly Written[]): readonly (readonly number[])[] {
  const { commands, runs } = factsOf(records, ["reusedIds", "rearmWhileDraining"]);
  return commands.map((command) => command.runs.map((run) => runs.indexOf(run)));
}

describe("runs of commands with the same ids", () => {
  it("one run is that of the command that was not stopped: the other was given up", () => {
    expect(runsOf([...reused, ...started(0, "c1"), quiet()])).toEqual([[], [0]]);
  });

  it("two runs came in the order of the commands: none was given up", () => {
    expect(runsOf([...reused, ...started(0, "c1"), ...started(1, "c1"), quiet()])).toEqual([[0], [1]]);
  });
});
