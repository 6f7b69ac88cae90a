/** `smallest` tests the bench, `full` gives the figures of docs/performance.md. */
export type BenchSize = 'smallest' | 'full';

/** One line of the table. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Further figures, and reasons to doubt the value. */
  readonly behind?: string;
}

export interface BenchPart {
  readonly id: string;
  readonly title: string;
  /** Throws if anything was not delivered. */
  readonly run: (size: BenchSize) => Promise<readonly BenchRow[]>;
}
