import { readdirSync, readFileSync } from "node:fs";

/**
 * The processes of a group that are alive, from `/proc` (so on Linux only). One that has died and was not collected by its parent
 * does not count: nothing of it runs.
 */
export function liveMembersOf(groupId: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => isLiveMember(pid, groupId));
}

function isLiveMember(pid: number, groupId: number): boolean {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return false; // it ended while we looked
  }
  // The second field is the name in parentheses, and may itself contain spaces and parentheses.
  const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state !== "Z" && state !== "X" && Number(group) === groupId;
}
