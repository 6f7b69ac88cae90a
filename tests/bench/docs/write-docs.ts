import { writeBetweenMarks } from '#tests/support/marked-document.ts';

import { exponentOf } from '../growth.ts';
import { type BenchReport, formatFigures, formatGoal, formatRatio, isMet } from '../report.ts';

/** Puts a report into `docs/performance.md`, between its marks. */
export function writeDocs(report: BenchReport): void {
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
