import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { fencesOf, ReaderProject, readme } from "./src/cli/fixtures/readme.ts";

/** The parts of a workflow that the README uses. */
interface Job {
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** The parts of a Kubernetes Job that the README uses. */
interface ClusterJob {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly completionMode?: string;
    readonly completions?: number;
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

let project: ReaderProject;

beforeAll(() => {
  project = new ReaderProject();
});

afterAll(() => project.remove());

function textOf(file: string): string {
  const fence = fencesOf(readme).find((other) => other.file === file);
  if (fence === undefined) throw new Error(`The README has no ${file}`);
  return fence.text;
}

function jobOf(file: string, name: string): Job {
  const { jobs } = parse(textOf(file)) as { readonly jobs: Readonly<Record<string, Job>> };
  const job = jobs[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  return job;
}

/** Does what GitHub's runner does for a job: each step in a folder that only this job has. */
async function runJob(name: string, { steps }: Job, values: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = `jobs/${name}`;
  const path = (file: string): string => join(project.cli.folder, folder, file);
  const artifacts = join(project.cli.folder, "artifacts");
  mkdirSync(path("."), { recursive: true });
  mkdirSync(artifacts, { recursive: true });
  let log = "";
  for (const { uses = "", with: inputs = {}, run } of steps) {
    const input = (key: string): string => substitute(inputs[key] ?? "", values);
    if (run === "npm ci" || uses === "actions/setup-node@v4") continue;
    if (run !== undefined) {
      const { code, out, error } = await project.run(substitute(run, values), { folder });
      expect(code, `${out}${error}`).toBe(0);
      log += out;
    } else if (uses === "actions/checkout@v4") project.checkOut(folder);
    else if (uses === "actions/upload-artifact@v4") cpSync(path(input("path")), join(artifacts, input("name")));
    else if (uses === "actions/download-artifact@v4") {
      expect(inputs).toEqual({ pattern: "shard-*", "merge-multiple": true });
      // Each artifact is one file here, and has its name but for the extension.
      for (const artifact of readdirSync(artifacts)) cpSync(join(artifacts, artifact), path(`${artifact}.json`));
    } else throw new Error(`No runner here knows ${uses}`);
  }
  return log;
}

function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (expression, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No runner here knows ${expression}`);
    return value;
  });
}

const found = (file: string): unknown => JSON.parse(readFileSync(join(project.cli.folder, file), "utf8"));

describe("on GitHub", () => {
  test("the workflow passes for a conformant executor", async () => {
    const job = jobOf(".github/workflows/conformance.yml", "conformance");
    expect(await runJob("one", job)).toContain("conformant: my-executor");
  });

  test("the workflow with the action gives it inputs that it has, and they are options of check", async () => {
    const { steps } = jobOf(".github/workflows/conformance-action.yml", "conformance");
    const step = steps.find(({ uses }) => uses?.includes("executor-conformance"));
    const { inputs } = parse(readFileSync(join(import.meta.dirname, "action.yml"), "utf8")) as { inputs: object };
    for (const name of Object.keys(step?.with ?? {})) expect(inputs).toHaveProperty([name]);
    const { module = "", args = "", reports = "" } = step?.with ?? {};
    const options = [...linesOf(args), ...linesOf(reports).map((report) => `--report=${report}`)];
    const { code, out, error } = await project.run(`npx executor-conformance check ${module} ${options.join(" ")}`);
    expect(code, error).toBe(0);
    expect(out).toContain("Report in html: conformance.html");
  });

  test("the matrix deals a campaign to its jobs, and the last job judges the whole", async () => {
    const file = ".github/workflows/conformance-shards.yml";
    const [shard, verdict] = [jobOf(file, "shard"), jobOf(file, "verdict")];
    expect(verdict.needs).toBe("shard");
    const shards = shard.strategy?.matrix.shard ?? [];
    expect(shards.length).toBeGreaterThan(1);
    const runs = shards.map((number) =>
      runJob(`shard-${number}`, shard, { "matrix.shard": String(number), "github.run_number": "1" }),
    );
    expect((await Promise.all(runs)).join("")).toContain(`shard 2 of ${shards.length}`);
    expect(await runJob("verdict", verdict)).toMatch(/^conformant: my-executor/m);
  });
});

describe("in a cluster of Kubernetes", () => {
  const documents = (): readonly ClusterJob[] =>
    parseAllDocuments(textOf("conformance.yaml")).map((document) => document.toJS() as ClusterJob);

  /** Runs the container of a Job as a process, its volume being a folder. */
  async function runPod({ spec }: ClusterJob, env: Readonly<Record<string, string>>): Promise<string> {
    const [container] = spec.template.spec.containers;
    if (container === undefined) throw new Error("A Pod has a container");
    expect(container.command).toEqual(["sh", "-c"]);
    const [mount] = container.volumeMounts;
    const volume = join(project.cli.folder, "volume");
    mkdirSync(volume, { recursive: true });
    const script = container.args.join(" ").replaceAll(mount?.mountPath ?? "", volume);
    const variables = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
    const { code, out, error } = await project.run(`exec sh -c '${script}'`, { env: { ...variables, ...env } });
    expect(code, `${out}${error}`).toBe(0);
    return out;
  }

  test("the Indexed Job writes a report for each index, and the second Job judges the whole", async () => {
    const jobs = documents().filter(({ kind }) => kind === "Job");
    const [shards, verdict] = jobs as [ClusterJob, ClusterJob];
    expect(shards.spec.completionMode).toBe("Indexed");
    const indexes = Array.from({ length: shards.spec.completions ?? 0 }, (_, index) => String(index));
    await Promise.all(indexes.map((index) => runPod(shards, { JOB_COMPLETION_INDEX: index })));
    for (const index of indexes) {
      const part = { index: Number(index) + 1, count: indexes.length };
      expect(found(`volume/shard-${index}.json`)).toMatchObject({ results: [{ shard: part }] });
    }
    expect(await runPod(verdict, {})).toMatch(/^conformant: my-executor/m);
  });

  test("the commands beside it name Jobs and labels that there are", () => {
    const commands = fencesOf(readme).find(({ text }) => text.includes("kubectl"))?.text ?? "";
    const jobs = documents();
    for (const [, name] of commands.matchAll(/job\/(\S+)/g))
      expect(jobs.map(({ metadata }) => metadata.name)).toContain(name);
    for (const [, step] of commands.matchAll(/step!?=(\S+)/g))
      expect(jobs.map(({ metadata }) => metadata.labels["step"])).toContain(step);
  });
});

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
