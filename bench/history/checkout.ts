import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Which source something was measured on. */
export interface Checkout {
  readonly commit: string;
  /** Whether something was changed that is not committed. */
  readonly dirty: boolean;
}

/** What is checked out in a folder; undefined where it lies in no repository, or there is no git. */
export async function checkoutOf(folder: string): Promise<Checkout | undefined> {
  const git = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)("git", args, { cwd: folder })).stdout.trim();
  try {
    const commit = await git("rev-parse", "HEAD");
    return { commit, dirty: (await git("status", "--porcelain", "--untracked-files=no")) !== "" };
  } catch {
    return undefined;
  }
}
