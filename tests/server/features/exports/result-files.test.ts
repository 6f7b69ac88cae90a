import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';

import { type IofRace, writeIofResults, planFile } from '#server/features/exports/result-files.ts';
import type { RaceRow } from '#server/race/race-rows.ts';
import type { ResultFile } from '#shared/wire/exports-api.ts';

/** A woman of 42 who is entered and was not read yet, with changes. */
function buildRow(given: Partial<RaceRow> = {}): RaceRow {
  return {
    runnerId: 'runner',
    isPrivate: false,
    position: null,
    status: 'awaited',
    startMs: null,
    totalMs: null,
    gunMs: null,
    chipMs: null,
    family: 'Prydderch',
    given: 'Siân',
    sex: 'F',
    birthDate: '1984-02-29',
    age: 42,
    nationality: 'GBR',
    club: 'Rhedwyr Preseli',
    bib: '88',
    category: 'F40',
    chips: [],
    splitsMs: [null, null, null],
    ...given,
  };
}

const RACE: IofRace = {
  title: 'Ras y Preseli <2026>',
  code: 'PB',
  label: 'Full & Long',
  gunMs: Date.UTC(2026, 5, 20, 9),
  isOfficial: true,
  stages: [
    { slot: 0, code: 'CP1', name: 'Bedd Morris' },
    { slot: 2, code: 'CP3', name: 'Foel Eryr' },
  ],
  nowMs: Date.UTC(2026, 5, 20, 18),
};
const SIAN = buildRow({
  position: 1,
  status: 'finished',
  startMs: Date.UTC(2026, 5, 20, 9, 1),
  totalMs: 5_399_001,
  gunMs: 5_459_001,
  chipMs: 5_399_001,
  family: 'Ŵyn, O’Neill',
  given: 'Siân',
  bib: 'W1',
  splitsMs: [1_200_500, null, null],
});
const GWEN = buildRow({
  position: 2,
  status: 'finished',
  totalMs: 5_400_000,
  gunMs: 5_400_000,
  chipMs: 5_400_000,
  family: '=Gwen',
  given: 'Łucja',
  sex: 'M',
  nationality: 'pol',
  bib: '2',
});
const OUT = buildRow({ status: 'dnf', family: 'Rees', given: 'Dafydd', bib: '3', sex: 'M' });
const RULED = buildRow({ status: 'dsq', family: 'Bowen', given: 'Ceri', bib: '4' });
const ABSENT = buildRow({ status: 'dns', family: 'Huws', given: 'Nia', bib: '5' });
const HIDDEN = buildRow({
  position: 3,
  status: 'finished',
  totalMs: 5_500_000,
  gunMs: 5_500_000,
  family: 'Cudd',
  isPrivate: true,
});
const ROWS = [SIAN, GWEN, HIDDEN, OUT, RULED, ABSENT];

async function readCsv(file: 'runbritain.csv' | 'ultrasignup.csv' | 'all.csv'): Promise<string[]> {
  const bytes = await planFile(file, ROWS, RACE).write();
  const rows: string[][] = parse(bytes, { bom: file !== 'ultrasignup.csv' });
  return rows.map((row) => row.join('|'));
}

test('[FE4 FE1] the ITRA sheet has its headings, no times of DNFs, and no DNS', async () => {
  const sheet = await readSheet(await planFile('itra.xlsx', ROWS, RACE).write());
  expect(sheet).toEqual([
    'Ranking|Time|Family name|First name|Gender|Birthdate|Nationality|Bib number'.split('|'),
    [1, '01:30:00', 'Ŵyn, O’Neill', 'Siân', 'F', '1984-02-29', 'GBR', 'W1'],
    [2, '01:30:00', '=Gwen', 'Łucja', 'M', '1984-02-29', 'POL', '2'],
    ['DNF', null, 'Rees', 'Dafydd', 'M', '1984-02-29', 'GBR', '3'],
  ]);
});

test('[FE4] the file for runbritain is by gun time, rounded up', async () => {
  expect(await readCsv('runbritain.csv')).toEqual([
    'Finishing position|Bib number|First name|Surname|Club|Gender|Age category|Age|Gun time|Chip time',
    "1|2|Łucja|'=Gwen|Rhedwyr Preseli|M|F40|42|01:30:00|01:30:00",
    '2|W1|Siân|Ŵyn, O’Neill|Rhedwyr Preseli|F|F40|42|01:31:00|01:30:00',
  ]);
  const sheet = await readSheet(await planFile('runbritain.xlsx', ROWS, RACE).write());
  expect(sheet[2]?.slice(0, 2)).toEqual([2, 'W1']);
  expect(sheet[2]?.at(-2)).toEqual(new Date('1899-12-30T01:31:00.000Z'));
});

test('[FE4] the file for UltraSignup has no byte order mark, and its codes', async () => {
  expect(await readCsv('ultrasignup.csv')).toEqual([
    'place|time|first|last|age|gender|dob|bib|status',
    '1|01:30:00|Siân|Ŵyn, O’Neill|42|F|1984-02-29|W1|1',
    "2|01:30:00|Łucja|'=Gwen|42|M|1984-02-29|2|1",
    '||Dafydd|Rees|42|M|1984-02-29|3|2',
    '||Ceri|Bowen|42|F|1984-02-29|4|5',
    '||Nia|Huws|42|F|1984-02-29|5|3',
  ]);
});

test('[FE2 FE1] the organisers’ own file has everybody, both times and each stage', async () => {
  const [heads = '', first = '', , hidden = '', , ruled = '', absent = ''] =
    await readCsv('all.csv');
  expect(heads).toBe(
    'Place|Status|Bib|First name|Last name|Club|Category|Sex|Date of birth|Age|Nationality|Private|Chips|Total|Gun time|Chip time|Bedd Morris|Foel Eryr',
  );
  expect(first.split('|').slice(-5)).toEqual(['01:30:00', '01:31:00', '01:30:00', '00:20:01', '']);
  expect(hidden).toContain('|yes|');
  expect([ruled, absent].map((row) => row.split('|')[1])).toEqual(['DSQ', 'DNS']);
});

test('[FE4] the IOF list has each control in order, and leaves out unknown data', () => {
  const xml = writeIofResults(RACE, [SIAN, OUT]).toString();
  expect(xml).toContain('<Name>Ras y Preseli &lt;2026&gt;</Name>');
  const [, sian = '', out = ''] = xml.split('<PersonResult>');
  expect(sian.replaceAll(/\s*\n\s*/g, '')).toContain(
    '<BibNumber>W1</BibNumber><StartTime>2026-06-20T09:01:00.000Z</StartTime><FinishTime>2026-06-20T10:30:59.001Z</FinishTime>' +
      '<Time>5399.001</Time><Position>1</Position><Status>OK</Status>' +
      '<SplitTime><ControlCode>CP1</ControlCode><Time>1200.5</Time></SplitTime>' +
      '<SplitTime status="Missing"><ControlCode>CP3</ControlCode></SplitTime>',
  );
  expect(out).toContain('<Status>DidNotFinish</Status>');
  expect(out).not.toMatch(/<Position>|<Time>/);
});

const SCHEMA = readFileSync(
  new URL('../../../fixtures/iof/result-list.xsd', import.meta.url),
  'utf8',
);
const span = fc.option(fc.integer({ min: 0, max: 400_000_000 }));
const text = fc.string({ unit: 'binary', maxLength: 20 });
const anyRow = fc.record({
  status: fc.constantFrom<RaceRow['status'][]>(
    'finished',
    'dnf',
    'dns',
    'dsq',
    'racing',
    'awaited',
  ),
  position: fc.option(fc.integer({ min: 1, max: 9_999 })),
  startMs: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
  totalMs: span,
  family: text,
  given: text,
  sex: fc.constantFrom('F', 'M', 'X', ''),
  birthDate: fc.constantFrom('1907-01-01', '2026-01-01', ''),
  nationality: fc.constantFrom('GBR', 'cymru', '', 'irl'),
  club: text,
  bib: text,
  splitsMs: fc.array(span, { minLength: 3, maxLength: 3 }),
});

test('[FE4] the list of any rows is valid by the schema', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 40, maxLength: 60 }), async (given) => {
      const contents = writeIofResults(RACE, given.map(buildRow)).toString();
      const xml = [{ fileName: 'results.xml', contents }];
      const { errors } = await validateXML({ xml, schema: [SCHEMA] });
      expect(errors.map(({ message }) => message)).toEqual([]);
    }),
    { numRuns: 5 },
  );
});

test('[FE8] problems for a federation name the runners concerned', () => {
  const rows = [
    SIAN,
    HIDDEN,
    { ...GWEN, family: 'Иванова', nationality: 'British', bib: '7', given: 'Ольга', sex: 'F' },
    { ...OUT, given: 'Dai', bib: '8', sex: 'X', birthDate: '', age: null },
    buildRow({ status: 'racing', family: 'Ap Huw', given: 'Twm', bib: '9' }),
  ];
  const tell = (file: ResultFile, isOfficial = true): string[] =>
    planFile(file, rows, { ...RACE, isOfficial }).problems.map(({ text, who }) =>
      [text, ...who].join(' / '),
    );
  const racing = '1 still out, or not seen yet. / 9 Twm Ap Huw';
  const hidden = `1 private and therefore left out, because a federation publishes what it is sent. / ${HIDDEN.bib} Siân Cudd`;
  const sex = '1 whose sex is neither F nor M. / 8 Dai Rees';
  expect(tell('itra.xlsx')).toEqual([
    racing,
    hidden,
    sex,
    '1 with letters in the name that are not Latin. / 7 Ольга Иванова',
    '1 without a date of birth. / 8 Dai Rees',
    '1 without a nationality as an Olympic three-letter code, such as GBR, IRL or NED. / 7 Ольга Иванова',
  ]);
  expect(tell('ultrasignup.csv', false)).toEqual([
    'The results are not official yet: send final ones only.',
    racing,
    hidden,
    sex,
    '2 finished, and fewer than 10 are not ranked.',
    '1 without an age: enter a date of birth. / 8 Dai Rees',
  ]);
  expect(tell('iof.xml', false)).toEqual([hidden]);
  expect(tell('all.csv', false)).toEqual([]);
  const many = Array.from({ length: 25 }, () => buildRow({ status: 'racing' }));
  const [problem] = planFile('runbritain.csv', many, RACE).problems;
  expect([problem?.who.length, problem?.more]).toEqual([20, 5]);
});
