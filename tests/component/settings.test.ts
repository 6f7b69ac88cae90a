import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { textPartsOf } from '#shared/model/setting-parts.ts';

import { WireAnswer } from './support/fake-wire.ts';
import {
  acceptSettings,
  conflict,
  openConfigPage,
  openSettings,
  present,
} from './support/settings-screen.ts';
import { valueOf } from './support/on-screen.ts';

const findSaved = () => screen.findByText('Update successful');

test('every setting has its field', async () => {
  await openSettings();
  const names = Array.from(
    document.querySelectorAll('form [name]'),
    (control) => control.getAttribute('name') ?? '',
  );
  expect([...new Set(names)].toSorted()).toEqual([...textPartsOf(USUAL_COURSES)].toSorted());
});

test('a save sends the changed fields in their stored form, and shows the result', async () => {
  const { wire, user, fill, press } = await openSettings();
  acceptSettings(wire);
  await fill('Distances', '10K\nMarathon\nUltra 50');
  await fill('Ultra start', '2026-6-20 7:00');
  await user.click(screen.getByRole('radio', { name: /Chip time/ }));
  await press('Save Changes');
  await findSaved();
  const { was, ...sent } = wire.sent('PUT /webconfig')[0]?.body ?? {};
  expect(sent).toMatchObject({
    distances: '10K,Marathon,Ultra 50',
    starts: { UB: '2026-06-20-07-00-00' },
    timing: 'chip',
  });
  expect(was).toMatchObject({ distances: 'Half,Full,Ultra' });
  const start = await screen.findByLabelText<HTMLInputElement>('Ultra 50 start');
  expect(start.value).toBe('2026-06-20 07:00:00');
  expect(valueOf('Distances')).toBe('10K,Marathon,Ultra 50');
  await screen.findByText('Nothing to save.');
});

test('a form with faults is not sent, and the first one is focused', async () => {
  const { wire, fill, press } = await openSettings();
  const control = screen.getByLabelText<HTMLInputElement>('Ultra start');
  await fill('Ultra start', 'soon');
  screen.getByLabelText('Start text').focus();
  await press('Save Changes');
  await screen.findByText('Failed to update web config');
  await waitFor(() => expect(document.activeElement).toBe(control));
  const [note] = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(document.querySelector(`[id="${note}"]`)?.textContent).toBe(
    '"soon" is not a time such as 2026-06-20 10:00:00.',
  );
  expect(wire.sent('PUT /webconfig')).toEqual([]);
});

test('faults found only by the server are shown', async () => {
  const { wire, fill, press } = await openSettings();
  const errors = [{ field: 'KOMs', message: 'There are 3 names, but at most 2 are allowed.' }];
  wire.answer('PUT /webconfig', new WireAnswer(400, { error: 'Nothing was saved.', errors }));
  await fill('Page Title', 'Ras');
  await press('Save Changes');
  await screen.findByText('Failed to update web config');
  screen.getByText('Nothing was saved. KOMs: There are 3 names, but at most 2 are allowed.');
  expect(valueOf('Page Title')).toBe('Ras');
});

test('a save over another organiser’s change asks which to keep', async () => {
  const { wire, user, fill, press } = await openSettings();
  wire.answer('PUT /webconfig', conflict({ pageTitle: 'Theirs' }, ['pageTitle']));
  await fill('Page Title', 'Mine');
  await press('Save Changes');
  await screen.findByText('Another organiser changed this field too. Choose above which to keep.');
  wire.answer('PUT /webconfig', present({ pageTitle: 'Mine' }));
  await press('Keep mine: Page Title');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Page Title'));
  await user.keyboard('{Enter}');
  await screen.findByText('Update successful');
  expect(wire.sent('PUT /webconfig').at(-1)?.body).toMatchObject({
    pageTitle: 'Mine',
    was: { pageTitle: 'Theirs' },
  });
});

test('a save keeps what was typed since', async () => {
  const { wire, fill, press } = await openSettings();
  acceptSettings(wire);
  const gate = wire.hold('PUT /webconfig');
  await fill('Page Title', 'Ras');
  await fill('Ultra start', '2026-06-20 07:00:00');
  await screen.findByText('Not saved yet: Page Title, Ultra start.');
  await press('Save Changes');
  await fill('Page Title', 'Ras Beca 2026');
  gate.open();
  await findSaved();
  await screen.findByText('Not saved yet: Page Title.');
  expect(valueOf('Page Title')).toBe('Ras Beca 2026');
});

test('[SE5] a save is announced in a region that was there before', async () => {
  const { wire, fill, press } = await openSettings();
  acceptSettings(wire);
  await fill('Page Title', 'Ras y Bwystfil');
  const steps: string[] = [];
  const observer = new MutationObserver(() => {
    const text = screen.queryByText('Update successful');
    const region = text?.closest('[role=status]');
    if (text && region) steps.push(text.dataset.shown === 'true' ? 'its text' : 'a region');
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  await press('Save Changes');
  await findSaved();
  await waitFor(() => expect([...new Set(steps)]).toEqual(['a region', 'its text']));
  observer.disconnect();
});

test('a push does not change the field being edited; its value is taken on request', async () => {
  const { wire, user, press } = await openSettings();
  const title = screen.getByLabelText('Page Title');
  await user.type(title, ' 2026');
  wire.push('config', present({ pageTitle: 'Theirs', startText: 'Also theirs', KOMs: 'Wall' }));
  await screen.findByText(/Another organiser has changed Page Title to “Theirs”/);
  expect(valueOf('Page Title')).toBe('Ras Beca 2026');
  await expect.poll(() => document.activeElement).toBe(title);
  expect(valueOf('Start text')).toBe('Also theirs');
  await press('Take theirs: Page Title');
  expect(valueOf('Page Title')).toBe('Theirs');
  await screen.findByText('Nothing to save.');
});

test('a push does not change the focused field', async () => {
  const { wire, user } = await openSettings();
  await user.click(screen.getByLabelText('Page Title'));
  wire.push('config', present({ pageTitle: 'Theirs', KOMs: 'Wall' }));
  await waitFor(() => expect(valueOf('KOMs')).toBe('Wall'));
  expect(valueOf('Page Title')).toBe('Ras Beca');
});

test('[AD7] a push of the wrong form is dropped', async () => {
  const { wire } = await openSettings();
  wire.push('config', { ...present({ pageTitle: 'Broken' }), timing: 'sundial' as never });
  wire.push('config', present({ pageTitle: 'Whole' }));
  await waitFor(() => expect(valueOf('Page Title')).toBe('Whole'));
});

test('settings that cannot be fetched are tried again', async () => {
  const { wire, press } = await openConfigPage({
    keepsLoading: true,
    prepare: (prepared) => prepared.answer('GET /webconfig', new WireAnswer(500, '<h1>Oops</h1>')),
  });
  const failure = await screen.findByText('Failed to fetch web config data');
  expect(failure.closest('main [role]')?.role).toBe('alert');
  wire.answer('GET /webconfig', () => present());
  await press('Try again');
  await screen.findByRole('button', { name: 'Save Changes' });
});

test('signing out asks before unsaved changes are lost', async () => {
  const { wire, fill, press } = await openSettings();
  wire.answer('POST /auth/logout', undefined);
  await fill('Page Title', 'Not saved');
  await press('Sign out');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Leave and lose the changes');
  await screen.findByRole('link', { name: 'Login' });
  expect(wire.sent('POST /auth/logout')).toHaveLength(1);
});
