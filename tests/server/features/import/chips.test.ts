import { expect, test } from 'vitest';

import type { BandId } from '#shared/model/ids.ts';
import { mergeEntries } from '#server/race/merge-entries.ts';
import { getBandId } from '#tests/support/builders.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

import { getGood, importText, faultsOf } from './support.ts';

const openRace = provideOrganisersRace();

test('[IM49] chips of all columns belong to the wristband, the first number or the bib of the row', async () => {
  const outcome = await importText(
    'firstName,lastName,event,Bib,Band,Tag,Tag2,Season Tag,Transponder No\n' +
      'Ida,Lunn,Half,101,7,738ad3ff13cf,,058001E6A8C5,0041\n' +
      'Ben,Reed,Half,102,,LY00213,,,\n' +
      'Nia,Pugh,Half,103,,LY00214,900,,\n' +
      'Dai,Bach,Half,104,,,,,\n',
  );
  expect(getGood(outcome).runners).toMatchObject([
    { bandId: '7', chips: ['738AD3FF13CF', '058001E6A8C5', '41'] },
    { bandId: '102', chips: ['LY00213'] },
    { bandId: '900', chips: ['LY00214'] },
    { bibNumber: '104' },
  ]);
  expect(getGood(outcome).runners[3]).not.toHaveProperty('bandId');
});

test('[IM49] a chip without a wristband, a repeated and a malformed one are faults with their lines', async () => {
  const outcome = await importText(
    'firstName,lastName,event,Bib,Chip\nIda,Lunn,Half,W1,LY00213\nBen,Reed,Half,2,LY00214\nNia,Pugh,Half,3,ly00214\nDai,Bach,Half,4,¿?\n',
  );
  expect(faultsOf(outcome).join('\n')).toMatch(
    /2: There is a chip but no wristband number.*\n4: The chip LY00214 is already on line 3\.\n5: "¿\?" is not a chip code/,
  );
});

test('[IM49] an import and a merge add chips to the table, and keep the others', async () => {
  const race = await openRace();
  const chips = { LY00213: getBandId('7') };
  await race.store.replaceRunners([], { by: 'x' }, chips);
  await race.store.replaceRunners([], { by: 'x' });
  const merge = (added: Record<string, BandId>) =>
    mergeEntries(race, () => ({ changed: [], added: 0, merged: 0, chips: added }), 'x');
  await merge({ LY00214: getBandId('8') });
  const { chips: merged } = await race.store.readRecord();
  expect(Object.fromEntries(merged)).toEqual({ LY00213: '7', LY00214: '8' });
  const many = Array.from({ length: 20 }, (_, index) => [`LY${300 + index}`, getBandId('7')]);
  const refused = 'Band 7 would have more than 20 chips';
  await expect(merge(Object.fromEntries(many))).rejects.toThrow(refused);
});
