// count-tests.mjs REPORT EXIT_CODE: reads the JSON report of a test run. Prints "PASSED FAILED", then one line for each
// test that was skipped. What keeps a run from counting as passed is a failure here, whatever the report says of itself.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const [path, exitCode] = process.argv.slice(2);

/** @returns {{ name: string, status: string, message: string, assertionResults: { fullName: string, status: string }[] }[]} */
function readFiles() {
  try {
    return JSON.parse(readFileSync(path, "utf8")).testResults;
  } catch (error) {
    console.error(`FAILED: the test command left no report: ${error.message}`);
    return [];
  }
}

const files = readFiles();
const tests = files.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status }) => ({ status, name: `${relative(".", name)}: ${fullName}` })),
);
const passed = tests.filter(({ status }) => status === "passed");
const failed = tests.filter(({ status }) => status === "failed").map(({ name }) => name);
const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");

for (const { name, status, message, assertionResults } of files) {
  const isExplained = assertionResults.some((test) => test.status === "failed");
  if (status === "failed" && !isExplained) failed.push(`${relative(".", name)} could not be run: ${message}`);
}
if (passed.length === 0) failed.push("not a single test passed");
if (exitCode !== "0" && failed.length === 0) failed.push(`the test command ended with exit code ${exitCode}`);

for (const name of failed) console.error(`FAILED: ${name}`);
console.log(passed.length, failed.length);
for (const { name } of skipped) console.log(name);
