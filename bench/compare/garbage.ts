import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/** Collects all garbage now, so that nobody is charged with that of whoever came before. */
export function collectGarbage(): void {
  if (collect === undefined) {
    // Contexts made from here on have the function; the flag needs no restart.
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
