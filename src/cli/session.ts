import type { Containment } from "../supervise/containment.ts";
import type { Terminal } from "./terminal.ts";

/** What every command works with. */
export interface Session {
  readonly terminal: Terminal;
  readonly containment: Containment;
}
