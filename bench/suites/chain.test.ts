import { expect, test } from "vitest";
import { NotMeasurableError, WorkNotDoneError } from "./benchmark.ts";
import { Chain } from "./chain.ts";

test("a block whose operations end inside the call is over when it returns", () => {
  const chain = new Chain();
  let starts = 0;
  const running = chain.run(3, () => {
    starts += 1;
    chain.ended();
  });
  expect(running).toBeUndefined();
  expect(starts).toBe(3);
});

test("what fails inside the call is thrown there, and by whatever follows", () => {
  const chain = new Chain();
  const run = (): void | Promise<void> => chain.run(3, () => chain.fail("wrong"));
  expect(run).toThrow(new WorkNotDoneError("wrong"));
  expect(run).toThrow("wrong");
});

test("what fails later rejects the block", async () => {
  const chain = new Chain();
  const running = chain.run(1, () => queueMicrotask(() => chain.fail(new NotMeasurableError("may be"))));
  await expect(running).rejects.toThrow(NotMeasurableError);
});

test.each([1, 2])("what operation %i throws fails the block, inside the call and after it", async (broken) => {
  const chain = new Chain();
  let starts = 0;
  const operation = (): void => {
    starts += 1;
    if (starts === broken) throw new Error("boom");
    queueMicrotask(() => chain.ended());
  };
  await expect((async () => chain.run(2, operation))()).rejects.toThrow(
    new WorkNotDoneError("a call threw Error: boom"),
  );
});

test("an operation that ends and throws has not been done", () => {
  const chain = new Chain();
  const run = (): void | Promise<void> =>
    chain.run(2, () => {
      chain.ended();
      throw new Error("boom");
    });
  expect(run).toThrow("a call threw Error: boom");
});
