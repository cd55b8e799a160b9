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
      // "Lists tasks, optionally starting from a pagination cursor." (`TaskStore.listTasks`)
      list: true,
      // "Gets the current status of a task." (`TaskStore.getTask`)
      get: true,
      // "Optional session ID for binding the task to a specific session" (`TaskStore.createTask`; "binding the query", "the
      // operation" to one in all other methods). 1.32.2 says what that means: "a task created with a sessionId belongs to
      // that session: calls that pass a different sessionId treat the task as not found".
      ownerFence: true,
      // The session id is optional there, and 1.32.2 lists "the tasks created without a sessionId" for every session.
      unowned: true,
      // Not declared: `noTokenFence` ("calls that pass no sessionId are not restricted"), `output` (a task has a result, and
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
