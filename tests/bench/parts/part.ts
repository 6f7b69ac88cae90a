/** `smallest` proves that the bench works, `full` gives the figures of docs/performance.md. */
export type BenchSize = 'smallest' | 'full';

/** One line of the table. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What else was counted, and what makes the value doubtful. */
  readonly behind?: string;
}

export interface BenchPart {
  readonly id: string;
  readonly title: string;
  /** Throws unless all came that was due. */
  readonly run: (size: BenchSize) => Promise<readonly BenchRow[]>;
}
