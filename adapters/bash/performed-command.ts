import type { JobOutcome, JobProducer } from "executor-conformance";
import type { Bash } from "executor-conformance/reference";
import { OrderPipe } from "./order-pipe.ts";

/** What the command prints first, once it is prepared for a signal and listens. */
const READY = "ready\n";

/**
 * Prints and exits as it is ordered. It outlives the signal of a cancel, because the scenario decides when a producer that was
 * asked to stop does so.
 */
const PERFORM = `
trap : TERM
exec 3< "$ORDERS"
echo ready
while IFS= read -r line <&3; do
  order=\${line%% *} argument=\${line#* }
  case $order in
    print) printf %s "$argument" ;;
    exit) exit "$argument" ;;
  esac
done`;

type Settlement = { readonly outcome: JobOutcome } | { readonly error: unknown };

/**
 * A producer of the kit, performed by a real background command: what the one produces the other prints, when the one settles the
 * other exits, when the one is asked to stop the other gets the signal. What a reader sees has come out of the command.
 */
export class PerformedCommand implements JobProducer {
  readonly done: Promise<JobOutcome>;
  readonly readOutput?: () => string;
  readonly #script: JobProducer;
  readonly #command: ReturnType<Bash["start"]>;
  readonly #orders: OrderPipe;
  readonly #ready: Promise<void>;
  #becomeReady: () => void = () => {};
  #isReady = false;
  /** The script has settled; the command has exited; both, and all of its output is here. */
  #isSettled = false;
  #isGone = false;
  #hasEnded = false;
  /** Characters that the command was ordered to print, and those of them that have come back. */
  #ordered = 0;
  #printed = 0;
  #unread = "";

  constructor(script: JobProducer, bash: Bash, pipe: string) {
    this.#script = script;
    this.#orders = new OrderPipe(pipe);
    this.#command = bash.start(bash.resolve({ command: PERFORM, env: { ORDERS: pipe } }));
    this.#ready = new Promise((resolve) => {
      this.#becomeReady = resolve;
    });
    this.done = this.#perform();
    if (script.readOutput !== undefined) this.readOutput = () => this.#take();
  }

  /** Orders what the script has produced and nobody has asked for. */
  pass(): void {
    if (!this.#hasEnded) this.#print(this.#script.readOutput?.() ?? "");
  }

  /** Whether the command has not done yet all that the script has done. Whoever waits asks again and again. */
  isBusy(): boolean {
    if (this.#hasEnded) return false;
    this.#collect();
    // One that ends before it is told to performs nothing any more.
    if (this.#isGone) return this.#isSettled;
    return !this.#isReady || this.#printed < this.#ordered || this.#isSettled;
  }

  /** Where the script throws, nothing is asked of the command. */
  cancel(reason?: string): void {
    this.#script.cancel(reason);
    // Before it is ready, the signal would end it.
    void this.#ready.then(() => this.#command.cancel());
  }

  /** The runtime forgets the job. */
  release(): void {
    this.#command.release?.();
  }

  /** Nobody will order anything any more. */
  abandon(): void {
    this.#orders.close();
  }

  async #perform(): Promise<JobOutcome> {
    const ended = this.#command.done;
    void ended.then(() => {
      this.#isGone = true;
      this.#becomeReady();
    });
    const settlement = await settlementOf(this.#script.done);
    this.#isSettled = true;
    await this.#ready;
    this.#orderEnd(settlement);
    const { status } = await ended;
    this.#collect();
    this.#hasEnded = true;
    this.#orders.close();
    if ("error" in settlement) throw settlement.error;
    // Bash words the detail in its own way; that of the script takes its place.
    const { detail, output } = settlement.outcome;
    return {
      status,
      ...(detail === undefined ? {} : { detail }),
      ...(output === undefined ? {} : { output: this.#take() }),
    };
  }

  #orderEnd(settlement: Settlement): void {
    this.pass();
    const { status, output = "" } = "error" in settlement ? { status: "failed" } : settlement.outcome;
    this.#print(output);
    // Without a cancel of its own, bash never calls a command killed: whoever killed it came through its handle.
    if (status === "killed") this.#command.cancel();
    this.#orders.send(`exit ${status === "failed" ? 1 : 0}`);
  }

  #print(text: string): void {
    if (text === "") return;
    this.#ordered += text.length;
    this.#orders.send(`print ${text}`);
  }

  #take(): string {
    this.pass();
    this.#collect();
    const text = this.#unread;
    this.#unread = "";
    return text;
  }

  #collect(): void {
    const text = this.#command.readOutput?.() ?? "";
    if (text === "") return;
    if (this.#isReady) this.#receive(text);
    else if (text.startsWith(READY)) this.#begin(text.slice(READY.length));
  }

  #begin(text: string): void {
    this.#isReady = true;
    this.#becomeReady();
    this.#receive(text);
  }

  #receive(text: string): void {
    this.#printed += text.length;
    this.#unread += text;
  }
}

async function settlementOf(done: Promise<JobOutcome>): Promise<Settlement> {
  try {
    return { outcome: await done };
  } catch (error) {
    return { error };
  }
}
