import { expect, test } from "vitest";
import { Lease } from "./lease.ts";
import { WaitQueue } from "./wait-queue.ts";

function queueOf(...leases: Lease[]): WaitQueue {
  const queue = new WaitQueue();
  for (const lease of leases) queue.append(lease);
  return queue;
}

function drain(queue: WaitQueue): Lease[] {
  const order: Lease[] = [];
  for (let lease = queue.head; lease !== undefined; lease = queue.head) {
    queue.remove(lease);
    order.push(lease);
  }
  return order;
}

test("leases leave in the order in which they came", () => {
  const [a, b, c] = [new Lease(), new Lease(), new Lease()];
  expect(drain(queueOf(a, b, c))).toEqual([a, b, c]);
});

test.each([0, 1, 2])("taking out number %i leaves the others in order", (index) => {
  const leases = [new Lease(), new Lease(), new Lease()];
  const queue = queueOf(...leases);
  const [taken] = leases.splice(index, 1);
  queue.remove(taken!);
  expect(drain(queue)).toEqual(leases);
});

test("a lease that has left can come again, behind the others", () => {
  const [a, b] = [new Lease(), new Lease()];
  const queue = queueOf(a, b);
  queue.remove(a);
  queue.append(a);
  expect(drain(queue)).toEqual([b, a]);
});

test("a lease that has left references no other", () => {
  const [a, b, c] = [new Lease(), new Lease(), new Lease()];
  queueOf(a, b, c).remove(b);
  expect([b.previous, b.next]).toEqual([undefined, undefined]);
  expect(a.next).toBe(c);
  expect(c.previous).toBe(a);
});
