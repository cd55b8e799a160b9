import { KIT } from "../../version.ts";
import type { CompletedCommand, CompletedOption, Values } from "./commandLine.ts";

/** A script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of ${KIT.name} ${KIT.version} for fish: ${KIT.name} completion fish | source
${[complete("-f"), ...commands.flatMap(ofCommand)].join("\n")}
`;
}

function ofCommand({ name, description, options, values }: CompletedCommand): readonly string[] {
  const inside = `-n '__fish_seen_subcommand_from ${name}'`;
  return [
    complete(`-n __fish_use_subcommand -a ${name} -d ${quote(description)}`),
    ...options.map((option) => complete(`${inside} ${optionSpec(option)}`)),
    ...(values === undefined || values.kind === "anything" ? [] : [complete(`${inside} ${argument(values)}`)]),
  ];
}

function optionSpec({ name, description, values }: CompletedOption): string {
  const spec = `-l ${name.replace(/^--/, "")} -d ${quote(description)}`;
  if (values === undefined) return spec;
  return `${spec} ${values.kind === "files" ? "-r -F" : values.kind === "anything" ? "-x" : `-x ${argument(values)}`}`;
}

function argument(values: Values): string {
  switch (values.kind) {
    case "words":
      return `-a ${quote(values.words.join(" "))}`;
    case "folders":
      return "-a '(__fish_complete_directories)'";
    case "files":
    case "anything":
      return "-F";
  }
}

function complete(rest: string): string {
  return `complete -c ${KIT.name} ${rest}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
