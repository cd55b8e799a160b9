import { describeValue } from "../contract/describeValue.ts";
import { nearest } from "./nearest.ts";
import { UsageError } from "./usageError.ts";
import { profileOf, profiles, type AnyProfile, type CheckableAdapter } from "../profiles/index.ts";
import { describeThrown } from "../run/values.ts";

/** The fields an adapter of any profile may have. */
const FIELDS = [
  "profile",
  "name",
  "version",
  "realTime",
  "remote",
  "settleMs",
  "capabilities",
  "retentionMs",
  "create",
];

/**
 * The adapters that the default export of a module is: one, or an array of them.
 *
 * @param path names the module in errors.
 * @throws UsageError naming the first thing that is wrong, what was expected, and what to do.
 */
export function readAdapters(value: unknown, path: string): readonly CheckableAdapter[] {
  if (!Array.isArray(value)) return [readAdapter(value, `the default export of ${path}`)];
  if (value.length === 0) {
    throw new UsageError(`Expected adapters in the default export of ${path}, got an empty array: add one`);
  }
  const adapters = value.map((entry, index) => readAdapter(entry, `adapter ${index + 1} of ${path}`));
  const names = adapters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(
      `Expected adapters with different names in ${path}, got two called ${quote(twice)}: rename one`,
    );
  }
  return adapters;
}

/**
 * Checks that a value is an adapter, and not almost one: a misspelt capability would let rules go unjudged without a word.
 *
 * @returns the profile of the adapter.
 * @throws UsageError naming the first thing that is wrong, what was expected, and what to do.
 */
export function profileOfAdapter(adapter: CheckableAdapter): AnyProfile {
  return readProfile(readAdapter(adapter, "the adapter").profile, "the adapter");
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The adapter that a value is, as a plain object: each field is read once, so what was checked is what is used, and can be
 * sent to another thread whatever else the value holds.
 */
function readAdapter(value: unknown, place: string): CheckableAdapter {
  try {
    return readFields(value, place);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `Expected an adapter that can be read as ${place}, but reading it threw ${describeThrown(error)}: give its fields plain values`,
    );
  }
}

function readFields(value: unknown, place: string): CheckableAdapter {
  if (typeof value !== "object" || value === null) {
    throw new UsageError(
      `Expected an adapter as ${place}, got ${describeValue(value)}: export an object with profile, name and create(host)`,
    );
  }
  const fields: Fields = Object.fromEntries(
    FIELDS.filter((field) => field in value).map((field) => [field, (value as Fields)[field]]),
  );
  const profile = readProfile(fields["profile"], place);
  readName(fields["name"], place);
  const who = `${place} (${quote(String(fields["name"]))})`;
  const { create } = fields;
  if (typeof create !== "function") {
    throw new UsageError(
      `Expected a function "create" in ${who}, got ${describeValue(create)}: add create(host), which gives the executor to test`,
    );
  }
  readOptions(fields, who);
  const capabilities = readCapabilities(fields["capabilities"], profile, who);
  assertNoTypo(Object.keys(value), fields, who);
  return {
    ...fields,
    ...(capabilities === undefined ? {} : { capabilities }),
    create: (host: unknown): unknown => Reflect.apply(create, value, [host]),
  } as unknown as CheckableAdapter;
}

function readProfile(value: unknown, place: string): AnyProfile {
  const known = Object.keys(profiles);
  const profile = typeof value === "string" ? profileOf(value as CheckableAdapter["profile"]) : undefined;
  if (profile !== undefined) return profile;
  const meant = typeof value === "string" ? nearest(value, known) : undefined;
  throw new UsageError(
    `Expected a "profile" in ${place} that this version can judge (${known.join(", ")}), got ${describeValue(value)}: ` +
      (meant === undefined ? `set it to ${known.map(quote).join(" or ")}` : `did you mean ${quote(meant)}?`),
  );
}

function readName(value: unknown, place: string): void {
  if (value === "__proto__") {
    throw new UsageError(`Expected another "name" in ${place} than ${quote(value)}: readers of JSON leave it out`);
  }
  if (typeof value === "string" && value.trim() !== "") return;
  throw new UsageError(`Expected a "name" in ${place}, got ${describeValue(value)}: give it one, reports show it`);
}

/** What each optional field must be, and how that reads. */
const OPTIONS: Readonly<Record<string, readonly [expected: string, holds: (value: unknown) => boolean]>> = {
  version: ["a string", (value) => typeof value === "string"],
  realTime: ["true or false", (value) => typeof value === "boolean"],
  remote: ["true or false", (value) => typeof value === "boolean"],
  settleMs: ["milliseconds, 0 or more", isDuration],
  retentionMs: ["milliseconds, 0 or more", isDuration],
};

function readOptions(fields: Fields, who: string): void {
  for (const [field, [expected, holds]] of Object.entries(OPTIONS)) {
    const value = fields[field];
    if (value !== undefined && !holds(value)) {
      throw new UsageError(`Expected ${expected} as "${field}" in ${who}, got ${describeValue(value)}`);
    }
  }
  if (fields["remote"] === true) {
    throw new UsageError(`Expected no "remote" in ${who}, got true: this version cannot check remote executors yet`);
  }
}

function isDuration(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function readCapabilities(value: unknown, profile: AnyProfile, who: string): Fields | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(
      `Expected an object as "capabilities" in ${who}, got ${describeValue(value)}: write { name: true }`,
    );
  }
  const entries = Object.entries(value);
  for (const [name, declared] of entries) {
    if (!profile.capabilities.includes(name)) {
      const meant = nearest(name, profile.capabilities);
      throw new UsageError(
        `Expected capabilities of the profile ${profile.name} in ${who}, got ${quote(name)}: ` +
          (meant === undefined ? `there are ${profile.capabilities.join(", ")}` : `did you mean ${quote(meant)}?`),
      );
    }
    if (declared !== undefined && typeof declared !== "boolean") {
      throw new UsageError(
        `Expected true or false for the capability ${quote(name)} in ${who}, got ${describeValue(declared)}`,
      );
    }
  }
  return Object.fromEntries(entries);
}

/** A misspelt `capabilities` would let rules go unjudged without a word. */
function assertNoTypo(names: readonly string[], fields: Fields, who: string): void {
  for (const field of names.filter((name) => !FIELDS.includes(name))) {
    const meant = nearest(field, FIELDS);
    if (meant !== undefined && fields[meant] === undefined) {
      throw new UsageError(`Expected no field ${quote(field)} in ${who}: did you mean ${quote(meant)}?`);
    }
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}
