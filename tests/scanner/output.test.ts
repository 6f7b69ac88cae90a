import { expect, test } from 'vitest';

import {
  BadLineReport,
  presentProgressBar,
  presentProgressJson,
  presentSummary,
  presentSummaryJson,
  type ProgressSnapshot,
} from '#server/scanner/output.ts';

const COUNTS = { reads: 13_716, stored: 12_000, duplicates: 15, bad: 2, unsent: 1_701 };
const HALFWAY: ProgressSnapshot = { ...COUNTS, isConnected: true, fraction: 0.5 };
const SUMMARY = '13,716 reads: 12,000 stored, 15 duplicates, 1,701 still to be sent; 2 bad lines.';

test('[SN22] on a terminal: a bar, and reads, stored, duplicates, bad lines and unsent reads', () => {
  const bar = '████████████░░░░░░░░░░░░  50 %';
  expect(presentSummary(HALFWAY)).toBe(SUMMARY);
  expect(presentProgressBar(HALFWAY)).toBe(`${bar} ${SUMMARY}`);
  const away = { ...HALFWAY, isConnected: false };
  expect(presentProgressBar(away)).toBe(`${bar} ${SUMMARY} Waiting for Redis.`);
  const unknown = { ...HALFWAY, unsent: 0, fraction: undefined };
  expect(presentProgressBar(unknown)).toBe(
    '░░░░░░░░░░░░░░░░░░░░░░░░   0 % 13,716 reads: 12,000 stored, 15 duplicates; 2 bad lines.',
  );
});

test('[SN22] otherwise: one JSON object, at the end one with done', () => {
  expect(JSON.parse(presentProgressJson(HALFWAY))).toEqual({ ...COUNTS, redis: 'connected' });
  const away = { ...HALFWAY, isConnected: false };
  expect(JSON.parse(presentProgressJson(away))).toEqual({ ...COUNTS, redis: 'away' });
  expect(JSON.parse(presentSummaryJson(HALFWAY))).toEqual({ done: true, ...COUNTS });
});

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
