import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { exponentOf } from './growth.ts';
import { BENCH_CACHE } from './load/compile.ts';
import type { Machine } from './machine/machine.ts';
import type { BenchPart, BenchRow, BenchSize, Goal, PartResult } from './parts/part.ts';

/** Everything that one run of the bench found. */
export interface BenchReport {
  readonly at: string;
  readonly size: BenchSize;
  readonly machine: Machine;
  readonly parts: readonly (Pick<BenchPart, 'id' | 'title'> & PartResult)[];
}

/** Prints the ratios as a table, a part at a time as it ends. */
export function printPart({ rows, remarks }: PartResult, { id, title }: BenchPart): void {
  console.log(`\n(${id}) ${title}`);
  const lines = rows.map((row) => [
    row.bench,
    row.ratio,
    formatRatio(row.value),
    row.goal ? `${formatGoal(row.goal)} ${isMet(row) ? 'met' : 'MISSED'}` : '',
    formatFigures(row),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(0, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  for (const remark of remarks) console.log(remark);
}

export function printGrowth({ parts }: BenchReport): void {
  console.log('\n(h) how it grows: the exponent of each cost');
  for (const { id, growth } of parts) {
    for (const series of growth) {
      const exponent = exponentOf(series);
      if (exponent === undefined) continue;
      const points = series.points.map(([size, cost]) => `${size}: ${cost.toPrecision(3)}`);
      console.log(
        `(${id})  ${series.name}  ${exponent.toFixed(2)}  ${series.unit} by ${series.of}: ${points.join(', ')}`,
      );
    }
  }
}

/** Keeps a report beside the earlier ones, in `.cache/bench`. */
export function keepReport(report: BenchReport): string {
  mkdirSync(BENCH_CACHE, { recursive: true });
  const file = path.join(BENCH_CACHE, `${report.at.replaceAll(':', '-')}-${report.size}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

export function formatRatio(value: number): string {
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);
}

export function formatGoal(goal: Goal): string {
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

/** Absolute figures belong to the machine and stand beside; only the ratios can be compared. */
export function formatFigures({ figures }: BenchRow): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

export function isMet({ value, goal }: BenchRow): boolean {
  if (!goal) return true;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}
