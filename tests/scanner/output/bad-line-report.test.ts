import { expect, test } from 'vitest';

import { BadLineReport } from '#server/scanner/output.ts';

test('[SN4] bad lines are shown one by one; a flood is cut short with its size', () => {
  const said: string[] = [];
  let nowMs = 0;
  const report = new BadLineReport(
    (text) => said.push(text),
    () => nowMs,
  );
  for (let line = 1; line <= 1_000; line += 1) report.add(`file line ${line}: no`);
  expect(said).toHaveLength(100);
  expect(said[0]).toBe('bad line, file line 1: no');

  nowMs = 1_500;
  report.add('file line 1001: no');
  report.add('file line 1002: no');
  expect(said.slice(100)).toEqual([
    '… and 900 more bad lines that are not shown',
    'bad line, file line 1001: no',
  ]);
  report.reportHidden();
  expect(said.at(-1)).toBe('… and 1 more bad lines that are not shown');
  report.reportHidden();
  expect(said).toHaveLength(103);
});
