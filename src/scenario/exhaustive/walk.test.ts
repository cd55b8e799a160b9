import { describe, expect, it } from "vitest";
import type { Step } from "../../contract/scenario.ts";
import { enumerate } from "../enumerate.ts";
import type { BoundedModel, Pending, BoundedSpace } from "../space.ts";
import { isAudited } from "./audit.ts";
import { countScenarios } from "./count.ts";

interface Note extends Step {
  readonly by: string;
}

/** So many writers, each of whom makes three notes in an order of its own. */
class Writers implements BoundedModel<Note> {
  #made: Readonly<Record<string, number>>;

  constructor(made: Readonly<Record<string, number>>) {
    this.#made = made;
  }

  pending(): readonly Pending<Note>[] {
    const writing = Object.entries(this.#made).filter(([, made]) => made < 3);
    return writing.map(([by, made]) => ({ id: by, ways: [{ op: `note ${made + 1}`, by }] }));
  }

  get isUsedUp(): boolean {
    return this.pending().length === 0;
  }

  key(): string {
    return JSON.stringify(this.#made);
  }

  take({ by }: Note): void {
    this.#made = { ...this.#made, [by]: (this.#made[by] ?? 0) + 1 };
  }

  clone(): this {
    return new Writers(this.#made) as this;
  }
}

const names = ["ann", "bob", "cat"];
const scope = { subjects: 3, controls: 0, tightGaps: 0 };

function spaceOf(independent?: (a: Note, b: Note) => boolean): BoundedSpace<Note, object> {
  return {
    bounded: (writers) => new Writers(Object.fromEntries(names.slice(0, writers).map((name) => [name, 0]))),
    boundedSetup: {},
    ...(independent === undefined ? {} : { independent }),
  };
}

function ordersOf(space: BoundedSpace<Note, object>, tightGaps = 0): { kept: string[]; audited: string[] } {
  const [kept, audited]: [string[], string[]] = [[], []];
  for (const scenario of enumerate("domain", space, { ...scope, tightGaps })) {
    const text = scenario.steps.map(({ by, op, gap }) => `${by} ${op} ${gap ?? ""}`).join("; ");
    (isAudited(scenario) ? audited : kept).push(text);
  }
  return { kept, audited };
}

/** 1 writer: 1 order; 2: 6!/(3!3!); 3: 9!/(3!3!3!). */
const ALL = 1 + 20 + 1680;

describe("schedules of independent steps", () => {
  it("are all walked while nothing is declared", () => {
    const { kept, audited } = ordersOf(spaceOf());
    expect([kept.length, audited.length]).toEqual([ALL, 0]);
    expect(countScenarios(spaceOf(), scope)).toEqual({ count: ALL, isExact: true });
  });

  it("are walked in one order, the order of arrival, with one in a hundred of the others to audit", () => {
    const { kept, audited } = ordersOf(spaceOf((a, b) => a.by !== b.by));
    expect(kept).toHaveLength(3);
    expect(kept[1]).toBe(ordersOf(spaceOf()).kept[1]);
    // 1 of 19 pruned, and 17 of 1679.
    expect(audited).toHaveLength(18);
    expect(new Set([...kept, ...audited]).size).toBe(kept.length + audited.length);
  });

  it("keep every order of those that conflict", () => {
    const conflict = (by: string): boolean => by === "ann" || by === "bob";
    const space = spaceOf((a, b) => a.by !== b.by && !(conflict(a.by) && conflict(b.by)));
    const { kept } = ordersOf(space);
    // Where the third writer's notes stand does not matter.
    expect(kept).toHaveLength(1 + 20 + 20);
    const pairs = kept.map((text) => text.split("; ").filter((note) => !note.startsWith("cat")));
    expect(new Set(pairs.map((notes) => notes.join("; "))).size).toBe(1 + 20);
  });

  it("stay apart where a tight gap binds them", () => {
    const { kept } = ordersOf(
      spaceOf((a, b) => a.by !== b.by),
      1,
    );
    const bound = kept.filter((text) => /note \d (turn|\d); (?=.*)/.test(text));
    const neighbours = new Set(bound.map((text) => /(\w+) note \d turn; (\w+)/.exec(text)?.slice(1).join(" then ")));
    for (const first of names) for (const second of names) expect(neighbours).toContain(`${first} then ${second}`);
  });

  it("are counted before any is pruned, which is no exact count", () => {
    expect(
      countScenarios(
        spaceOf((a, b) => a.by !== b.by),
        scope,
      ),
    ).toEqual({ count: ALL, isExact: false });
  });
});
