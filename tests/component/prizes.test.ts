import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

import { openScreen } from './support/open-screen.tsx';

const MINUTE = 60_000;

const finish = (runnerId: string, minutes: number, more: Partial<UnrankedResult>): UnrankedResult =>
  buildResult({
    runnerId,
    bibNumber: runnerId,
    firstName: 'Siân',
    lastName: 'Rees',
    events: 'BB',
    ageGroup: 'F40',
    runClub: 'Taf',
    status: 'finished',
    totalMs: minutes * MINUTE,
    startedAtMs: 0,
    ...more,
  });

const out = (runnerId: string, more: Partial<UnrankedResult>): UnrankedResult =>
  finish(runnerId, 0, { status: 'racing', totalMs: null, totalTime: '', ...more });

const FIELD: readonly UnrankedResult[] = [
  finish('11', 60, {}),
  finish('12', 62, { firstName: 'Môn', ageGroup: 'F50' }),
  // A private runner has only a bib.
  finish('13', 63, { firstName: '', lastName: '', ageGroup: '', runClub: '' }),
  finish('14', 64, { firstName: 'Huw', ageGroup: 'M40', runClub: '' }),
  out('101', { firstName: 'Mair' }),
  finish('21', 90, { firstName: 'Aled', ageGroup: 'M50', events: 'PB' }),
];

function readPrize(name: RegExp): (string | null)[] {
  const section = screen.getByRole('region', { name });
  const rows = within(section).queryAllByRole('row').slice(1);
  const notes = section.querySelectorAll('p');
  return [...rows, ...notes].map(({ textContent }) => textContent);
}

const namesOf = (): (string | null)[] =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('default prizes follow from the categories, with winners and possible winners, live', async () => {
  const { wire } = await openScreen('/prizes', {
    results: [...FIELD, finish('15', 66, { firstName: 'Sam', ageGroup: '', runClub: '' })],
    totals: USUAL_COURSES.byEvent(() => FIELD.length),
    role: 'viewer',
  });
  await screen.findByRole('heading', { name: 'Prize sheet' });
  await screen.findByText(/^No prizes are set up/);
  await screen.findByText(
    '1 finisher is without a sex, and so in no ranking of women or men: 15 Sam Rees',
  );
  await screen.findByRole('heading', { name: 'Women Half' });
  expect(readPrize(/^Women Half/)).toEqual([
    '1st11Siân ReesF40 · Taf1:00:00',
    '2nd12Môn ReesF50 · Taf1:02:00',
    '1 place open',
    '1 still out could change it: 101 Mair Rees',
  ]);
  expect(readPrize(/^Men Half/)).toEqual(['1st14Huw ReesM401:04:00', '2 places open']);
  // Mair started with the others, and could have finished by now.
  expect(readPrize(/^F40/)).toEqual(['1st11Siân ReesF40 · Taf1:00:00']);
  expect(namesOf()).toContain('M50 Full');

  wire.pushResults([{ runnerId: '11', status: 'dnf', totalMs: null, totalTime: 'DNF' }]);
  await expect.poll(() => readPrize(/^Women Half/)[0]).toBe('1st12Môn ReesF50 · Taf1:02:00');
});
