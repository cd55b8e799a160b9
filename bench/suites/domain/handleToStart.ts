import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Tools } from "./tools.ts";

export const handleToStart = domainBenchmark({
  id: "domain/handle-to-start",
  text: "from handle until the tool of the command starts",
  counts: "commands in flight",
  sizes: SIZES,
  open,
});

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, 2 * size);
  const commands = commandSupply();
  let isMeasured = false;
  let outcomes = 0;
  let outcomesDue = 0;
  const domain = await createDomain(
    adapter,
    {
      runBlock(command) {
        const running = tools.start(command);
        if (isMeasured) chain.ended();
        return running;
      },
      emit(event) {
        outcomes += 1;
        if (event.kind !== "tool.block_result" || outcomes > outcomesDue) {
          chain.fail(`${event.kind} was emitted, and every tool that had ended had its outcome`);
        }
      },
    },
    chain,
  );
  const handle = (): void => {
    const command = commands.take();
    tools.hand(command);
    domain.handle(command);
  };
  const shrinkTo = async (count: number): Promise<void> => {
    while (tools.inFlight > count) {
      outcomesDue += 1;
      tools.endOldest();
    }
    await until(chain, () => outcomes === outcomesDue, "the outcome of every command whose tool has ended");
    chain.check();
  };
  await fillInFlight(chain, size, commands, tools, handle);
  return {
    timesMax: size,
    async prepare(times) {
      isMeasured = false;
      await shrinkTo(size);
      commands.ready(times);
      isMeasured = true;
    },
    run: (times) => chain.run(times, handle),
    async close() {
      isMeasured = false;
      await shrinkTo(0);
    },
  };
}
