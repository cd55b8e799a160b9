import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const EVERY_TEST = ["{src,properties,adapters,bench,scripts}/**/*.test.ts", "*.test.ts"];

/** These run the package as it is installed, which takes seconds to build. */
const OF_THE_PACKAGE = [
  "src/cli/**/*.test.ts",
  "src/supervise/supervision.test.ts",
  "action.test.ts",
  "documentation*.test.ts",
];

/**
 * Without these aliases a test that imports the package by its name would get the build, and one that imports a file
 * the source: the same class twice.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^executor-conformance$/, replacement: source("./src/index.ts") },
      { find: /^executor-conformance\/reference$/, replacement: source("./src/reference/index.ts") },
      { find: /^executor-conformance\/vitest$/, replacement: source("./src/vitest/index.ts") },
      { find: /^executor-conformance\/properties$/, replacement: source("./properties/index.ts") },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "units", include: EVERY_TEST, exclude: ["**/node_modules/**", ...OF_THE_PACKAGE] },
      },
      {
        extends: true,
        test: { name: "package", include: OF_THE_PACKAGE, globalSetup: ["./src/cli/fixtures/installation.ts"] },
      },
    ],
    // The process that hands the tests out needs no core for itself.
    maxWorkers: "100%",
    // Nothing here is timed: the limit only ends a test that hangs, on a machine that may be very busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts", "properties/**/*.ts", "adapters/reference/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
