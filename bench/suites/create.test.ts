import { expect, test } from "vitest";
import { domainFloor } from "../floor/domain.ts";
import { createExecutor } from "./create.ts";

test("creation is waited for, and not for ever", async () => {
  const never = { ...domainFloor, create: () => new Promise(() => {}) };
  await expect(createExecutor(never, undefined, 1)).rejects.toMatchObject({
    name: "WorkNotDoneError",
    message: "create() did not settle within 0.001 seconds",
  });
});
