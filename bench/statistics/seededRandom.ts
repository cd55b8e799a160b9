const STATES = 2 ** 32;

/**
 * A generator of random numbers that gives the same numbers for the same seed on every machine: xorshift128 of Marsaglia,
 * "Xorshift RNGs", Journal of Statistical Software 8 (2003). Good enough to draw samples, and not a secret.
 *
 * @param seed of which 32 bits count.
 * @returns a function that gives a number from 0, inclusive, to 1, exclusive.
 * @example
 * ```ts
 * const random = seededRandom(1);
 * const die = 1 + Math.floor(6 * random());
 * ```
 */
export function seededRandom(seed: number): () => number {
  // Neighbouring seeds must not begin alike, and four zeros would stay zeros for ever.
  let [x, y, z, w] = [mixed(seed, 1), mixed(seed, 2), mixed(seed, 3), mixed(seed, 4) | 1];
  return () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return (w >>> 0) / STATES;
  };
}

/** The finaliser of MurmurHash3: each bit of the seed changes half of the bits of the result. */
function mixed(seed: number, index: number): number {
  let hash = (seed + Math.imul(index, 0x9e3779b9)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
