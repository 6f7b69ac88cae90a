import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { openScreen } from './support/open-screen.tsx';

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
