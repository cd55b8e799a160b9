import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { isResultOf, Tools } from "./tools.ts";

export const handleToOutcome = domainBenchmark({
  id: "domain/handle-to-outcome",
  text: "the whole of a dispatch: one command is handled, the oldest tool ends, until its outcome is emitted",
  counts: "commands in flight",
  sizes: SIZES,
  open,
});

/** Nothing has ended whose outcome is due. */
const NONE = "";

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, size + 1);
  const commands = commandSupply();
  let due = NONE;
  let isMeasured = false;
  const domain = await createDomain(
    adapter,
    {
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (!isResultOf(event, due) || !tools.haveStarted) {
          return chain.fail(
            `${event.kind} was emitted ${due === NONE ? "before any tool had ended" : `instead of the outcome of ${due}`}`,
          );
        }
        due = NONE;
        if (isMeasured) chain.ended();
      },
    },
    chain,
  );
  const handle = (): void => {
    const command = commands.take();
    tools.hand(command);
    domain.handle(command);
  };
  const endOldest = (): void => {
    due = tools.oldest?.commandId ?? NONE;
    tools.endOldest();
  };
  const dispatch = (): void => {
    handle();
    endOldest();
  };
  await fillInFlight(chain, size, commands, tools, handle);
  return {
    timesMax: Infinity,
    prepare(times) {
      isMeasured = true;
      commands.ready(times);
    },
    run: (times) => chain.run(times, dispatch),
    async close() {
      isMeasured = false;
      if (tools.inFlight > 0) endOldest();
      await until(chain, () => due === NONE, "the outcome of the command whose tool ended last");
      chain.check();
    },
  };
}
