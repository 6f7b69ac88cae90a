import { expect, test } from 'vitest';

import { readElapsedList } from '#client/organisers/reads/elapsed-list.ts';
import { MAX_LISTED_READS } from '#shared/model/decisions.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const CONFIG = buildConfig({ raceStart: '2026-06-20-09-00-00', timeZone: 'UTC' });
const RUNNERS = [
  buildAdminRunner({ bibNumber: '101', raceNumber: '1', firstName: 'Ida', lastName: 'Lunn' }),
  buildAdminRunner({ bibNumber: 'A12', raceNumber: '2', firstName: 'Ben', lastName: 'Reed' }),
  buildAdminRunner({ bibNumber: '103', raceNumber: '3', ownStart: '-0:30:00' }),
  buildAdminRunner({ bibNumber: '104', raceNumber: '' }),
  buildAdminRunner({ bibNumber: '105', raceNumber: '5' }),
  buildAdminRunner({ bibNumber: '105', raceNumber: '6' }),
];

const read = (...lines: string[]) => readElapsedList(lines.join('\r\n'), RUNNERS, CONFIG);

test('each time of a list counts from the gun of its runner', () => {
  const { reads, faults, words } = read(
    'Bib;Time',
    '101,0:17:53',
    'a12\t17:58',
    '',
    '103;00:48:02,5',
  );
  expect(faults).toEqual([]);
  expect(reads.map(({ bandId, timeMs }) => [bandId, timeMs - GUN_MS])).toEqual([
    ['1', 1_073_000],
    ['2', 1_078_000],
    ['3', 1_082_500],
  ]);
  expect(words).toEqual([
    'Ida Lunn (bib 101) 0:17:53.0',
    'Ben Reed (bib A12) 0:17:58.0',
    expect.any(String),
  ]);
});

test('lines that cannot be added are named with their number', () => {
  expect(
    read('999,17:58', '104,17:58', '105,17:58', '101', '101,noon', 'a12,1:00', 'A12,1:01').faults,
  ).toEqual([
    'Line 1: bib 999 is of nobody.',
    'Line 2: bib 104 has no wristband: give one out on Registration.',
    'Line 3: bib 105 is of several runners.',
    'Line 4: 101 is not a bib and a time such as 101,0:17:53.',
    'Line 5: 101,noon is not a bib and a time such as 101,0:17:53.',
    'Line 7: bib A12 is in line 6 already.',
  ]);
  const noGun = readElapsedList('101,17:58', RUNNERS, buildConfig({ raceStart: '' }));
  expect(noGun.faults).toEqual(['Line 1: the start of bib 101 is not set yet.']);
  const many = Array.from({ length: MAX_LISTED_READS + 1 }, (_, index) =>
    buildAdminRunner({ bibNumber: String(index), raceNumber: String(index) }),
  );
  const list = many.map(({ bibNumber }) => `${bibNumber},17:58`).join('\n');
  expect(readElapsedList(list, many, CONFIG).faults[0]).toMatch(/at most 1000 at once/);
});
