/** Hops of a gap that is chosen at random: more than the longest promise chain between a call and its effect seen to fail. */
export const HOPS_CHOSEN_MAX = 8;

/** Hops of a gap that can be stored: more make no difference to any promise chain that was ever seen. */
export const HOPS_STORED_MAX = 64;
