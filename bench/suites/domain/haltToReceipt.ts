import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { domainBenchmark } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Tools } from "./tools.ts";

export const haltToReceipt = domainBenchmark({
  id: "domain/halt-to-receipt",
  text: "from halt, over the end of every tool, until tool.halted is emitted",
  counts: "commands in flight",
  sizes: [0, 1, 100, 10_000],
  open,
});

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, size);
  const commands = commandSupply();
  let halts = 0;
  const domain = await createDomain(
    adapter,
    {
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (event.kind !== "tool.halted" || event.haltId !== `h${halts}`) {
          return chain.fail(`${event.kind} was emitted between the halt h${halts} and its receipt`);
        }
        if (tools.inFlight > 0) return chain.fail("the receipt came before the last tool had ended");
        chain.ended();
      },
    },
    chain,
  );
  const handle = (): void => {
    const command = commands.take();
    tools.hand(command);
    domain.handle(command);
  };
  const halt = (): void => {
    halts += 1;
    domain.halt({ haltId: `h${halts}`, reason: "cancel" }).catch(() => chain.fail("halt rejected"));
    tools.endAll();
  };
  return {
    timesMax: 1,
    async prepare() {
      if (halts > 0) domain.rearm();
      await fillInFlight(chain, size, commands, tools, handle);
    },
    run: (times) => chain.run(times, halt),
    async close() {
      // A command after the last stop is admitted again only if each stop ended in order.
      if (halts > 0) domain.rearm();
      chain.check();
    },
  };
}
