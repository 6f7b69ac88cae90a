import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildResult } from '#tests/client/support/build-result.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { openScreen } from './support/open-screen.tsx';

/** Finishers a minute apart; two of the men have the same surname. */
const FIELD = ['M-SNR', 'M40', 'F40', 'M-SNR', 'F50', 'M40', 'F40'].map((ageGroup, index) =>
  buildResult({
    runnerId: `r${index + 1}`,
    firstName: 'Siân',
    lastName: `No${index === 1 ? 1 : index + 1}`,
    ageGroup,
    totalMs: 3_600_000 + index * 60_000,
  }),
);

/** Place, name with its note, and gap of each row. */
const readRows = (): string[] =>
  Array.from(document.querySelectorAll('[data-runner-id]'), (row) => {
    const [place, name] = row.querySelectorAll('td');
    const gap = row.querySelector('[data-gap]')?.getAttribute('data-gap') ?? '';
    return `${place?.textContent} ${name?.textContent} ${gap}`.trim();
  });

test('the first three women and men are above the rows, and link to the results of their sex', async () => {
  const { user } = await openScreen('/?tab=PB', {
    results: FIELD,
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

test.each([
  [{}, ['Print version']],
  [{ pastRaces: 2 }, ['Print version', 'Past races']],
  [{ isCorrected: true }, ['Corrections', 'Print version']],
])('with %o the results link to %s', async (state, names) => {
  const rest = { serverTime: Date.now(), pictures: DEFAULT_PICTURES };
  const config = { ...buildConfig(), ...rest, ...state };
  await openScreen('/?tab=BB', {
    isSignedOut: true,
    prepare: (wire) => wire.answer('GET /config', () => config),
  });
  // Always there, for the current tab and language.
  const printable = await screen.findByRole('link', { name: 'Print version' });
  await expect.poll(() => printable.getAttribute('href')).toBe('/plain?race=BB&view=print&lang=en');
  const links = screen.getAllByRole('link', { name: /^(Corrections|Print version|Past races)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  // An empty race has one message instead of a zero for each distance.
  await screen.findByText('Nobody is entered yet.');
  expect(screen.queryByRole('heading', { name: 'Entered' })).toBeNull();
});
