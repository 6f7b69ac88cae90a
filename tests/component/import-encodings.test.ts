import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { expectNoViolations } from './support/axe.ts';
import { openScreen } from './support/open-screen.tsx';
import { serveImports } from './support/serve-imports.ts';

/** `Jiří Dvořák` in Windows-1250, which Windows-1252 reads as `Jiøí Dvoøák`. */
const LINES = 'firstName,lastName,event\nJi\u00F8\u00ED,Dvo\u00F8\u00E1k,PB\n';
const bytes = Uint8Array.from(LINES, (char) => char.charCodeAt(0));

test('[SI12] names that may be read in several ways stand there as each has them, and one is chosen', async () => {
  const { user, wire, press } = await openScreen('/import', {
    prepare: (served) => serveImports(served, { runners: 0 }),
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file field.');
  await user.upload(input, new File([bytes], 'zavod.csv', { type: 'text/csv' }));
  const choice = await screen.findByRole('group', { name: 'Which of these are the names?' });
  const western = within(choice).getByRole('radio', { name: /Jiøí · Dvoøák/ });
  const central = within(choice).getByRole('radio', { name: /Jiří · Dvořák/ });
  expect([western, central].map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    false,
    false,
  ]);
  await expectNoViolations();
  await press('Upload');
  expect(wire.sent('POST /upload')).toEqual([]);

  await user.click(central);
  const read = await screen.findByRole('list', { name: 'Some of the runners' });
  within(read).getByText('Jiří Dvořák');
  await waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Jiří · Dvořák/ }).checked).toBe(
      true,
    );
  });
  await press('Upload');
  await screen.findByText('Imported 1 runner.');
  const mapping = wire.sent('POST /upload').at(-1)?.body.get('mapping');
  expect(mapping).toBe('{"encoding":"windows-1250"}');
});
