import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { domainBenchmark } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Releases, verifyStop, watchHalt } from "./stops.ts";
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
  const releases = new Releases();
  let halts = 0;
  let onReceipt = (): void => chain.ended();
  const domain = await createDomain(
    adapter,
    {
      releases,
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (event.kind !== "tool.halted" || event.haltId !== `h${halts}`) {
          return chain.fail(`${event.kind} was emitted between the halt h${halts} and its receipt`);
        }
        if (tools.inFlight > 0) return chain.fail("the receipt came before the last tool had ended");
        onReceipt();
      },
    },
    chain,
  );
  const handle = (): void => {
    const command = commands.take();
    tools.hand(command);
    domain.handle(command);
  };
  const halt = (): Promise<void> => {
    halts += 1;
    return domain.halt({ haltId: `h${halts}`, reason: "cancel" });
  };
  const haltAndEndAll = (): void => {
    watchHalt(chain, halt());
    tools.endAll();
  };
  const prepare = async (): Promise<void> => {
    releases.check(halts);
    // Commands are admitted again only if the stop before ended in order.
    if (halts > 0) domain.rearm();
    await fillInFlight(chain, size, commands, tools, handle);
  };
  return {
    timesMax: 1,
    prepare,
    run: (times) => chain.run(times, haltAndEndAll),
    async close() {
      await prepare();
      let isReceipted = false;
      onReceipt = () => {
        if (isReceipted) chain.fail("a second receipt came");
        isReceipted = true;
      };
      await verifyStop({ chain, tools, releases, halts: halts + 1, halt, isReceipted: () => isReceipted });
      await quiet(chain);
    },
  };
}
