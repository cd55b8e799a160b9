import type { DomainAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Releases } from "./stops.ts";
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
      releases: new Releases(),
      runBlock: (command) => tools.start(command),
      emit(event) {
        if (!isResultOf(event, due) || !tools.haveStarted) {
          return chain.fail(
            `${event.kind} was emitted ${due === NONE ? "before any tool had ended whose outcome was due" : `instead of the outcome of ${due}`}`,
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
  const isReported = (): Promise<void> =>
    until(chain, () => due === NONE, "the outcome of a command whose tool had ended");
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
      // In blocks tools end in the order of their commands, one for each that is handled: here at another time, in another order.
      await fillInFlight(chain, 1, commands, tools, handle);
      await quiet(chain);
      due = tools.newest?.commandId ?? NONE;
      tools.endNewest();
      await isReported();
      if (tools.inFlight > 0) endOldest();
      await isReported();
      await quiet(chain);
    },
  };
}
