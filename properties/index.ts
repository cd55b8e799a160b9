export { domainRules } from "./domain/index.ts";
