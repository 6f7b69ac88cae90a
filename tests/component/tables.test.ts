import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const MINUTE = 60_000;

/** Finishers of the half, a minute apart: four women and five men of Taf, and one without a sex or club. */
const FIELD: readonly UnrankedResult[] = ['F', 'F', 'F', 'F', 'M', 'M', 'M', 'M', 'M', ''].map(
  (sex, index) =>
    buildResult({
      runnerId: `runner-${index}`,
      firstName: `No${index + 1}`,
      lastName: 'Bevan',
      events: 'BB',
      ageGroup: sex && `${sex}40`,
      runClub: sex && 'Taf',
      splitsMs: [(30 - index) * MINUTE, null, null, null, null, null],
      totalMs: (60 + index) * MINUTE,
    }),
);

const openTables = (path: string): Promise<OpenScreen> =>
  openScreen(path, {
    isSignedOut: true,
    results: FIELD,
    totals: USUAL_COURSES.byEvent(() => FIELD.length),
  });

function readTable(name: RegExp): string[] {
  return within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
}

test('the address selects the tables; women and men come before categories, and all rows on request', async () => {
  const { user } = await openTables('/tables?event=BB');
  await screen.findByRole('heading', { name: 'Categories · Half' });
  expect(readTable(/^F40$/)).toEqual([
    '1No1 BevanTaf1:00:00',
    '2No2 BevanTaf1:01:00',
    '3No3 BevanTaf1:02:00',
  ]);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Women', 'Men', 'F40', 'M40']);
  expect(readTable(/^Men$/)[2]).toBe('3No7 BevanM40 · Taf1:06:00');
  const more = screen.getAllByRole('link', { name: 'and 2 more' });
  expect(more.map((link) => link.getAttribute('href'))).toEqual([
    '/?tab=BB&sex=M',
    '/tables?view=categories&event=BB&show=all',
  ]);
  expect(screen.getByRole('link', { name: 'Excel' }).getAttribute('href')).toBe(
    '/results.xlsx?race=BB',
  );
  await user.click(screen.getByRole('link', { name: 'Show everyone' }));
  await expect.poll(() => readTable(/^M40$/).length).toBe(5);

  await user.click(screen.getByRole('link', { name: 'Legs' }));
  await screen.findByRole('heading', { name: 'Legs · Half' });
  await user.click(await screen.findByRole('link', { name: 'Men' }));
  await expect.poll(() => readTable(/^Start – Bedd Morris$/)[0]).toBe('1No9 BevanM40 · Taf0:22:00');
  expect(location.search).toBe('?view=legs&event=BB&sex=M');
});

test('teams with their rule are live', async () => {
  const { wire } = await openTables('/tables?view=teams&event=BB&sex=F');
  await screen.findByRole('heading', { name: '1st women: Taf' });
  screen.getByText('6 points');
  screen.getByText(/The first three women and the first four men of a club count/);
  expect(readTable(/Taf/)).toHaveLength(3);
  wire.pushResults([{ runnerId: 'runner-0', status: 'dnf', totalMs: null, totalTime: 'DNF' }]);
  await expect.poll(() => readTable(/Taf/)[0]).toBe('1No2 BevanF401:01:00');
});
