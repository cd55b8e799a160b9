import type { KeptScenario } from "../explore/counterexampleFile.ts";
import { withRules, type Replay } from "../explore/replay.ts";
import { UsageError } from "../explore/usageError.ts";
import { profileOf, type AdapterFacts, type AnyProfile } from "../profiles/index.ts";
import { drawDiagram } from "../report/diagram.ts";
import { renderFailure } from "../report/failure.ts";
import { counted, visible } from "../report/text.ts";
import { openModule } from "../supervise/adapterModule.ts";
import { KIT } from "../version.ts";
import type { ExitCode } from "./exitCode.ts";
import { everyRule } from "./selection.ts";
import type { Session } from "./session.ts";
import { shownAgain } from "./shownAgain.ts";
import { shellQuoted } from "./storedFailures.ts";

/**
 * Runs a scenario that somebody keeps against every adapter of its profile in a module, and shows each run.
 *
 * @returns 1 if it breaks a rule, 0 if it breaks none.
 * @throws UsageError when no module is named, or it has no adapter of the profile.
 */
export async function replayKept(
  kept: KeptScenario,
  path: string,
  module: string | undefined,
  { inProcess = false }: { readonly inProcess?: boolean },
  session: Session,
): Promise<ExitCode> {
  if (module === undefined) {
    throw new UsageError(
      `Expected an adapter module beside ${path}, which holds a scenario of no adapter in particular: name it as the second argument`,
    );
  }
  const profile = profileOf(kept.profile);
  const opened = await openModule(module, { workers: 1, inProcess }, session.containment);
  const adapters = opened.adapters.filter((adapter) => adapter.profile === kept.profile);
  if (profile === undefined || adapters.length === 0) {
    throw new UsageError(
      `Expected an adapter of the profile ${kept.profile} in ${module}, got none: ${path} is a scenario of it`,
    );
  }
  const command = `npx ${KIT.name} replay ${[path, module].map(shellQuoted).join(" ")}`;
  let code: ExitCode = 0;
  for (const adapter of adapters) {
    const { data } = await opened.replay(adapter, kept.scenario);
    const done = withRules(data, everyRule());
    if (done.broken.length > 0) code = 1;
    session.terminal.write(show(kept, adapter, profile, done, command, session));
  }
  await opened.close();
  return code;
}

function show(
  { about, scenario }: KeptScenario,
  { name }: AdapterFacts,
  profile: AnyProfile,
  done: Replay,
  command: string,
  { terminal: { width, paint } }: Session,
): readonly string[] {
  const { trace, exercised, broken } = done;
  const title = `${visible(name)}: ${about === undefined ? "a kept scenario" : visible(about)}`;
  if (broken.length === 0) {
    const nothing = { scenario, trace, at: -1 };
    return [
      title,
      "",
      ...drawDiagram(nothing, profile, { width, paint, whole: true }),
      "",
      `It breaks none of the ${counted(exercised.length, "rules")} that it exercises`,
    ];
  }
  return [
    title,
    ...broken.flatMap(({ rule, violations }) => {
      const [first] = violations;
      if (first === undefined) return [];
      const failure = shownAgain(scenario, done, { rule, violation: first }, command);
      return ["", ...renderFailure(failure, profile, { width, paint, isReplay: true })];
    }),
  ];
}
