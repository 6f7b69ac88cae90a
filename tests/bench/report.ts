import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** One line of the table: what was compared, the ratio, and the figures behind it. */
export interface BenchRow {
  readonly bench: string;
  readonly ratio: string;
  readonly value: number;
  readonly figures: Readonly<Record<string, string | number>>;
}

/**
 * Prints the ratios as a table and keeps them as JSON. Absolute figures belong
 * to the machine and stand beside; only the ratios can be compared.
 */
export function report(rows: readonly BenchRow[], folder: string): void {
  const lines = rows.map((row) => [
    row.bench,
    row.ratio,
    row.value >= 100 ? row.value.toFixed(0) : row.value.toPrecision(3),
    Object.entries(row.figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]);
  const header = ['bench', 'ratio', 'value', 'figures of this run'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [header, ...lines]) {
    console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'bench.json');
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
  console.log(`\nKept in ${file}`);
}

/** The middle of several figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The figure below which `share` of them lie. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
