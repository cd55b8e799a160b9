/** What came instead of what was expected, for a sentence of an error. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "an array" : "an object";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}
