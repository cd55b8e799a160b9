/** The name and version that every report and counterexample carries; a test compares them with package.json. */
export const KIT = { name: "executor-conformance", version: "0.1.0" } as const;
