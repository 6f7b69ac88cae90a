import { expect, test } from 'vitest';

import { getGood, importText } from './support.ts';

const HEADER = 'First,Last,Event,Band,Club';

async function samplesOf(rows: readonly string[]) {
  return getGood(await importText([HEADER, ...rows].join('\n'))).samples;
}

test('[IM21] the first three runners of a file stand for it, each as it was read', async () => {
  const rows = [
    'Gwen,Rees,BB,012,',
    '"Ifan, y",Huws,PB,,Mynydd Du',
    'Nia,Puw,UB,14,',
    'A,B,PB,15,',
  ];
  expect(await samplesOf(rows)).toEqual([
    { line: 2, firstName: 'Gwen', lastName: 'Rees', event: 'BB', bandId: '12', ...UNTOLD },
    {
      line: 3,
      firstName: 'Ifan, y',
      lastName: 'Huws',
      event: 'PB',
      bandId: '',
      ...UNTOLD,
      runClub: 'Mynydd Du',
    },
    { line: 4, firstName: 'Nia', lastName: 'Puw', event: 'UB', bandId: '14', ...UNTOLD },
  ]);
});

/** Fields that these files lack. */
const UNTOLD = { ageGroup: '', bibNumber: '', runClub: '' };
