import type { Containment } from "./containment.ts";
import type { Terminal } from "./terminal.ts";

/** What every command works with. */
export interface Session {
  readonly terminal: Terminal;
  readonly containment: Containment;
}
