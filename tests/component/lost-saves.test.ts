import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { Notice } from '#shared/wire/missing-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { expectNoViolations } from './support/axe.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const MARI = buildAdminRunner({ runnerId: 'm', firstName: 'Mari', lastName: 'Jones' });
const LOST: Notice = {
  kind: 'save-lost',
  runnerId: 'm',
  isDeletion: false,
  isThere: true,
  by: 'mari@race.local',
  atMs: Date.UTC(2026, 5, 20, 9, 42),
  bib: '12',
  name: 'Mari Jones',
};

async function openWith(
  path: string,
  notices: Notice[],
  role: 'admin' | 'registration' = 'registration',
): Promise<OpenScreen> {
  const opened = await openScreen(path, {
    runners: [MARI],
    config: { timeZone: 'Europe/London' },
    email: 'mari@race.local',
    role,
  });
  opened.wire.pushMissing({ lastSeen: [], notices });
  return opened;
}

const textOf = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');

test('[SO12] a save that was lost is told on every screen once, with the way to the form, until it is made again', async () => {
  const opened = await openWith('/missing', [LOST]);
  const list = await screen.findByRole('list', { name: 'Saves that were lost' });
  expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
    'Mari Jones (bib 12): what you saved at 10:42 was lost when the database changed over. Enter it again. Open',
  ]);
  await expectNoViolations();
  await opened.user.click(within(list).getByRole('link', { name: /^Open .*Mari Jones/ }));
  const surname = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Last name' });
  expect(surname.value).toBe('Jones');
  screen.getByRole('heading', { name: 'Registration' });
  screen.getByRole('list', { name: 'Saves that were lost' });
  opened.wire.pushMissing({ lastSeen: [], notices: [] });
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Saves that were lost' })).toBeNull(),
  );
});

test('[SO12] of others it says who, of a deletion what to do, of very many how many more', async () => {
  await openWith('/admin', [
    { ...LOST, by: 'sian@race.local', isThere: false },
    { ...LOST, runnerId: 'd', isDeletion: true, name: 'Dai Huws', bib: '' },
    { kind: 'more-saves-lost', count: 4 },
  ]);
  const list = await screen.findByRole('list', { name: 'Saves that were lost' });
  expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
    'Mari Jones (bib 12): what sian@race.local saved at 10:42 was lost when the database changed over. Enter it again. Registration',
    'Dai Huws: the deletion that you saved at 10:42 was lost when the database changed over. Delete again. Open',
  ]);
  screen.getByText('4 more saves were lost.');
  await expectNoViolations();
});

test('[SO12] of a setting it says what was saved, with the way to Config for who may go there', async () => {
  const lost = { kind: 'setting-lost', by: 'mari@race.local', atMs: LOST.atMs } as const;
  const notices: Notice[] = [
    { ...lost, name: 'pageTitle', value: 'Ras Beca' },
    { ...lost, name: 'raceStart', value: '2026-06-20-10-00-00', by: 'sian@race.local' },
  ];
  await openWith('/missing', notices, 'admin');
  const list = await screen.findByRole('list', { name: 'Saves that were lost' });
  expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
    'Page Title: what you saved at 10:42 (“Ras Beca”) was lost when the database changed over. Enter it again. Config',
    'Race start: what sian@race.local saved at 10:42 (“2026-06-20 10:00:00”) was lost when the database changed over. Enter it again. Config',
  ]);
  await expectNoViolations();
});

test('[SO12] who may only register is told of it without a way to Config', async () => {
  const lost = { kind: 'setting-lost', by: 'sian@race.local', atMs: LOST.atMs } as const;
  await openWith('/missing', [{ ...lost, name: 'pageTitle', value: '' }]);
  const list = await screen.findByRole('list', { name: 'Saves that were lost' });
  expect(textOf(list)).toContain('saved at 10:42 (empty) was lost');
  expect(within(list).queryByRole('link')).toBeNull();
});
