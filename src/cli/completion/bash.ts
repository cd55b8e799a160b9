import { KIT } from "../../version.ts";
import type { CompletedCommand, CompletedOption, Values } from "./commandLine.ts";

/** A script for bash, version 3.2 and later. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of ${KIT.name} ${KIT.version} for bash: source <(${KIT.name} completion bash)
_executor_conformance() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    words=${quoted([...commands.map(({ name }) => name), "--help", "--version"])}
  elif [[ $current == "=" || $previous == "=" ]]; then
    # Bash takes json=report.json for three words.
    _executor_conformance_paths -f "\${current#=}"
    return
  else
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(({ name, options }) => options.flatMap((option) => optionCase(name, option))).join("\n")}
      *)
        case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join("\n")}
        esac
        ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # A format is followed by its path.
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
_executor_conformance_paths() {
  COMPREPLY=($(compgen "$1" -- "$2"))
  compopt -o filenames 2>/dev/null
  return 0
}
complete -F _executor_conformance ${KIT.name}
`;
}

function optionCase(command: string, { name, values }: CompletedOption): readonly string[] {
  return values === undefined ? [] : [`      ${quote(`${command} ${name}`)}) ${completing(values)} ;;`];
}

function commandCase({ name, options, values = { kind: "anything" } }: CompletedCommand): string {
  const dashed = quoted([...options.map((option) => option.name), "--help"]);
  return `          ${name}) if [[ $current == -* ]]; then words=${dashed}; else ${completing(values)}; fi ;;`;
}

/** What sets the words to choose from, or is done already. */
function completing(values: Values): string {
  switch (values.kind) {
    case "words":
      return `words=${quoted(values.words)}`;
    case "files":
      return '_executor_conformance_paths -f "$current"; return';
    case "folders":
      return '_executor_conformance_paths -d "$current"; return';
    case "anything":
      return "return";
  }
}

/** Words that are separated by line ends, in one quoted string. */
function quoted(words: readonly string[]): string {
  return `$'${words.join("\\n")}'`;
}

function quote(text: string): string {
  return `'${text}'`;
}
