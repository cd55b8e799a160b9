import type { Scenario, Step } from "../../contract/scenario.ts";
import type { NameRole, Simplification } from "./simplification.ts";

type Namer<S extends Step> = Pick<Simplification<S, object>, "renamed" | "plainName">;

/** Plain names are numbered; no scenario has more of a kind. */
const PLAIN_MAX = 100;

/** A name as one step uses it. */
interface NameUse {
  readonly kind: string;
  readonly name: string;
  readonly role: NameRole;
}

/** The names in a step, each with what it names. */
export function namesOf<S extends Step>(step: S, { renamed }: Pick<Namer<S>, "renamed">): readonly NameUse[] {
  const uses: NameUse[] = [];
  renamed(step, (kind, name, role) => {
    uses.push({ kind, name, role });
    return name;
  });
  return uses;
}

/** The steps without those about something that no earlier step has brought about: they would be skipped. */
export function withoutOrphans<S extends Step>(steps: readonly S[], namer: Namer<S>): readonly S[] {
  const introduced = new Set<string>();
  return steps.filter((step) => {
    const uses = namesOf(step, namer);
    if (uses.some(({ kind, name, role }) => role === "needs" && !introduced.has(keyOf(kind, name)))) return false;
    for (const { kind, name, role } of uses) if (role === "introduces") introduced.add(keyOf(kind, name));
    return true;
  });
}

/**
 * The scenario with the names that it would have been given one after another: `c1` for the first command, and so on.
 *
 * @param chosen which names may change; absent: all.
 */
export function withPlainNames<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  namer: Namer<S>,
  chosen: (kind: string, name: string) => boolean = () => true,
): Scenario<S, Setup> {
  const names = plainNames(scenario.steps, namer, chosen);
  const steps = scenario.steps.map((step) => namer.renamed(step, (kind, name) => names.get(keyOf(kind, name)) ?? name));
  return { ...scenario, steps };
}

/** How many names are not those that they would have been given one after another. */
export function countMisnamed<S extends Step>(steps: readonly S[], namer: Namer<S>): number {
  let count = 0;
  for (const [key, plain] of plainNames(steps, namer)) if (!key.endsWith(` ${plain}`)) count += 1;
  return count;
}

/** How many different things the steps name. */
export function countNames<S extends Step>(steps: readonly S[], namer: Namer<S>): number {
  return plainNames(steps, namer).size;
}

/** Whether a name is one that says nothing but what it names, and was not made to be confused with something. */
export function isPlain<S extends Step>(kind: string, name: string, { plainName }: Namer<S>): boolean {
  for (let index = 0; index < PLAIN_MAX; index += 1) if (plainName(kind, index) === name) return true;
  return false;
}

/** What each name becomes; those that may not change keep their number. */
function plainNames<S extends Step>(
  steps: readonly S[],
  namer: Namer<S>,
  chosen: (kind: string, name: string) => boolean = () => true,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { kind, name } of steps.flatMap((step) => namesOf(step, namer))) {
    const key = keyOf(kind, name);
    if (names.has(key)) continue;
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    names.set(key, chosen(kind, name) ? namer.plainName(kind, index) : name);
  }
  return names;
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
