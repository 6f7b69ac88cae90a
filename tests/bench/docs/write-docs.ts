import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PROJECT_DIR } from '#server/bootstrap/settings.mjs';
import { writeBetweenMarks } from '#tests/support/marked-document.ts';

import { exponentOf } from '../growth.ts';
import { type BenchReport, formatFigures, formatGoal, formatRatio, isMet } from '../report.ts';
import { drawPanels } from './panel.ts';

const PICTURES = 'docs/pictures';

/** Puts a report into `docs/performance.md`, between its marks, and draws its pictures. */
export function writeDocs(report: BenchReport): void {
  mkdirSync(path.join(PROJECT_DIR, PICTURES), { recursive: true });
  writeFileSync(path.join(PROJECT_DIR, PICTURES, 'latency.svg'), drawLatency(report));
  writeFileSync(path.join(PROJECT_DIR, PICTURES, 'growth.svg'), drawGrowth(report));
  writeBetweenMarks('docs/performance.md', 'bench', presentReport(report));
}

function presentReport({ at, machine, parts }: BenchReport): string {
  const { processor, cores, memoryMb, system, node, load } = machine;
  const gb = (memoryMb / 1_000).toFixed(1);
  return [
    `Measured on ${at.slice(0, 10)}: ${processor}, ${cores} cores, ${gb} GB, ${system}, Node ${node.slice(1)}.`,
    `On average ${load} processes wanted one of these cores when it began: the more, the less a latency tells.`,
    '',
    ...parts.flatMap(({ id, title, rows, remarks }) => [
      `**(${id}) ${title}**`,
      '',
      '| what | ratio or figure | value | goal | behind it |',
      '| --- | --- | --- | --- | --- |',
      ...rows.map((row) => {
        const goal = row.goal ? `${formatGoal(row.goal)}${isMet(row) ? '' : ' **missed**'}` : '';
        return `| ${row.bench} | ${row.ratio} | ${formatRatio(row.value)} | ${goal} | ${formatFigures(row)} |`;
      }),
      '',
      ...remarks.flatMap((remark) => [remark, '']),
    ]),
    '**(h) how it grows**: the exponent of each cost; 0 is no growth, 1 in step with the size.',
    '',
    '| part | cost | of | exponent | at each size |',
    '| --- | --- | --- | --- | --- |',
    ...parts.flatMap(({ id, growth }) =>
      growth.map((series) => {
        const points = series.points.map(([size, cost]) => `${size}: ${cost.toPrecision(3)}`);
        const exponent = exponentOf(series)?.toFixed(2) ?? '';
        return `| (${id}) | ${series.name}, ${series.unit} | ${series.of} | ${exponent} | ${points.join(', ')} |`;
      }),
    ),
    '',
  ].join('\n');
}

function drawLatency({ parts }: BenchReport): string {
  const growth = parts.find(({ id }) => id === 'b')?.growth ?? [];
  const panels = (['p50', 'p99'] as const).map((name) => ({
    title: `Scan to spectator, ${name}`,
    xUnit: 'spectators',
    yUnit: 'ms',
    lines: growth
      .filter((series) => series.name.startsWith(name))
      .map(({ name: whole, points }) => ({ name: whole.slice(name.length + 2), points })),
  }));
  return drawPanels('Latency from scan to spectator', panels);
}

function drawGrowth({ parts }: BenchReport): string {
  const panels = parts
    .filter(({ growth }) => growth.length > 0)
    .map(({ id, growth }) => ({
      title: `(${id}) ${TITLES[id] ?? ''}`,
      xUnit: [...new Set(growth.map(({ of }) => of))].join(', '),
      yUnit: [...new Set(growth.map(({ unit }) => unit))].join(', '),
      lines: growth
        // Of (b) the picture beside it has more.
        .filter(({ name }) => !name.startsWith('p50'))
        .map((series) => ({
          name: `${series.name}${describeExponent(exponentOf(series))}`,
          points: series.points,
        })),
    }));
  return drawPanels('Growth of each cost with its size', panels);
}

const TITLES: Readonly<Record<string, string>> = {
  a: 'CPU a frame',
  b: 'latency, p99',
  c: 'CPU a spectator-hour',
  d: 'a herd',
  e: 'memory',
  f: 'a scan, a start',
  g: 'ingest',
  api: 'CPU an answer',
  i: 'Redis of several instances',
};

function describeExponent(exponent: number | undefined): string {
  return exponent === undefined ? '' : ` (exponent ${exponent.toFixed(2)})`;
}
