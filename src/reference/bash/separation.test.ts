import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOM = new URL("./", import.meta.url);
const SOURCES = readdirSync(ROOM, { encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, ROOM), "utf8") }));

/** What bash may know of the job runtime: its faces, never its inside. */
const FACES = [
  "../../contract/job.ts",
  "../job/producer.ts",
  "../job/runtime.ts",
  "../job/tools/model-tool.ts",
  "../job/tools/tool-input.ts",
];

it("imports the faces of the job runtime only, and the runtime itself only as a type", () => {
  const outside = SOURCES.flatMap(({ text }) => [...text.matchAll(/^import (type )?.*? from "(\.\..*?)";$/gmu)]);
  const modules = outside.map(([, , module]) => module);
  expect(new Set(modules)).toEqual(new Set(FACES));
  expect(outside.filter(([, type, module]) => module === "../job/runtime.ts" && type === undefined)).toEqual([]);
});

it("exports nothing of ids, tokens, polling, cancelling or notices", () => {
  const exported = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async )?(?:class|function|interface|type|const) (\w+)/gmu)].map(
      ([, name]) => name ?? "",
    ),
  );
  expect(exported).toContain("Bash");
  expect(
    exported.filter((name) =>
      /job|owner|token|session|registry|poll|cancel|kill|notice|listen|wait|list$/iu.test(name),
    ),
  ).toEqual([]);
});
