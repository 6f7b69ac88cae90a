import { expect, test } from 'vitest';

import {
  presentProgressBar,
  presentProgressJson,
  presentSummary,
  presentSummaryJson,
  type ProgressSnapshot,
} from '#server/scanner/output.ts';

const HALFWAY: ProgressSnapshot = {
  reads: 13_716,
  stored: 12_000,
  duplicates: 15,
  bad: 2,
  unsent: 1_701,
  isConnected: true,
  elapsedMs: 10_000,
  fraction: 0.5,
  remainingMs: undefined,
};

test('[SN22] on a terminal: a bar with reads, stored, rate and the time left', () => {
  expect(presentProgressBar(HALFWAY)).toBe(
    '████████████░░░░░░░░░░░░  50 % 13,716 reads · 12,000 stored · 15 duplicates · 2 bad · 1,202/s · 0:10 left',
  );
});

test('[SN22] a replay knows its end by its own pace', () =>
  expect(presentProgressBar({ ...HALFWAY, remainingMs: 3_723_000 })).toContain('1:02:03 left'));

test('[SN22] the bar says when it waits for Redis', () => {
  const bar = presentProgressBar({ ...HALFWAY, isConnected: false });
  expect(bar).toContain('waiting for Redis with 1,701');
  expect(bar).not.toContain('left');
});

test('[SN22] a file of unknown length has no bar', () => {
  const bar = presentProgressBar({ ...HALFWAY, fraction: undefined });
  expect(bar).toBe('13,716 reads · 12,000 stored · 15 duplicates · 2 bad · 1,202/s');
});

test('[SN22] nothing done yet is a whole line too', () => {
  const numbers = { reads: 0, stored: 0, duplicates: 0, bad: 0, unsent: 0, elapsedMs: 0 };
  expect(presentProgressBar({ ...HALFWAY, ...numbers, fraction: 0 })).toBe(
    '░░░░░░░░░░░░░░░░░░░░░░░░   0 % 0 reads · 0 stored · 0/s',
  );
});

test('[SN22] otherwise: one JSON object, at the end one with done', () => {
  const counts = { reads: 13_716, stored: 12_000, duplicates: 15, bad: 2, unsent: 1_701 };
  expect(JSON.parse(presentProgressJson(HALFWAY))).toEqual({ ...counts, redis: 'connected' });
  expect(JSON.parse(presentProgressJson({ ...HALFWAY, isConnected: false }))).toEqual({
    ...counts,
    redis: 'away',
  });
  expect(JSON.parse(presentSummaryJson(HALFWAY))).toEqual({ done: true, ...counts });
});

test('[SN22] the end says reads, stored, duplicates and bad lines, and what is still to be sent', () => {
  expect(presentSummary(HALFWAY)).toBe(
    '13,716 reads: 12,000 stored, 15 duplicates, 1,701 still to be sent; 2 bad lines.',
  );
  expect(presentSummary({ ...HALFWAY, unsent: 0 })).toBe(
    '13,716 reads: 12,000 stored, 15 duplicates; 2 bad lines.',
  );
});
