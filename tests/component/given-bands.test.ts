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
});
