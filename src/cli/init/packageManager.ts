import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a package manager is called by. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** Installs what the lock file says. */
  readonly install: string;
  /** Adds a package for development. */
  readonly add: string;
  /** Runs a command of an installed package. */
  readonly run: string;
  /** The step of a workflow that makes it available. */
  readonly setup?: string;
}

const MANAGERS: readonly PackageManager[] = [
  {
    name: "pnpm",
    install: "pnpm install --frozen-lockfile",
    add: "pnpm add --save-dev",
    run: "pnpm exec",
    setup: "uses: pnpm/action-setup@v4",
  },
  {
    name: "yarn",
    install: "yarn install --immutable",
    add: "yarn add --dev",
    run: "yarn",
    setup: "run: corepack enable",
  },
  {
    name: "bun",
    install: "bun install --frozen-lockfile",
    add: "bun add --dev",
    run: "bunx",
    setup: "uses: oven-sh/setup-bun@v2",
  },
  { name: "npm", install: "npm ci", add: "npm install --save-dev", run: "npx" },
];

const NPM = MANAGERS.at(-1) as PackageManager;

const LOCK_FILES: Readonly<Record<string, PackageManager["name"]>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
};

/**
 * The package manager of a project: the one that its package.json names, whose lock file lies in its folder or above, or
 * that runs this command; npm otherwise.
 *
 * @param named the field `packageManager`, as in "pnpm@9.1.0".
 * @param userAgent what a package manager tells the commands that it runs.
 */
export function packageManagerOf(folder: string, named: string | undefined, userAgent = ""): PackageManager {
  const locked = lockedBy(folder);
  const found = locked ?? /^[a-z]+/.exec(userAgent)?.[0];
  const manager = managerCalled(named?.split("@")[0]) ?? managerCalled(found) ?? NPM;
  // `npm ci` refuses to work without a lock file.
  return manager === NPM && locked !== "npm" ? { ...NPM, install: "npm install" } : manager;
}

function managerCalled(called: string | undefined): PackageManager | undefined {
  return MANAGERS.find(({ name }) => name === called);
}

function lockedBy(folder: string): PackageManager["name"] | undefined {
  const file = Object.keys(LOCK_FILES).find((name) => existsSync(join(folder, name)));
  if (file !== undefined) return LOCK_FILES[file];
  const isTop = dirname(folder) === folder || existsSync(join(folder, ".git"));
  return isTop ? undefined : lockedBy(dirname(folder));
}
