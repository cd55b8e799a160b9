/** One run of `bench` as the history keeps it: a line of the file. */
export interface RecordedRun {
  readonly schemaVersion: 1;
  /** When it ended, as ISO 8601 in UTC. */
  readonly date: string;
  /** The commit that was checked out; absent outside a repository. */
  readonly commit?: string;
  /** Whether something was changed that is not committed. */
  readonly dirty?: boolean;
  readonly kit: string;
  readonly machine: RecordedMachine;
  readonly figures: readonly RecordedFigure[];
}

/** Where it ran: figures of different machines are never put into one line. */
export interface RecordedMachine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
}

/** What one executor took on one benchmark at one size. */
export interface RecordedFigure {
  readonly benchmark: string;
  readonly size: number;
  readonly adapter: string;
  readonly version?: string;
  /** Nanoseconds for one operation, the median. */
  readonly ns: number;
  /** The yardstick: the same of the floor, measured in turn with it. */
  readonly floorNs: number;
  /** How many times the floor, the median over the rounds: what stays comparable when the machine has a slow day. */
  readonly ratio: number;
}
