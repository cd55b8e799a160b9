import { Argument, type Command } from "commander";
import type { AddCommand } from "../command.ts";
import { bashScript } from "./bash.ts";
import { completedCommands, SHELLS, type CompletedCommand } from "./commandLine.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * Prints the script that completes the command line in a shell. Everything stands in the script, rules and formats
 * included: a key press starts no process.
 */
export const addCompletion: AddCommand = (program: Command, { terminal }, onDone) => {
  program
    .command("completion")
    .description("print a script that completes this command line in a shell")
    .addArgument(new Argument("<shell>", "as in: source <(executor-conformance completion bash)").choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      terminal.write([SCRIPTS[shell](completedCommands(program)).trimEnd()]);
      onDone(0);
    });
};
