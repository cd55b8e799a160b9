import type { JobAdapter } from "executor-conformance";
import { InMemoryTaskStore as InMemoryTaskStore1310 } from "mcp-sdk-1-31-0/experimental/tasks";
import { InMemoryTaskStore as InMemoryTaskStore1322, type TaskStore } from "mcp-sdk-1-32-2/experimental/tasks";
import { installedVersion } from "../installedVersion.ts";
import { TaskRuntime } from "./runtime.ts";

export { promises } from "./promises.ts";

function taskStore(packageName: string, Store: new () => TaskStore): JobAdapter {
  const version = installedVersion(packageName);
  return {
    profile: "job",
    name: `mcp-task-store@${version}`,
    version,
    capabilities: {
      // `listTasks` is documented to list, page by page.
      list: true,
      // `getTask` is documented to give the status.
      get: true,
      // A session id is documented to bind a task, and every other method to it; 1.32.2 says that any other session does
      // not find the task.
      ownerFence: true,
      // The session id is optional; 1.32.2 documents tasks without one to be listed for every session.
      unowned: true,
      // Not declared: `noTokenFence` (calls without a session id are documented to be unrestricted), `output` (a task has a result, and
      // no stream), `notices` and `wait` (a store is polled), `settledKill` (a cancelled task is terminal at once),
      // `validation`, `dispose`, `disposeOwner`, `presentation` (not there).
    },
    create: () => new TaskRuntime(new Store()),
  };
}

const adapters: readonly JobAdapter[] = [
  taskStore("mcp-sdk-1-31-0", InMemoryTaskStore1310),
  taskStore("mcp-sdk-1-32-2", InMemoryTaskStore1322),
];

export default adapters;
