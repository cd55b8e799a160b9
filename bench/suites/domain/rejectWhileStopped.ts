import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Releases, watchHalt } from "./stops.ts";
import { Tools } from "./tools.ts";

export const rejectWhileStopped = domainBenchmark({
  id: "domain/reject-while-stopped",
  text: "from handle until tool.rejected is emitted, in a stopped domain that still drains",
  counts: "commands in flight",
  sizes: SIZES,
  open,
});

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, size);
  const commands = commandSupply();
  let handled = "";
  let receipts = 0;
  const releases = new Releases();
  const domain = await createDomain(
    adapter,
    {
      releases,
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (event.kind === "tool.halted" && tools.inFlight === 0) {
          receipts += 1;
          return;
        }
        if (event.kind !== "tool.rejected" || event.commandId !== handled) {
          return chain.fail(
            `${event.kind} was emitted while ${tools.inFlight} tools ran, instead of the rejection of ${handled}`,
          );
        }
        chain.ended();
      },
    },
    chain,
  );
  await fillInFlight(chain, size, commands, tools, () => {
    const command = commands.take();
    tools.hand(command);
    domain.handle(command);
  });
  watchHalt(chain, domain.halt({ haltId: "halt", reason: "cancel" }));
  const reject = (): void => {
    const command = commands.take();
    handled = command.commandId;
    domain.handle(command);
  };
  return {
    timesMax: Infinity,
    prepare: (times) => commands.ready(times),
    run: (times) => chain.run(times, reject),
    async close() {
      while (tools.inFlight > 1) tools.endOldest();
      await quiet(chain);
      tools.endAll();
      await until(chain, () => receipts > 0, "the receipt of the stop once every tool had ended");
      releases.check(1);
    },
  };
}
