/** Whether the documentation of a library promises what a rule asks for: what a red cell of the matrix is worth. */
export interface LibraryPromise {
  readonly promised: boolean;
  /** What happens, what the documentation says of it, and what follows. */
  readonly why: string;
  /** Where it says so. */
  readonly documentation: string;
}

/** The promises that were looked up by hand, by rule id: of rules that are broken, or whose capability is not declared. */
export type LibraryPromises = Readonly<Record<string, LibraryPromise>>;
