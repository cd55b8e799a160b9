import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { ToolRunCommand } from "../../contract/domain.ts";
import { atRest } from "./fixtures/recorded-domain.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

it("keeps nothing of a command that has settled, although others before and after it still run", async () => {
  const answers: (() => void)[] = [];
  const domain = new ToolExecutionDomain({
    runner: {
      runBlock: () => new Promise((resolve) => void answers.push(() => resolve(undefined))),
      release: async () => {},
    },
    sink: { emit() {} },
    surface: { kind: "denied", reason: "nobody is there" },
  });
  const handled: WeakRef<ToolRunCommand>[] = [];
  function handle(id: number): void {
    const command = { commandId: `c${id}`, dlineTid: `t${id}` };
    handled.push(new WeakRef(command));
    domain.handle(command);
  }

  for (let id = 0; id < 1_000; id += 1) handle(id);
  for (const answer of answers.splice(1, 998)) answer();
  await atRest();
  collectGarbage();

  expect(handled.flatMap((command, id) => (command.deref() === undefined ? [] : [id]))).toEqual([0, 999]);
});
