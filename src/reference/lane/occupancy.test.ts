import { expect, test } from "vitest";
import { Occupancy } from "./occupancy.ts";

test("each batch is counted in one phase", () => {
  const occupancy = new Occupancy();
  occupancy.enter("queued");
  occupancy.enter("queued");
  occupancy.move("queued", "busy");
  occupancy.move("busy", "parked");
  expect([occupancy.count("queued"), occupancy.count("busy"), occupancy.count("parked")]).toEqual([1, 0, 1]);
  occupancy.move("parked", "ended");
  expect([occupancy.count("parked"), occupancy.count("ended")]).toEqual([0, 1]);
});
