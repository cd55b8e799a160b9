import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KIT } from "./version.ts";

test("the kit names itself as its package does", () => {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  expect(KIT).toEqual({ name, version });
});
