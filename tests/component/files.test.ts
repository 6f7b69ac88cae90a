import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';

import { openScreen } from './support/open-screen.tsx';

test('all entries are saved as one file', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  const { user } = await openScreen('/files', {
    prepare: (wire) => wire.answer('GET /entries.csv', 'Race,Place'),
  });
  const section = await screen.findByRole('region', { name: 'Everything as CSV' });
  await user.click(within(section).getByRole('button', { name: 'Download' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

test('the line that embeds the results can be copied', async () => {
  const { user } = await openScreen('/files');
  const section = await screen.findByRole('region', { name: 'On your own website' });
  await user.click(within(section).getByRole('button', { name: 'Copy' }));
  await within(section).findByText('Copied.');
  expect(await navigator.clipboard.readText()).toContain(`src="${location.origin}/?embed"`);
});

test('embedded results have no header and no Tools', async () => {
  await openScreen('/?embed', { results: [] });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tools' })).toBeNull();
});
