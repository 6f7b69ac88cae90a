/** `smallest` proves that the bench works; `small` takes minutes; `full` is what the docs show. */
export type BenchSize = 'smallest' | 'small' | 'full';

export interface BenchSetting {
  readonly size: BenchSize;
}

/** A limit on one side. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the table: what was compared, the ratio, and the figures behind it. */
export interface BenchRow {
  readonly bench: string;
  readonly ratio: string;
  readonly value: number;
  readonly goal?: Goal;
  readonly figures: Readonly<Record<string, string | number>>;
}

/** What something costs at each of several sizes: how it grows shows in the slope of the logarithms. */
export interface Growth {
  readonly name: string;
  /** What the size counts, such as `spectators`. */
  readonly of: string;
  readonly unit: string;
  readonly points: readonly (readonly [size: number, cost: number])[];
}

export interface PartResult {
  readonly rows: readonly BenchRow[];
  readonly growth: readonly Growth[];
  /** Messages or answers that were due, and those that came. */
  readonly due: number;
  readonly delivered: number;
  /** What was left out and why, or makes a figure doubtful. */
  readonly remarks: readonly string[];
}

export interface BenchPart {
  readonly id: string;
  readonly title: string;
  run(setting: BenchSetting): Promise<PartResult>;
}
