import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { InvalidArgumentError } from "commander";
import type { ProfileName } from "../../contract/adapter.ts";
import { UsageError } from "../../explore/usageError.ts";
import { profileOf, profiles } from "../../profiles/index.ts";
import { KIT } from "../../version.ts";
import type { AddCommand } from "../command.ts";
import type { ExitCode } from "../exitCode.ts";
import { profileName } from "../options.ts";
import type { Session } from "../session.ts";
import { readProject, type Project } from "./project.ts";
import { adapterText, testText, workflowText } from "./templates.ts";

/** What can be written. */
export const PARTS = ["adapter", "vitest", "workflow"] as const;
type Part = (typeof PARTS)[number];

export const addInit: AddCommand = (program, session, onDone) => {
  program
    .command("init")
    .description("write an adapter, a vitest file and a workflow to begin with")
    .argument("<profile>", `what kind of executor it is: ${Object.keys(profiles).join(", ")}`, profileName)
    .option("--only <PART>", `one of ${PARTS.join(", ")}; may be repeated`, collectPart)
    .action(async (profile: ProfileName, options: { readonly only?: readonly Part[] }) =>
      onDone(await init(profile, options.only, session)),
    );
};

function collectPart(text: string, before: readonly Part[] = []): readonly Part[] {
  const part = PARTS.find((one) => one === text);
  if (part === undefined) throw new InvalidArgumentError(`Expected one of ${PARTS.join(", ")}.`);
  return [...before, part];
}

interface NewFile {
  readonly part: Part;
  readonly path: string;
  readonly text: string;
}

/**
 * Writes what a project needs to check an executor, and says what to do with it. What it can find out, it does not ask.
 *
 * @param only the parts to write; absent: all, the vitest file only where there is vitest.
 * @throws UsageError when one of the files is there already; nothing is written then. A workflow that nobody asked for by name
 * is left as it is.
 */
async function init(profile: ProfileName, only: readonly Part[] | undefined, { terminal }: Session): Promise<ExitCode> {
  const project = await readProject(process.cwd(), process.env["npm_config_user_agent"]);
  const parts = only ?? PARTS.filter((part) => part !== "vitest" || project.hasVitest);
  const asked = filesOf(profile, project).filter(({ part }) => parts.includes(part));
  // A second profile finds the workflow of the first.
  const kept = asked.find(({ part, path }) => part === "workflow" && only === undefined && existsSync(path));
  const files = asked.filter((file) => file !== kept);
  assertNew(files);
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  }
  terminal.write([
    ...files.map(({ path }) => `written: ${path}`),
    ...(kept === undefined ? [] : [`left as it is: ${kept.path}; let it check ${adapterPath(profile, project)} too`]),
    ...nextSteps(profile, project, parts),
  ]);
  return 0;
}

function filesOf(profile: ProfileName, project: Project): readonly NewFile[] {
  const adapter = adapterPath(profile, project);
  const capabilities = profileOf(profile)?.capabilities ?? [];
  return [
    { part: "adapter", path: adapter, text: adapterText(profile, capabilities, project) },
    { part: "vitest", path: `conformance/${profile}.test${project.extension}`, text: testText(profile, project) },
    { part: "workflow", path: ".github/workflows/conformance.yml", text: workflowText(adapter, project.manager) },
  ];
}

function adapterPath(profile: ProfileName, { extension }: Project): string {
  return `conformance/${profile}${extension}`;
}

function assertNew(files: readonly NewFile[]): void {
  const there = files.filter(({ path }) => existsSync(path));
  if (there.length === 0) return;
  const others = files.filter((file) => !there.includes(file)).map(({ part }) => `--only ${part}`);
  throw new UsageError(
    `Nothing is written, because ${there.map(({ path }) => path).join(", ")} would be overwritten: ` +
      `move ${there.length === 1 ? "it" : "them"} away${others.length === 0 ? "" : `, or write the rest with ${others.join(" ")}`}`,
  );
}

function nextSteps(profile: ProfileName, project: Project, parts: readonly Part[]): readonly string[] {
  const { manager, hasVitest, dependsOn } = project;
  const missing = [KIT.name, ...(parts.includes("vitest") ? ["vitest"] : [])].filter((name) => !dependsOn(name));
  return [
    ...(missing.length === 0 ? [] : [`add what it takes: ${manager.add} ${missing.join(" ")}`]),
    ...(hasVitest || parts.includes("vitest")
      ? []
      : [`without vitest there is no test file; later: ${manager.run} ${KIT.name} init ${profile} --only vitest`]),
    `next: ${manager.run} ${KIT.name} check ${adapterPath(profile, project)}, then put your executor into it`,
  ];
}
