import type { Command, Option } from "commander";
import { requirementSets } from "../../../properties/requirements/index.ts";
import { profiles } from "../../profiles/index.ts";
import { BENCH_FORMATS } from "../benchOptions.ts";
import { PARTS } from "../init/init.ts";
import { FORMATS } from "../reportTarget.ts";
import { everyRule } from "../selection.ts";

/** What may stand at a place of a command line. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" | "folders" | "anything" };

/** One option of a command. */
export interface CompletedOption {
  /** As in "--rule". */
  readonly name: string;
  readonly description: string;
  /** Absent: it takes no value. */
  readonly values?: Values;
}

/** One command of the command line. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments may be; absent: it takes none. */
  readonly values?: Values;
}

/** The shells that a script can be made for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

const ofFormats = (formats: object): readonly string[] => Object.keys(formats).map((format) => `${format}=`);

/** What only the kit knows, by the name of the option or argument; of one command's alone after the name of that. */
const WORDS: Readonly<Record<string, () => readonly string[]>> = {
  "--profile": () => Object.keys(profiles),
  "--rule": () => everyRule().map(({ id }) => id),
  "--report": () => ofFormats(FORMATS),
  "bench --report": () => ofFormats(BENCH_FORMATS),
  "--requirements": () => requirementSets.map(({ id }) => id),
  "--only": () => PARTS,
  profile: () => Object.keys(profiles),
  "rule id": () => everyRule().map(({ id }) => id),
  shell: () => SHELLS,
};

/** The commands of a program, with all that can be completed after them. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => {
    const [argument] = command.registeredArguments;
    const name = command.name();
    return {
      name,
      description: command.description(),
      options: command.options.filter(({ hidden }) => !hidden).map((option) => completedOption(option, name)),
      ...(argument === undefined ? {} : { values: valuesOf(argument.name(), argument.name(), name) }),
    };
  });
}

function completedOption(option: Option, command: string): CompletedOption {
  const name = option.long ?? option.flags;
  const placeholder = /[<[](.*)[>\]]$/.exec(option.flags)?.[1];
  const values = placeholder === undefined ? {} : { values: valuesOf(name, placeholder, command) };
  return { name, description: option.description, ...values };
}

/** @param placeholder what the help shows in the place of a value. */
function valuesOf(name: string, placeholder: string, command: string): Values {
  const words = WORDS[`${command} ${name}`] ?? WORDS[name];
  if (words !== undefined) return { kind: "words", words: words() };
  if (/^(DIR|folder)$/.test(placeholder)) return { kind: "folders" };
  return { kind: /FILE|MODULE|module|\.json/.test(placeholder) ? "files" : "anything" };
}
