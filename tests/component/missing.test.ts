import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { openScreen } from './support/open-screen.tsx';

const OUT = buildAdminRunner({ runnerId: 'out', lastName: 'Prydderch', raceNumber: '402' });

test('[SM5] a chip that hides the row of a form leaves what is typed in it until it is pressed again', async () => {
  const opened = await openScreen('/missing', {
    runners: [OUT],
    prepare: (wire) => {
      wire.answer('GET /mia', () => ({
        ...wire.head,
        resultData: [OUT],
        scannedNumberNoRunners: [],
      }));
    },
  });
  const { user, fill } = opened;
  const choose = async (part: string): Promise<void> => {
    const chip = document.querySelector(`[data-part="${part}"]`);
    if (!chip) throw new Error(`There is no chip ${part}.`);
    await user.click(chip);
  };
  await user.click(await screen.findByRole('cell', { name: 'Prydderch' }));
  await choose('on-course');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());

  await choose('never-seen');
  await user.click(await screen.findByRole('cell', { name: 'Prydderch' }));
  await fill('Team', 'Cwm Gwaun');
  await choose('on-course');
  await screen.findByText(/What you typed here is not saved/);
  expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Cwm Gwaun');
  await choose('on-course');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});
