import { INTERLEAVING } from "./style/interleaving.ts";
import { PAGE } from "./style/page.ts";
import { PRINT } from "./style/print.ts";
import { THEME } from "./style/theme.ts";

/** The style of a page. */
export const STYLE = THEME + PAGE + INTERLEAVING + PRINT;
