import type { ProfileName } from "../../contract/adapter.ts";
import { KIT } from "../../version.ts";
import type { PackageManager } from "./packageManager.ts";
import type { Project } from "./project.ts";

/** How the executor that the kit comes with is made, by profile. */
const REFERENCES: Readonly<
  Record<ProfileName, { readonly type: string; readonly name: string; readonly create: string }>
> = {
  domain: {
    type: "DomainAdapter",
    name: "ToolExecutionDomain",
    create: "({ runner, sink, surface }) => new ToolExecutionDomain({ runner, sink, surface })",
  },
  lane: { type: "LaneAdapter", name: "ToolLane", create: "(host) => new ToolLane(host)" },
  job: {
    type: "JobAdapter",
    name: "JobRuntime",
    create: "(host) => new JobRuntime({ onCompleted: (job, owner) => host.completed(job, owner) })",
  },
};

/**
 * An adapter of the reference executor, with the place where another one goes.
 *
 * @param capabilities those of the profile, for whoever declares some.
 */
export function adapterText(
  profile: ProfileName,
  capabilities: readonly string[],
  { isTypeScript }: Pick<Project, "isTypeScript">,
): string {
  const { type, name, create } = REFERENCES[profile];
  const types = isTypeScript ? [`import type { ${type} } from "${KIT.name}";`] : [];
  const declared = isTypeScript
    ? [`const adapter: ${type} = {`]
    : [`/** @type {import("${KIT.name}").${type}} */`, "const adapter = {"];
  return lines(
    ...types,
    `import { ${name} } from "${KIT.name}/reference";`,
    "",
    "// This checks the reference executor of the kit, which conforms. Put your own in its place, in `create`: it gets all",
    "// that is outside of it from the host, and what you return has the methods of the contract.",
    ...declared,
    `  profile: "${profile}",`,
    '  name: "reference-to-be-replaced",',
    "  // What your executor can do beyond the minimum; each brings the rules that ask for it. There are:",
    ...commented(capabilities),
    "  capabilities: {},",
    `  create: ${create},`,
    "};",
    "",
    "export default adapter;",
  );
}

const COMMENT_WIDTH = 100;

function commented(words: readonly string[]): readonly string[] {
  const rows: string[] = [];
  for (const word of words) {
    const last = rows.at(-1);
    if (last === undefined || last.length + word.length > COMMENT_WIDTH) rows.push(word);
    else rows[rows.length - 1] = `${last}, ${word}`;
  }
  return rows.map((row, index) => `  // ${row}${index === rows.length - 1 ? "." : ","}`);
}

/** A test file in which every rule is a test. */
export function testText(profile: ProfileName, { extension }: Pick<Project, "extension">): string {
  return lines(
    `import { describeConformance } from "${KIT.name}/vitest";`,
    `import adapter from "./${profile}${extension.replace("ts", "js")}";`,
    "",
    "describeConformance(adapter, { seed: 1, runs: 2000 });",
  );
}

/** A workflow that checks an adapter at every push. */
export function workflowText(adapter: string, { setup, install, run }: PackageManager): string {
  return lines(
    "name: conformance",
    "",
    "on:",
    "  push:",
    "  pull_request:",
    "",
    "permissions:",
    "  contents: read",
    "",
    "jobs:",
    "  conformance:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    "      - uses: actions/checkout@v4",
    ...(setup === undefined ? [] : [`      - ${setup}`]),
    "      - uses: actions/setup-node@v4",
    "        with:",
    "          node-version: 22",
    `      - run: ${install}`,
    "      # Equal seeds give equal interleavings: a pull request is not red for what it did not change.",
    `      - run: ${run} ${KIT.name} check ${adapter} --seed 1`,
  );
}

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
