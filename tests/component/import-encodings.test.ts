import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { expectNoViolations } from './support/axe.ts';
import { openScreen } from './support/open-screen.tsx';
import { serveImports } from './support/serve-imports.ts';

/** `Jiří Dvořák` in Windows-1250, which Windows-1252 reads as `Jiøí Dvoøák`. */
const LINES = 'firstName,lastName,event\nJi\u00F8\u00ED,Dvo\u00F8\u00E1k,PB\n';
const bytes = Uint8Array.from(LINES, (char) => char.charCodeAt(0));

test('names of a file that is not UTF-8 are shown next to its encoding, which can be chosen', async () => {
  const { user, wire, press } = await openScreen('/import', {
    prepare: (served) => serveImports(served, { runners: 0 }),
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file field.');
  await user.upload(input, new File([bytes], 'zavod.csv', { type: 'text/csv' }));
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Letters' });
  expect(choice.value).toBe('windows-1252');
  await screen.findByText(/Names are read as .*Jiøí.* · .*Dvoøák/);
  await expectNoViolations();

  await user.selectOptions(choice, 'Windows, Central Europe');
  await screen.findByText(/Names are read as .*Jiří.* · .*Dvořák/);
  const read = await screen.findByRole('list', { name: 'Some of the runners' });
  within(read).getByText('Jiří Dvořák');
  await press('Upload');
  await screen.findByText('Imported 1 runner.');
  const mapping = wire.sent('POST /upload').at(-1)?.body.get('mapping');
  expect(mapping).toBe('{"encoding":"windows-1250"}');
});
