import type { Rule } from "../contract/rule.ts";
import { plain, type Rendering } from "./paint.ts";
import { wrap } from "./text.ts";

/** Everything a rule says of itself. */
export function renderRule(rule: Rule<never>, { width = 80, paint = plain }: Rendering = {}): readonly string[] {
  const parts = [
    ["Applies where", needs(rule)],
    ["Checked", rule.checks],
    ["Silent when", rule.silentWhen],
    ["Look at", rule.lookAt],
  ] as const;
  return [
    paint("bold", `${rule.level} ${rule.id}`),
    ...wrap(rule.sentence, width - 2).map((line) => `  ${line}`),
    ...parts.flatMap(([name, text]) =>
      text === undefined ? [] : ["", paint("bold", name), ...wrap(text, width - 2).map((line) => `  ${line}`)],
    ),
  ];
}

function needs({ capabilities, profile }: Rule<never>): string {
  const which = capabilities === undefined ? "" : ` that declares ${capabilities.join(" and ")}`;
  return `every adapter of the profile ${profile}${which}`;
}
