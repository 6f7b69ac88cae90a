import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { UnrankedResult } from '#shared/model/result.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

import { expectNoViolations } from './support/axe.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const FIELD = [
  buildResult({ runnerId: 'a', ageGroup: 'M40', totalMs: 3_600_000, runClub: 'Sarn Helen' }),
  buildResult({ runnerId: 'b', ageGroup: 'M40', totalMs: 3_700_000, runClub: 'Eryri' }),
  buildResult({ runnerId: 'c', ageGroup: 'F50', totalMs: 3_800_000, runClub: 'Eryri' }),
];

async function openFilter(search = ''): Promise<OpenScreen & { readonly sheet: HTMLElement }> {
  const opened = await openScreen(`/${search}`, {
    config: { distances: 'Half,Full,Ultra' },
    results: FIELD,
    starters: [],
    totals: { BB: 0, PB: 3, UB: 0 },
  });
  await opened.user.click(await screen.findByRole('button', { name: /^Filter/ }));
  return { ...opened, sheet: await screen.findByRole('dialog', { name: 'Show only' }) };
}

test('[FD6] it opens as the address asks, is cleared in one press, and the address follows when it is closed', async () => {
  const { user, sheet } = await openFilter('?tab=PB&cat=M40&club=ERYRI');
  await expect
    .poll(() => within(sheet).getByRole<HTMLInputElement>('radio', { name: 'M40 1' }).checked)
    .toBe(true);
  await expect
    .poll(() => within(sheet).getByLabelText<HTMLSelectElement>('Club').value)
    .toBe('Eryri');
  await user.click(within(sheet).getByRole('button', { name: 'Clear' }));
  within(sheet).getByRole('button', { name: 'Show 3 runners' });
  expect(location.search).toBe('?tab=PB&cat=M40&club=ERYRI');
  await user.click(within(sheet).getByRole('button', { name: 'Show 3 runners' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(location.search).toBe('?tab=PB'));
});

/** Women and men in the order of their finishes, a minute apart. */
function buildField(ageGroups: readonly string[]): readonly UnrankedResult[] {
  return ageGroups.map((ageGroup, index) =>
    buildResult({
      runnerId: `r${index + 1}`,
      firstName: 'Siân',
      lastName: `No${index + 1}`,
      ageGroup,
      totalMs: 3_600_000 + index * 60_000,
    }),
  );
}

/** Place, name with its note, and gap of each row. */
const readRows = (): string[] =>
  Array.from(document.querySelectorAll('[data-runner-id]'), (row) => {
    const [place, name] = row.querySelectorAll('td');
    const gap = row.querySelector('[data-gap]')?.getAttribute('data-gap') ?? '';
    return `${place?.textContent} ${name?.textContent} ${gap}`.trim();
  });

test('the first three women and men stand above the rows once they are in, and lead to a ranking of their own', async () => {
  const field = buildField(['M-SNR', 'M40', 'F40', 'M-SNR', 'F50', 'M40', 'F40']);
  const { user } = await openScreen('/?tab=PB', {
    // Two of the men have the same surname.
    results: field.with(1, buildResult({ ...field[1], lastName: 'No1' })),
    starters: [],
    totals: { BB: 0, PB: 7, UB: 0 },
  });
  const strip = await screen.findByRole('navigation', { name: 'First women and men' });
  const [women, men, ...others] = within(strip).getAllByRole('link');
  expect(women?.textContent).toContain('Women');
  expect(women?.textContent).toContain('3 Siân No7');
  expect(men?.textContent).toMatch(/1 .*Siân No1 Siân No1 1:.*Siân No4 No4 /);
  expect(others).toEqual([]);
  screen.getByText(/^7 of 7 finished/);
  await expectNoViolations();

  await user.click(within(strip).getByRole('link', { name: /^Women/ }));
  await waitFor(() => expect(location.search).toBe('?tab=PB&sex=F'));
  await waitFor(() =>
    expect(readRows()).toEqual([
      '1 Siân No3 1st F403rd overall',
      '2 Siân No5 1st F505th overall +2:00',
      '3 Siân No77th overall +4:00',
    ]),
  );
  expect(screen.queryByRole('navigation', { name: 'First women and men' })).toBeNull();
});
