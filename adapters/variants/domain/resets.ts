import type { OwnedToolResources } from "executor-conformance";
import { quietly } from "./quietly.ts";

/** Attempts both resets, one after the other or together, and tells of each that failed. */
export async function bothResets(
  resources: OwnedToolResources,
  order: "one-by-one" | "together",
  onError: (error: unknown) => void,
): Promise<void> {
  const attempt = async (reset: () => Promise<void>): Promise<void> => {
    try {
      await reset();
    } catch (error) {
      quietly(() => onError(error));
    }
  };
  const reverted = attempt(() => resources.revertDiff());
  if (order === "one-by-one") await reverted;
  await Promise.all([reverted, attempt(() => resources.cancelCommand())]);
}
