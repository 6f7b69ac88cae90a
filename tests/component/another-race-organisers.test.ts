import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { ANOTHER_RACE } from './support/another-race.ts';
import { openScreen } from './support/open-screen.tsx';
import { openSettings } from './support/settings-screen.ts';

test('[RD1] names that follow from the setup of a race can be read in the settings, and not changed', async () => {
  await openSettings({ config: ANOTHER_RACE });
  screen.getByText(/^These names follow from/);
  for (const name of ['distances', 'wayPoints', 'KOMs'] as const) {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    expect([field?.value, field?.readOnly]).toEqual([ANOTHER_RACE[name], true]);
  }
});

test('[RD1] the form of a runner offers the distances and categories of another race', async () => {
  const { press } = await openScreen('/admin', { config: ANOTHER_RACE });
  await press('New Runner');
  const form = within(await screen.findByRole('form'));
  const optionsOf = (label: string): (string | null)[] =>
    within(form.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(optionsOf('Event')).toEqual(['Ras Fynydd']);
  expect(optionsOf('Age category')).toEqual(['none', 'F40', 'F45', 'NB']);
});
