import type { DomainAdapter, ToolRunCommand } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { fill } from "../fill.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { domainBenchmark, SIZES } from "./benchmark.ts";
import { commandSupply, createDomain, fillInFlight } from "./stage.ts";
import { Releases, verifyStop, watchHalt } from "./stops.ts";
import { isResultOf, Tools } from "./tools.ts";

export const rearm = domainBenchmark({
  id: "domain/rearm",
  text: "an idle domain is halted and rearmed when that has ended; then one command, until its outcome is emitted",
  counts: "earlier stops",
  sizes: SIZES,
  open,
});

/** Nothing was dispatched whose outcome is due. */
const NONE = "";

async function open(adapter: DomainAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const tools = new Tools(chain, 1);
  const commands = commandSupply();
  const releases = new Releases();
  let halts = 0;
  let dispatched = NONE;
  /** The receipt that the stop under way owes. */
  let receiptDue = "";
  let onOutcome = (): void => chain.ended();
  const domain = await createDomain(
    adapter,
    {
      releases,
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
          return chain.fail(
            dispatched === NONE
              ? `${event.kind} was emitted while nothing was due: a tool that ran had not ended`
              : `${event.kind} was emitted instead of the outcome of ${dispatched}, after the rearm`,
          );
        }
        onOutcome();
      },
    },
    chain,
  );
  const handle = (command: ToolRunCommand): void => {
    tools.hand(command);
    domain.handle(command);
  };
  const rearmAndDispatch = (): void => {
    if (receiptDue !== "") return chain.fail(`halt resolved without the receipt of ${receiptDue}`);
    domain.rearm();
    const command = commands.take();
    dispatched = command.commandId;
    handle(command);
    tools.endOldest();
  };
  const halt = (): Promise<void> => {
    halts += 1;
    receiptDue = `h${halts}`;
    return domain.halt({ haltId: receiptDue, reason: "cancel" });
  };
  const haltRearmAndDispatch = (): void => {
    watchHalt(chain, halt(), rearmAndDispatch);
  };
  /** Hands one more command over, whose tool then runs; nothing may be emitted meanwhile. */
  const handleLate = async (): Promise<void> => {
    dispatched = NONE;
    await fillInFlight(chain, 1, commands, tools, () => handle(commands.take()));
    await quiet(chain);
  };
  const endLate = async (): Promise<void> => {
    dispatched = tools.oldest?.commandId ?? NONE;
    tools.endOldest();
    await until(chain, () => dispatched === NONE, "the outcome of a command whose tool had ended");
  };
  const opened: Opened = {
    timesMax: Infinity,
    prepare: (times) => commands.ready(times),
    run: (times) => chain.run(times, haltRearmAndDispatch),
    async close() {
      onOutcome = () => {
        dispatched = NONE;
      };
      // In blocks a tool ends in the call that hands its command over: here it runs for a while, and is stopped once.
      await handleLate();
      await endLate();
      releases.check(halts);
      await handleLate();
      await verifyStop({ chain, tools, releases, halts: halts + 1, halt, isReceipted: () => receiptDue === "" });
      domain.rearm();
      await handleLate();
      await endLate();
    },
  };
  await fill(size, () => {
    commands.ready(1);
    return opened.run(1);
  });
  return opened;
}
