/**
 * Freezes the rules as the requirement set of this version, in `properties/requirements`. The set of a version that the
 * changelog calls released stays as it is: put the version up first (exit code 2).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allRules, freezeRequirements } from "executor-conformance/properties";

const FOLDER = "properties/requirements";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const { id, hash, rules } = freezeRequirements(allRules, version);
const file = `${id}.ts`;
const isOpen = readFileSync("CHANGELOG.md", "utf8").includes(`## [${id}.0] - Unreleased`);

if (!isOpen && readdirSync(FOLDER).includes(file)) {
  console.error(`${FOLDER}/${file} belongs to a release: put the minor version up in package.json and src/version.ts`);
  process.exit(2);
}
writeFileSync(
  join(FOLDER, file),
  [
    'import type { RequirementSet } from "../../src/contract/requirements.ts";',
    "",
    "/** Written by `npm run requirements:freeze`; not to be edited. */",
    "export const requirements: RequirementSet = {",
    `  id: ${JSON.stringify(id)},`,
    `  hash: ${JSON.stringify(hash)},`,
    "  rules: [",
    ...rules.map((rule) => `    [${rule.map((text) => JSON.stringify(text)).join(", ")}],`),
    "  ],",
    "};",
    "",
  ].join("\n"),
);
console.log(`${FOLDER}/${file}: ${rules.length} rules, ${hash}. A new file is to be listed in ${FOLDER}/index.ts.`);
