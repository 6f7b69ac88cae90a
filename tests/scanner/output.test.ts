import { expect, onTestFinished, test, vi } from 'vitest';

import {
  FloodLimit,
  formatProgressBar,
  formatProgressJson,
  formatSummary,
  formatSummaryJson,
  type ProgressSnapshot,
} from '#server/scanner/output.ts';

const COUNTS = { reads: 13_716, stored: 12_000, duplicates: 15, bad: 2, unsent: 1_701 };
const HALFWAY: ProgressSnapshot = { ...COUNTS, isConnected: true, fraction: 0.5 };
const SUMMARY = '13,716 reads: 12,000 stored, 15 duplicates, 1,701 still to be sent; 2 bad lines.';

test('[SN22] on a terminal: a bar, and reads, stored, duplicates, bad lines and unsent reads', () => {
  const bar = '████████████░░░░░░░░░░░░  50 %';
  expect(formatSummary(HALFWAY)).toBe(SUMMARY);
  expect(formatProgressBar(HALFWAY)).toBe(`${bar} ${SUMMARY}`);
  const away = { ...HALFWAY, isConnected: false, unsent: 0, fraction: undefined };
  expect(formatProgressBar(away)).toBe(
    '░░░░░░░░░░░░░░░░░░░░░░░░   0 % 13,716 reads: 12,000 stored, 15 duplicates; 2 bad lines. Waiting for Redis.',
  );
});

test('[SN22] otherwise: one JSON object, at the end one with done', () => {
  expect(JSON.parse(formatProgressJson(HALFWAY))).toEqual({ ...COUNTS, redis: 'connected' });
  expect(JSON.parse(formatSummaryJson(HALFWAY))).toEqual({ done: true, ...COUNTS });
});

test('[SN4] bad lines are shown one by one; of a flood one a second, with the number of the others', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const limit = new FloodLimit((text) => said.push(text), 'bad lines');
  for (let line = 1; line <= 1_000; line += 1) limit.add(`line ${line}`);
  expect(said).toHaveLength(100);
  vi.advanceTimersByTime(1_500);
  limit.add('line 1001');
  limit.add('line 1002');
  limit.reportHidden();
  limit.reportHidden();
  expect(said.slice(99)).toEqual([
    'line 100',
    '… and 900 more bad lines that are not shown',
    'line 1001',
    '… and 1 more bad lines that are not shown',
  ]);
});
