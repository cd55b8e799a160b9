/** Measures one fault after the other, as it is sent them, and answers with their figures. */
import { selectFaulty } from "./faulty.ts";
import { measureFault } from "./measure.ts";
import type { FaultJob } from "./processes.ts";

process.on("message", (job) => {
  void answer(job as FaultJob);
});

async function answer({ profile, fault, limits }: FaultJob): Promise<void> {
  for (const faulty of selectFaulty([profile], [fault])) process.send?.(await measureFault(faulty, limits));
}
