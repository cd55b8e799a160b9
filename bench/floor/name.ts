/** The name of every floor: no adapter that is measured beside one may have it. */
export const FLOOR = "floor";
