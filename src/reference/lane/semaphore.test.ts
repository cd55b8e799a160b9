import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lease } from "./lease.ts";
import { Semaphore } from "./semaphore.ts";

function acquired(semaphore: Semaphore, count: number, onGranted = (_index: number): void => {}): Lease[] {
  return Array.from({ length: count }, (_, index) => {
    const lease = new Lease();
    semaphore.acquire(lease, () => onGranted(index));
    return lease;
  });
}

const states = (leases: readonly Lease[]): string[] => leases.map((lease) => lease.state);

describe("granting", () => {
  test("holds no more leases than permits, and lets the others wait", () => {
    expect(states(acquired(new Semaphore(2), 3))).toEqual(["held", "held", "waiting"]);
  });

  test("a released permit goes to the one who waits longest", () => {
    const semaphore = new Semaphore(1);
    const [a, b, c] = acquired(semaphore, 3);
    semaphore.release(a!);
    expect(states([a!, b!, c!])).toEqual(["released", "held", "waiting"]);
  });

  test("a lease that waits and is released leaves the queue, and costs its successor nothing", () => {
    const semaphore = new Semaphore(1);
    const [a, b, c] = acquired(semaphore, 3);
    semaphore.release(b!);
    semaphore.release(a!);
    expect(states([a!, b!, c!])).toEqual(["released", "released", "held"]);
  });

  test("releasing twice gives one permit back", () => {
    const semaphore = new Semaphore(1);
    const [a] = acquired(semaphore, 1);
    semaphore.release(a!);
    semaphore.release(a!);
    expect(states(acquired(semaphore, 2))).toEqual(["held", "waiting"]);
  });

  test("a lease that is granted and released in one turn passes the permit on", () => {
    const semaphore = new Semaphore(1);
    const [a, b, c] = acquired(semaphore, 3);
    semaphore.release(a!);
    semaphore.release(b!);
    expect(states([b!, c!])).toEqual(["released", "held"]);
  });

  test("each grant is told once, in order, and with the lease held", () => {
    const semaphore = new Semaphore(1);
    const granted: number[] = [];
    const leases = acquired(semaphore, 3, (index) => granted.push(index));
    expect(granted).toEqual([0]);
    semaphore.addPermits(2);
    expect(granted).toEqual([0, 1, 2]);
    for (const lease of leases) semaphore.release(lease);
    expect(granted).toEqual([0, 1, 2]);
  });

  test("a lease that left the queue is told of its next grant only", () => {
    const semaphore = new Semaphore(1);
    const log: string[] = [];
    const [a] = acquired(semaphore, 1);
    const b = new Lease();
    semaphore.acquire(b, () => log.push("first"));
    semaphore.release(b);
    semaphore.acquire(b, () => log.push("second"));
    semaphore.release(a!);
    expect(log).toEqual(["second"]);
  });

  test("whoever is told of a grant may release it at once", () => {
    const semaphore = new Semaphore(1);
    const [a, b] = [new Lease(), new Lease()];
    semaphore.acquire(a, () => semaphore.release(a));
    semaphore.acquire(b, () => {});
    expect(states([a, b])).toEqual(["released", "held"]);
  });
});

describe("width", () => {
  test.each([0, -1, Number.NaN, 0.5])("a width of %d works as 1", (width) => {
    const semaphore = new Semaphore(width);
    expect(semaphore.width).toBe(1);
    expect(states(acquired(semaphore, 2))).toEqual(["held", "waiting"]);
  });

  test("added permits go to those who wait", () => {
    const semaphore = new Semaphore(1);
    const leases = acquired(semaphore, 4);
    expect(semaphore.addPermits(2)).toBe(2);
    expect(semaphore.width).toBe(3);
    expect(states(leases)).toEqual(["held", "held", "held", "waiting"]);
  });

  test("only free permits are forgotten", () => {
    const semaphore = new Semaphore(4);
    const [a, b] = acquired(semaphore, 2);
    expect(semaphore.forgetPermits(10)).toBe(2);
    expect(semaphore.width).toBe(2);
    semaphore.release(a!);
    semaphore.release(b!);
    expect(states(acquired(semaphore, 3))).toEqual(["held", "held", "waiting"]);
  });

  test("one permit always stays", () => {
    const semaphore = new Semaphore(3);
    expect(semaphore.forgetPermits(10)).toBe(2);
    expect(semaphore.forgetPermits(1)).toBe(0);
    expect(semaphore.width).toBe(1);
  });

  test("an unbounded width stays a number one can count with", () => {
    const semaphore = new Semaphore(Number.POSITIVE_INFINITY);
    expect(semaphore.addPermits(Number.POSITIVE_INFINITY)).toBe(0);
    expect(semaphore.forgetPermits(Number.POSITIVE_INFINITY)).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(semaphore.width).toBe(1);
  });

  test.each([Number.NaN, -3])("resizing by %d changes nothing", (count) => {
    const semaphore = new Semaphore(2);
    expect([semaphore.addPermits(count), semaphore.forgetPermits(count), semaphore.width]).toEqual([0, 0, 2]);
  });
});

test("behaves like a plain list of holders and waiters, whatever is done to it", () => {
  const action = fc.record({
    kind: fc.constantFrom("acquire", "release", "add", "forget"),
    lease: fc.nat({ max: 5 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(action, { maxLength: 60 }), (initialWidth, actions) => {
      const semaphore = new Semaphore(initialWidth);
      const leases = Array.from({ length: 6 }, () => new Lease());
      let width = initialWidth;
      let held: Lease[] = [];
      let waiting: Lease[] = [];
      for (const { kind, lease: index } of actions) {
        const lease = leases[index]!;
        if (kind === "acquire" && lease.state === "released") {
          semaphore.acquire(lease, () => {});
          waiting.push(lease);
        } else if (kind === "release") {
          semaphore.release(lease);
          held = held.filter((other) => other !== lease);
          waiting = waiting.filter((other) => other !== lease);
        } else if (kind === "add") {
          width += semaphore.addPermits(1);
        } else if (kind === "forget") {
          width -= semaphore.forgetPermits(1);
        }
        expect(width).toBeGreaterThanOrEqual(Math.max(held.length, 1));
        held.push(...waiting.splice(0, Math.max(width - held.length, 0)));
        expect(leases.filter(({ state }) => state === "held")).toHaveLength(held.length);
        expect(held.every(({ state }) => state === "held")).toBe(true);
        expect(waiting.every(({ state }) => state === "waiting")).toBe(true);
        expect(semaphore.width).toBe(width);
      }
    }),
    { seed: 3 },
  );
});
