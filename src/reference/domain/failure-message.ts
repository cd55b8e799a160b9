const UNDESCRIBABLE = "The tool threw a value that cannot be described.";

/**
 * A text for anything that can be thrown. Never throws itself: a value may refuse to be converted, an error may have a
 * `message` that is not a string or a getter that throws, a proxy may fail at any question.
 */
export function failureMessage(thrown: unknown): string {
  try {
    if (thrown instanceof Error) {
      const message: unknown = thrown.message;
      if (typeof message === "string") return message;
    }
    return String(thrown);
  } catch {
    return UNDESCRIBABLE;
  }
}
