import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { fill } from "../fill.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain } from "./stage.ts";
import { isResultOf, Tools } from "./tools.ts";

export const rearm = domainBenchmark({
  id: "domain/rearm",
  text: "an idle domain is halted and rearmed when that has ended; then one command, until its outcome is emitted",
  counts: "earlier stops",
  sizes: SIZES,
  open,
});

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, 1);
  const commands = commandSupply();
  let halts = 0;
  let dispatched = "";
  /** The receipt that the stop under way owes. */
  let receiptDue = "";
  const domain = await createDomain(
    adapter,
    {
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (receiptDue !== "") {
          if (event.kind !== "tool.halted" || event.haltId !== receiptDue) {
            chain.fail(`${event.kind} was emitted instead of the receipt of ${receiptDue}`);
          }
          receiptDue = "";
          return;
        }
        if (!isResultOf(event, dispatched) || !tools.haveStarted) {
          return chain.fail(`${event.kind} was emitted instead of the outcome of ${dispatched}, after the rearm`);
        }
        chain.ended();
      },
    },
    chain,
  );
  const rearmAndDispatch = (): void => {
    if (receiptDue !== "") return chain.fail(`halt resolved without the receipt of ${receiptDue}`);
    domain.rearm();
    const command = commands.take();
    dispatched = command.commandId;
    tools.hand(command);
    domain.handle(command);
    tools.endOldest();
  };
  const halt = (): void => {
    halts += 1;
    receiptDue = `h${halts}`;
    domain.halt({ haltId: receiptDue, reason: "cancel" }).then(rearmAndDispatch, () => chain.fail("halt rejected"));
  };
  const opened: Opened = {
    timesMax: Infinity,
    prepare: (times) => commands.ready(times),
    run: (times) => chain.run(times, halt),
    async close() {
      chain.check();
    },
  };
  await fill(size, () => {
    commands.ready(1);
    return opened.run(1);
  });
  return opened;
}
