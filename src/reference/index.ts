/** The reference executors, one for each profile. They know nothing of the kit and can be used without it. */
export * from "./domain/index.ts";
export * from "./lane/index.ts";
export * from "./job/index.ts";
export * from "./bash/index.ts";
