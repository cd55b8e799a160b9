import { expect, it } from "vitest";
import { asked, cancelBy, quiet, said, started, verdictsOf, type Written } from "../fixtures/written.ts";

const stranger: readonly Written[] = [
  ...started(0, "j1"),
  cancelBy(1, "j1", "bob"),
  asked("j1"),
  said(1, "requested"),
  quiet(),
  cancelBy(2, "j1", "alice"),
  said(2, "already-finished"),
  quiet(),
];

it.each([[], ["settledKill"]] as const)(
  "a stranger who was let in is no fault of the owner's cancel",
  (...capabilities) => {
    expect(verdictsOf(stranger, capabilities)).toEqual([]);
  },
);
