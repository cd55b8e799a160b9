import { UsageError } from "./usageError.ts";

/**
 * The known word that somebody most likely meant, if any comes close.
 *
 * @example
 * ```ts
 * nearest("rearmById", ["rearmByID", "budget"]); // "rearmByID"
 * ```
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = isPart(word, candidate) ? 1 : editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= limit && (best === undefined || edits < best.edits)) best = { word: candidate, edits };
  }
  return best?.word;
}

/** Shorter parts than this, in characters, are in too many words. */
const PART_MIN = 4;

function isPart(word: string, candidate: string): boolean {
  return word.length >= PART_MIN && candidate.includes(word);
}

/** How many characters must be inserted, dropped or replaced to make one word of the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/**
 * Makes sure that somebody asked for what there is.
 *
 * @param what what the words name: "benchmark".
 * @throws UsageError naming the first unknown word, and the known one that comes close or all of them.
 */
export function assertKnown(what: string, asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.find((word) => !known.includes(word));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`Unknown ${what} ${JSON.stringify(unknown)}: ${hint}`);
}
