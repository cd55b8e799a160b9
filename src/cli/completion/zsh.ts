import { KIT } from "../../version.ts";
import type { CompletedCommand, CompletedOption, Values } from "./commandLine.ts";

/** A script for zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef ${KIT.name}
# Completion of ${KIT.name} ${KIT.version} for zsh: source <(${KIT.name} completion zsh)
_executor_conformance() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quote(`${name}:${description}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join("\n")}
  esac
}
compdef _executor_conformance ${KIT.name}
`;
}

function commandCase({ name, options, values }: CompletedCommand): string {
  const specs = [
    ...options.map(optionSpec),
    quote("--help[show the help]"),
    ...(values === undefined ? [] : [quote(`*: :${action(values)}`)]),
  ];
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(" \\\n")}\n      ;;`;
}

function optionSpec({ name, description, values }: CompletedOption): string {
  const text = description.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`);
  return quote(`*${name}[${text}]${values === undefined ? "" : `: :${action(values)}`}`);
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      // A format is followed by its path.
      return values.words.every((word) => word.endsWith("="))
        ? `{compadd -S "" -- ${values.words.join(" ")}}`
        : `(${values.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "anything":
      return " ";
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
