import { describe, expect, test } from "vitest";
import { domainProfile } from "../profiles/index.ts";
import { SituationCounter } from "../scenario/situationCounter.ts";
import { requiredSituations } from "./requiredSituations.ts";

const table = domainProfile.situations;
const results = new SituationCounter(table, domainProfile.capabilities).results();
const ids = (realTime: boolean, isNarrowed: boolean): readonly string[] =>
  requiredSituations(table, results, { realTime, isNarrowed }).flatMap(({ id, notRequired }) =>
    notRequired === true ? [] : [id],
  );

describe("a campaign asks for", () => {
  test("every situation", () => {
    expect(ids(false, false)).toEqual(table.situations.map(({ id }) => id));
  });

  test("only the certain ones in real time", () => {
    expect(ids(true, false)).toEqual(["handle-while-draining", "halt-idle", "halt-one-in-flight", "rearm-unstopped"]);
  });

  test("none where rules were chosen", () => {
    expect(ids(false, true)).toEqual([]);
  });
});
