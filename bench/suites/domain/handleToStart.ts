import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Releases } from "./stops.ts";
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
  /** Ids of the commands whose tools have ended, and whose outcomes have not come. */
  const due = new Set<string>();
  const domain = await createDomain(
    adapter,
    {
      releases: new Releases(),
      runBlock(command) {
        const running = tools.start(command);
        if (isMeasured) chain.ended();
        return running;
      },
      emit(event) {
        if (event.kind === "tool.block_result" && due.delete(event.commandId)) return;
        chain.fail(`${event.kind} was emitted, and not the outcome of a command whose tool had ended`);
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
      due.add(tools.oldest?.commandId ?? "");
      tools.endOldest();
    }
    await until(chain, () => due.size === 0, "the outcome of every command whose tool has ended");
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
      await quiet(chain);
      await shrinkTo(0);
    },
  };
}
