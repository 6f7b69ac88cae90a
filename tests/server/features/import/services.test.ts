import { describe, expect, test } from 'vitest';

import { recogniseColumn } from '#server/features/import/column-names.ts';
import { splitName } from '#shared/model/full-name.ts';
import { readCategoryWords } from '#server/features/import/categories.ts';

import type { ImportOutcome } from '#server/features/import/import-outcome.ts';

import { faultsOf, getGood, importInto, importMapped, importText } from './support.ts';
import cityWaves from '#shared/templates/city-waves.json' with { type: 'json' };
import { USUAL_COURSES } from '#shared/model/courses.ts';

/** The category of each row, and the notes. */
async function categoriesOf(header: string, ...rows: readonly string[]) {
  const text = [`First,Last,Event,${header}`, ...rows.map((row) => `Gwen,Rees,PB,${row}`)];
  const { runners, notes } = getGood(await importText(text.join('\n')));
  return { groups: runners.map(({ ageGroup }) => ageGroup), notes };
}

/** The categories of runners of the first distance of another race. */
async function categoriesIn(race: unknown, header: string, ...rows: readonly string[]) {
  const text = [`First,Last,Event,${header}`, ...rows.map((row) => `Gwen,Rees,10K,${row}`)];
  const { runners } = getGood(await importInto(JSON.stringify(race), text.join('\n')));
  return runners.map(({ ageGroup }) => ageGroup);
}

describe('[IM4] a column of bibs or wristbands', () => {
  test.each(['RACE NO.', 'RaceNumber'])(
    '"%s" is a choice unless another column has the bibs',
    async (header) => {
      const text = `First,Last,Event,${header},Band\nGwen,Rees,PB,17,501\n`;
      for (const file of [text, text.replace(',Band', ',x')]) {
        const outcome = await importText(file);
        expect(faultsOf(outcome)).toEqual([
          expect.stringMatching(/^1: The column .* may hold the bib numbers or the wristbands/),
        ]);
        const asks = ['bibNumber', 'raceNumber'];
        expect(outcome.columns[3]).toEqual({ header, field: '', asks });
        const columns = { [header]: 'bibNumber' };
        const { runners } = getGood(await importMapped(file, { columns }));
        expect(runners[0]?.bibNumber).toBe('17');
      }
      const columns = { [header]: 'raceNumber' };
      const { runners } = getGood(await importMapped(text.replace(',Band', ',x'), { columns }));
      expect(runners[0]).toMatchObject({ bandId: '17', bibNumber: '' });
    },
  );

  test('exactly raceNumber is the wristband, and so is any spelling next to a bib column', async () => {
    for (const [headers, bandId] of [
      ['raceNumber,x,y', '17'],
      ['race no,bib #,x', '17'],
      ['Race number,Bib,Band', '501'],
    ] as const) {
      const file = `First,Last,Event,${headers}\nGwen,Rees,PB,17,4,501\n`;
      expect(getGood(await importText(file)).runners[0]?.bandId).toBe(bandId);
    }
  });
});

describe('[IM6] categories in plain words', () => {
  test.each([
    ['Male Vet 50', undefined, 'M50'],
    ['MV50', undefined, 'M50'],
    ['Vet 40', 'F', 'F40'],
    ['Ladies Veteran 40-49', undefined, 'F40'],
    ['Senior', 'F', 'F-SNR'],
    ['FSEN', undefined, 'F-SNR'],
    ['Under 17 Girls', undefined, 'FU17'],
    ['Vet 50', undefined, undefined],
    ['Men 40-44', undefined, undefined],
    ['Male Female 40', undefined, undefined],
    ['Team of 50 men', undefined, undefined],
  ] as const)('"%s" with sex %s is %s', (text, sex, group) =>
    expect(readCategoryWords(text, sex, USUAL_COURSES.setup.categories)).toBe(group),
  );

  test.each([
    ['Men 35-39', undefined, 'M35'],
    ['Under 20 Men', undefined, 'MJ'],
    ['Men under 18', undefined, undefined],
    ['u16', undefined, 'U16'],
    ['Ieuenctid', undefined, 'U16'],
  ] as const)('"%s" with sex %s is %s in another table', (text, sex, group) => {
    const table = [
      { code: 'U16', name: 'Ieuenctid', sexes: ['F', 'M'], to: 15 },
      { code: 'MJ', sexes: ['M'], from: 16, to: 19, name: 'Junior' },
      { code: 'MS', sexes: ['M'], from: 20, to: 34 },
      { code: 'M35', sexes: ['M'], from: 35, to: 39 },
    ] as const;
    const scheme = { ageOn: { rule: 'race-day' }, table } as const;
    expect(readCategoryWords(text, sex, scheme)).toBe(group);
  });

  test('values are listed with their reading, and a mapping takes precedence', async () => {
    const text =
      'First,Last,Event,Class,Sex\nA,B,PB,Male Vet 50,M\nC,D,PB,M45,M\nE,F,PB,male-vet 50,\nG,H,PB,M40,\n';
    const columns = { Class: 'ageGroup' };
    const unmapped = await importMapped(text, { columns });
    expect(faultsOf(unmapped)).toEqual([
      expect.stringMatching(/^3: The age category "M45" is not known/),
    ]);
    expect(unmapped.categoryValues).toEqual([
      { value: 'Male Vet 50', rows: 2, meaning: 'M50' },
      { value: 'M45', rows: 1, meaning: null },
    ]);
    const categories = { 'MALE VET 50': 'M60', M45: '' } as const;
    const mapped = getGood(await importMapped(text, { columns, categories }));
    expect(mapped.runners.map(({ ageGroup }) => ageGroup)).toEqual(['M60', '', 'M60', 'M40']);
    expect(mapped.notes).toContain('1 runner is without an age category.');
  });

  test('a column of other values is not used, and the categories are derived', async () => {
    const text = 'First,Last,Event,Cat,Sex,Age\nA,B,PB,Wave 1,M,52\nC,D,PB,Wave 2,,30\n';
    const worked = getGood(await importMapped(text, { columns: { Cat: '' } }));
    expect(worked.runners.map(({ ageGroup }) => ageGroup)).toEqual(['M50', '']);
    expect(worked.notes).toContain('1 runner is without an age category.');
  });
});

describe('[IM7] derived categories', () => {
  test.each([
    ['M', '2009-06-21', 'MU17'],
    ['M', '2009-06-20', 'MU19'],
    ['Female', '20/06/1986', 'F40'],
    ['female', '6/21/1986', 'F-SNR'],
    ['man', '12-Mar-51', 'M75'],
    ['M', 'March 12, 1966', 'M60'],
    ['M', '1966-03-12 00:00:00', 'M60'],
    ['X', '1966-03-12', ''],
    ['M', '31/02/1966', ''],
  ])('%s born %s is in "%s" on the day of the race', async (sex, born, group) => {
    const { groups } = await categoriesOf('M/F,Date of birth', `${sex},"${born}"`);
    expect(groups).toEqual([group]);
  });

  test('other dates of the file give the order', async () => {
    for (const [other, group] of [
      ['31/07/1990', 'M-SNR'],
      ['07/31/1990', 'M40'],
    ]) {
      const { groups } = await categoriesOf('Sex,DOB', 'M,05/07/1986', `M,${other}`);
      expect(groups).toEqual([group, 'M-SNR']);
    }
  });

  test('a sex other than F and M gets the categories of X, also by age', async () => {
    const born = ['X,1966-03-12', 'Female,1966-03-12', 'prefer not to say,1966-03-12'];
    expect(await categoriesIn(cityWaves, 'Sex,DOB', ...born)).toEqual(['X-OPEN', 'F60', '']);
    const aged = await categoriesIn(cityWaves, 'Sex,Age', 'nb,33', 'F,33', 'unsaid,33');
    expect(aged).toEqual(['X-OPEN', 'F-SNR', '']);
  });

  test('an unknown sex gives no category, not even one for all sexes', async () => {
    const everyone = [{ code: 'U15', sexes: ['F', 'M', 'X'], to: 14 }] as const;
    const categories = { ...cityWaves.categories, table: everyone };
    const race = { ...cityWaves, categories, prizes: [] };
    const groups = await categoriesIn(race, 'Sex,DOB', 'unsaid,2012-05-01', ',2012-05-01');
    expect(groups).toEqual(['', 'U15']);
  });

  test('the numbers of derived and of empty categories are noted', async () => {
    const rows = ['M,1980-01-01,,', 'F,,33,', 'X,,33,', 'F,,,F40'];
    const { groups, notes } = await categoriesOf('Sex,DOB,Age,AgeGroup', ...rows);
    expect(groups).toEqual(['M40', 'F-SNR', '', 'F40']);
    expect(notes).toContain(
      '2 runners are in an age category worked out from sex and date of birth or age.',
    );
  });
});

test.each([
  ['Start No', 'bibNumber'],
  ['N° dossard', 'bibNumber'],
  ['Birthday (dd/mm/yyyy)', 'birthDate'],
  ['Medical Alert', 'medicalNote'],
  ['Prénom', 'firstName'],
  ['Mobile (emergency)', ''],
])('[IM11] the header %s means %s', (header, field) => {
  expect(recogniseColumn(header).field).toBe(field);
});

test('[IM7] a year of birth gives an unambiguous category, and a date of birth takes precedence', async () => {
  const { groups } = await categoriesOf('Sex,YearOfBirth', 'M,1983', 'M,1986', 'F,2030');
  expect(groups).toEqual(['M40', '', '']);
  for (const year of ['YOB', 'Jahrgang', 'Année de naissance', 'Año nacimiento', 'Geboortejaar']) {
    const both = await categoriesOf(`Sex,${year},Date of birth (dd/mm/yyyy)`, 'M,86,20/06/1986');
    expect(both.groups).toEqual(['M40']);
  }
});

async function birthOf(outcome: Promise<ImportOutcome>): Promise<unknown> {
  const { runners, openDates } = getGood(await outcome);
  return [runners[0]?.birthDate, openDates?.order];
}

test('[IM7] the order of day and month is one choice, settled by a header, another date or the sender', async () => {
  const header = 'First,Last,Event,DOB';
  const rows = 'Gwen,Rees,PB,03/04/1981\nNia,Puw,PB,05/05/1990\nMai,Huw,PB,07/08/1992\n';
  const open = await importText(`${header}\n${rows}`);
  expect(faultsOf(open)).toEqual([
    expect.stringMatching(/^1: Whether the day or the month comes first in "DOB".*"03\/04\/1981"/),
  ]);
  expect(open).toMatchObject({
    choiceCount: 1,
    openDates: { header: 'DOB', example: '03/04/1981', order: null },
  });
  const file = `${header}\n${rows}`;
  expect(await birthOf(importMapped(file, { dateOrder: 'month-first' }))).toEqual([
    '1981-03-04',
    'month-first',
  ]);
  for (const [format, birthDate] of [
    ['DOB (dd/mm/yyyy)', '1981-04-03'],
    ['DOB (mm/dd/yyyy)', '1981-03-04'],
  ] as const) {
    expect(await birthOf(importText(file.replace('DOB', format)))).toEqual([birthDate, undefined]);
  }
  const told = `${file}Ann,Ek,PB,31/01/1990\n`;
  expect(await birthOf(importText(told))).toEqual(['1981-04-03', undefined]);
});

test('[IM11] sex, date of birth, nationality, contact and medical note are kept, each from its first column', async () => {
  const file = [
    'Name,Event,Gender,DOB,Cat,Nat,Nationality,Emergency,Emergency Contact Phone,Medical Conditions',
    'Siân Rees,PB,Female,31/05/1984,F40,GB,Welsh,Huw,07700 900456,"Asthma, inhaler"',
    'Al Ng,PB,Non-binary,,,,,,,',
    'Bo Ek,PB,M,31/02/1984,,SE,,,0700 900,',
  ];
  const { runners, notes } = getGood(await importText(file.join('\n')));
  expect(runners[0]).toMatchObject({
    sex: 'F',
    birthDate: '1984-05-31',
    ageGroup: 'F40',
    nationality: 'GB',
    emergencyContact: 'Huw, 07700 900456',
    medicalNote: 'Asthma, inhaler',
  });
  expect(runners[0]).not.toHaveProperty('isAgeGroupDerived');
  expect(runners[1]).toMatchObject({ sex: 'Non-binary', ageGroup: '' });
  expect(runners[1]).not.toHaveProperty('birthDate');
  expect(runners[2]).toMatchObject({ sex: 'M', emergencyContact: '0700 900' });
  expect(notes).toContain(
    '1 runner is without a date of birth: the file has the year alone, or an invalid date.',
  );
});

test.each([
  ['Siân Rees', 'Siân', 'Rees'],
  ['Rees, Siân', 'Siân', 'Rees'],
  ['O’BRIEN Siân Mair', 'Siân Mair', 'O’BRIEN'],
  ['Siân VAN DER BERG', 'Siân', 'VAN DER BERG'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Rhys ap Gwilym', 'Rhys', 'ap Gwilym'],
  ['SIÂN REES', 'SIÂN', 'REES'],
  ['J R Jones', 'J R', 'Jones'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['Cher', 'Cher', ''],
])('[IM8] the name "%s" is split into "%s" and "%s"', (name, firstName, lastName) =>
  expect(splitName(name)).toMatchObject({ firstName, lastName }),
);

test('[IM8] a column of full names gives both, and one next to a surname the first name', async () => {
  for (const file of [
    'Name,Event\n"Jones, Mary Jane",PB\n',
    'Full Name,Event\nMary Jane Jones,PB\n',
    'Name,Surname,Event\nMary Jane,Jones,PB\n',
    'Name,First,Last,Event\nx,Mary Jane,Jones,PB\n',
  ]) {
    const { runners } = getGood(await importText(file));
    expect(runners).toMatchObject([{ firstName: 'Mary Jane', lastName: 'Jones' }]);
  }
  const { notes } = await importText('Name,Event\nCher,PB\n');
  expect(notes).toContain('Full names in "Name" are split into first and last names.');
});
