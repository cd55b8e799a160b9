import { expect, it } from "vitest";
import { atRest } from "./fixtures/recorded-domain.ts";
import { InFlight } from "./in-flight.ts";

function recordedDrains(inFlight: InFlight): { drained: string[]; drain: (name: string) => void } {
  const drained: string[] = [];
  return { drained, drain: (name) => void inFlight.drained().then(() => drained.push(name)) };
}

it("is drained at once when nothing is in flight", async () => {
  await expect(new InFlight().drained()).resolves.toBeUndefined();
});

it("is drained when the last one of those before it has left, in whatever order they leave", async () => {
  const inFlight = new InFlight();
  const { drained, drain } = recordedDrains(inFlight);
  const [first, second, third] = [inFlight.enter(), inFlight.enter(), inFlight.enter()];
  drain("a");
  for (const place of [second, third]) inFlight.leave(place);
  await atRest();
  expect(drained).toEqual([]);
  inFlight.leave(first);
  await atRest();
  expect(drained).toEqual(["a"]);
});

it("does not hold a drain back for those who came after it", async () => {
  const inFlight = new InFlight();
  const { drained, drain } = recordedDrains(inFlight);
  const before = inFlight.enter();
  drain("older");
  const between = inFlight.enter();
  drain("newer");
  inFlight.enter();

  inFlight.leave(between);
  await atRest();
  expect(drained).toEqual([]);
  inFlight.leave(before);
  await atRest();
  expect(drained).toEqual(["older", "newer"]);
});

it("ends drains with nobody between them together", async () => {
  const inFlight = new InFlight();
  const { drained, drain } = recordedDrains(inFlight);
  const place = inFlight.enter();
  for (const name of ["a", "b", "c"]) drain(name);
  inFlight.leave(place);
  await atRest();
  expect(drained).toEqual(["a", "b", "c"]);
});

it("can be used on after a drain", async () => {
  const inFlight = new InFlight();
  const { drained, drain } = recordedDrains(inFlight);
  inFlight.leave(inFlight.enter());
  drain("a");
  const place = inFlight.enter();
  drain("b");
  await atRest();
  expect(drained).toEqual(["a"]);
  inFlight.leave(place);
  await atRest();
  expect(drained).toEqual(["a", "b"]);
});
