import { screen, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { expectNoViolations } from './support/axe.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { findNews, findSent } from './support/on-screen.ts';

const TOMOS = enter('r10', 'Tomos', 'Huw', { raceNumber: '10', bibNumber: '10' });
const NON = enter('r301', 'Non', 'Rees', { bibNumber: '301' });
const ANN = enter('r9', 'Ann', 'Uchaf', { raceNumber: '777', bibNumber: '9' });
const PIA = enter('r302', 'Pia', 'Rees-Huws', { bibNumber: '302' });

function enter(
  runnerId: string,
  firstName: string,
  lastName: string,
  rest: Partial<AdminRunner>,
): AdminRunner {
  return buildAdminRunner({ runnerId, firstName, lastName, ...rest });
}

function openDesk(): Promise<OpenScreen> {
  return openScreen('/admin', {
    runners: [TOMOS, NON, PIA, ANN],
    config: { distances: 'Half,Full,Ultra' },
  });
}
const filter = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Filter by surname');
describe('Enter in the filter', () => {
  test('[SG18] opens nobody by a part of several bibs, says how many match, and what is typed on is found', async () => {
    const { user, fill } = await openDesk();
    await fill('Filter by surname', '30');
    await user.keyboard('{Enter}');
    await findNews('2 match: keep typing or choose.');
    expect(screen.queryByRole('form')).toBeNull();
    expect(filter().value).toBe('30');
    await user.keyboard('2{Enter}');
    await screen.findByRole('form', { name: 'Edit Pia Rees-Huws' });
  });

  test('[SG18] opens the runner with the exact band', async () => {
    const { user, fill } = await openDesk();
    await fill('Filter by surname', '0777');
    await user.keyboard('{Enter}');
    const form = await screen.findByRole('form', { name: 'Edit Ann Uchaf' });
    expect(within(form).getByLabelText<HTMLInputElement>('Wristband').value).toBe('777');
  });
});

describe('a band that was given', () => {
  test('is replaced only after a question with both numbers, scanned or not', async () => {
    const { user, wire, press } = await openDesk();
    filter().focus();
    await user.keyboard('10{Enter}');
    await screen.findByRole('form', { name: 'Edit Tomos Huw' });
    await user.keyboard('778{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Replace band 10 with 778?' });
    await expect.poll(() => dialog.textContent).toContain('Tomos Huw (bib 10) was given band 10');
    await expectNoViolations();
    expect(wire.sent('POST /api')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(wire.sent('POST /api')).toEqual([]);
    wire.acceptSave({ ...TOMOS, raceNumber: '778', bandID: '778', rev: 2 });
    await press('Submit');
    await press('Replace 10 with 778');
    await findNews(/^Saved: Tomos Huw — band 778/);
    expect(findSent(wire)).toMatchObject({ raceNumber: '778' });
  });

  test('with scans is kept as an earlier one, or left to nobody, as chosen', async () => {
    const { user, wire, fill, press } = await openDesk();
    const read = { time: '', timeMs: 1, points: ['cp1'], source: 'mat', bandID: '10' } as const;
    wire.answer('GET /apiadmin/:runnerId/scans', {
      ...wire.head,
      status: 'racing',
      outcome: null,
      scans: [
        { ...read, verdict: 'counted', countedAt: ['cp1'] },
        { ...read, verdict: 'duplicate', countedAt: [] },
      ],
    });
    await user.click(await screen.findByRole('cell', { name: 'Huw' }));
    await fill('Wristband', '778');
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: '2 scans of band 10 would be left behind' });
    await expectNoViolations();
    const kept = { ...TOMOS, raceNumber: '778', bandID: '778', earlierBands: ['10'], rev: 2 };
    wire.acceptSave(kept);
    await press('Lost band: keep them');
    await findNews(/band 778, bib 10, earlier bands 10/);
    expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({ earlierBands: ['10'] });

    await user.click(await screen.findByRole('cell', { name: 'Huw' }));
    await fill('Earlier bands', '');
    await user.keyboard('{Enter}');
    wire.acceptSave({ ...kept, earlierBands: [], rev: 3 });
    await press('The number was wrong: leave them');
    await findNews(/no earlier bands/);
    expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({ earlierBands: [] });
  });

  test('an invalid number is refused at its field, without a question', async () => {
    const { user, wire, fill } = await openDesk();
    await user.click(await screen.findByRole('cell', { name: 'Huw' }));
    const message = 'The wristband "12ab" is not a number of 1 to 12 digits.';
    wire.answer('POST /api', { result: 'Invalid', errors: [{ field: 'raceNumber', message }] });
    await fill('Wristband', '12ab');
    await user.keyboard('{Enter}');
    await screen.findByText(message);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(findSent(wire)).toMatchObject({ raceNumber: '12ab' });
  });

  test('is given back only after a question', async () => {
    const { user, wire, press } = await openDesk();
    filter().focus();
    await user.keyboard('10{Enter}');
    await screen.findByRole('form', { name: 'Edit Tomos Huw' });
    await user.keyboard('{Backspace}{Enter}');
    await screen.findByRole('dialog', { name: 'Take band 10 from Tomos Huw (bib 10)?' });
    expect(wire.sent('POST /api')).toEqual([]);
    wire.acceptSave({ ...TOMOS, raceNumber: '', bandID: '', rev: 2 });
    await press('Give 10 back');
    await findNews(/^Saved: Tomos Huw — no band/);
  });

  test('reading on is not interrupted: a line says so', async () => {
    const { user, wire } = await openDesk();
    const gate = wire.hold('GET /apiadmin/:runnerId/scans');
    filter().focus();
    await user.keyboard('10{Enter}');
    await screen.findByRole('form', { name: 'Edit Tomos Huw' });
    await user.keyboard('778{Enter}');
    await user.keyboard('301{Enter}');
    await screen.findByRole('form', { name: 'Edit Non Rees' });
    gate.open();
    await screen.findByText(
      /^Not saved: Tomos Huw \(bib 10\)\. Should band 10, which they were given, be replaced by 778\?/,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(wire.sent('POST /api')).toEqual([]);
  });

  test('when it changed in between, the question about both comes again', async () => {
    const { user, wire, fill, press } = await openDesk();
    const theirs = { ...NON, raceNumber: '500', bandID: '500', rev: 2 };
    await user.click(await screen.findByRole('cell', { name: 'Rees' }));
    await fill('Wristband', '778');
    wire.answer('POST /api', { result: 'Conflict', current: theirs });
    await user.keyboard('{Enter}');
    await screen.findByRole('list', { name: 'Changed by both' });
    wire.acceptSave({ ...theirs, raceNumber: '778', bandID: '778', rev: 3 });
    await press('Keep mine');
    await press('Replace 500 with 778');
    await findNews(/^Saved: Non Rees — band 778/);
    expect(findSent(wire)).toMatchObject({ raceNumber: '778' });
  });
});
