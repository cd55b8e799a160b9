/** When something that is decided now is done. What is done later looks again whether it is still wanted. */
export type When = (action: () => void) => void;

export const atOnce: When = (action) => action();

/** Some promise reactions later. */
export const reactionsLater =
  (count: number): When =>
  async (action) => {
    for (let hop = 0; hop < count; hop += 1) await undefined;
    action();
  };

export const immediately: When = (action) => {
  setImmediate(action);
};

/** A timer of one millisecond: as late as a quiescent point allows. */
export const aMillisecondLater: When = (action) => {
  setTimeout(action, 1);
};

/** Where a correct domain is free to choose. */
export interface Ways {
  /** When a tool is started; a stop that comes first gives it up. */
  readonly start: When;
  /** When an event is emitted; an outcome is dropped if a stop comes first. */
  readonly deliver: When;
  /** Whether `release` is called when the tools have settled, or at once, beside the drain. */
  readonly release: "after-the-drain" | "beside-the-drain";
  /** Whether a stop waits for the receipts of older ones. */
  readonly stops: "overlap" | "one-by-one";
  /** Whether a drain waits for the work it found, or until nothing is in flight. */
  readonly drain: "own-work" | "all-work";
  /** Whether both resets run at the same time. */
  readonly resets: "one-by-one" | "together";
  /** What a halt with a used id does on a domain that is not stopped. */
  readonly lateRepeat: "joins" | "stops-again";
  /** What the promise of a repeated halt waits for. */
  readonly repeat: "joins" | "resolves";
}

export const usual: Ways = {
  start: atOnce,
  deliver: atOnce,
  release: "after-the-drain",
  stops: "overlap",
  drain: "own-work",
  resets: "one-by-one",
  lateRepeat: "joins",
  repeat: "joins",
};
