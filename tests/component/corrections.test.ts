import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { UnrankedResult } from '#shared/model/result.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

import { refuse } from './support/fake-wire.ts';
import { openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

const HOUR = 3_600_000;
/** Two hours after the gun. */
const NOW_MS = Date.UTC(2026, 5, 20, 11);

const run = (runnerId: string, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, firstName: 'Mair', lastName: runnerId, bibNumber: runnerId, ...given });
const finished = { event: 'PB', status: 'finished', totalMs: HOUR } as const;
const MOVED = { was: { ...finished, place: 4 }, is: { ...finished, place: 3 } };

function correct(version: number, runnerId: string, more = 0): PublicCorrection {
  return {
    id: `${version}:epoch`,
    atMs: NOW_MS - 60_000,
    reason: 'read',
    point: 1,
    lines: [{ kind: 'result', runnerId, bib: runnerId, ...MOVED }],
    more,
  };
}

const SHIFT: PublicCorrection = {
  id: '3:epoch',
  atMs: NOW_MS - HOUR,
  reason: 'start',
  point: null,
  lines: [{ kind: 'shift', event: 'PB', point: null, byMs: -297_000, count: 52 }],
  more: 0,
};

function open(path: string, corrections: readonly PublicCorrection[]) {
  const results = [run('a', { totalMs: HOUR }), run('b', { totalMs: HOUR + 1_000 })];
  return openScreen(path, {
    isSignedOut: true,
    results,
    totals: { BB: 0, PB: 9, UB: 0 },
    starters: results,
    prepare: (wire) => {
      wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' }));
      wire.answer('GET /api/corrections', () => ({ ...wire.head, corrections }));
    },
  });
}

test('corrections have time, change and reason, and link to the runner', async () => {
  setClock(NOW_MS);
  await open('/corrections', [correct(7, 'a', 2), correct(6, '214'), SHIFT]);
  const link = await screen.findByRole('link', {
    name: 'Mair a: 3rd (was 4th); a read at Carn Ingli was corrected',
  });
  expect(link.getAttribute('href')).toBe('/runner/a');
  const lines = Array.from(document.querySelectorAll('[data-correction]'), (line) =>
    line.textContent.replaceAll('\u00A0', ' '),
  );
  expect(lines).toEqual([
    '11:59 Mair a: 3rd (was 4th); a read at Carn Ingli was corrected (and 2 more runners)',
    '11:59 bib 214: 3rd (was 4th); a read at Carn Ingli was corrected',
    '11:00 52 Full times are 4:57 shorter; the start time was corrected',
  ]);
});

test('the page of a corrected runner lists the correction; others do not', async () => {
  setClock(NOW_MS);
  await open('/runner/a', [correct(7, 'a')]);
  const part = await screen.findByRole('region', { name: 'Corrections of this result' });
  within(part).getByText(/Mair a: 3rd \(was 4th\); a read at Carn Ingli was corrected/);

  document.body.replaceChildren();
  const { wire } = await open('/runner/b', [correct(7, 'a')]);
  await screen.findByRole('heading', { name: 'Mair b' });
  await expect.poll(() => wire.sent('GET /api/corrections').length).toBeGreaterThan(0);
  expect(screen.queryByText('Corrections of this result')).toBeNull();
});
