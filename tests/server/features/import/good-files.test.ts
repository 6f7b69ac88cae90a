import { expect, test } from 'vitest';

import { writeExample } from '#server/features/import/import-routes.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { faultsOf, getGood, importText } from './support.ts';

test('[IM28] the example the page links to is a good file', async () => {
  const { runners, notes } = getGood(await importText(writeExample(DEFAULT_CONFIG)));
  const read = runners.map(({ firstName, event, ageGroup }) => [firstName, event, ageGroup].join());
  expect(read).toEqual(['Siân,PB,F40', 'Tomos,BB,M-SNR', 'Zoë,UB,FU23', 'Łukasz,PB,M60']);
  expect(notes).toContain('1 runner is private: the public sees the bib alone.');
});

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['usual', [], { bb: 'BB', Ub: 'UB', half: 'BB', FULL: 'PB', ' Ultra ': 'UB' }],
  [
    'own',
    ['Llwybr Byr', 'Llwybr Hir', 'Half'],
    { 'Llwybr Byr': 'BB', 'llwybr-hir': 'PB', half: 'UB', Full: 'PB' },
  ],
])('[IM11] with the %s distances an event is a code or a name', async (_, distances, events) => {
  const rows = Object.keys(events).map((given) => `Gwen,Rees,${given}\n`);
  const { runners } = getGood(await importText(`First,Last,Event\n${rows.join('')}`, distances));
  expect(runners.map(({ event }) => event)).toEqual(Object.values(events));
});

test('[IM6] the code of an age category is read in any spelling', async () => {
  const groups = { FSNR: 'F-SNR', 'm-snr': 'M-SNR', 'M 40': 'M40', fu_17: 'FU17', '': '' };
  const rows = Object.keys(groups).map((given) => `Gwen,Rees,PB,${given}\n`);
  const { runners } = getGood(await importText(`First,Last,Event,Cat\n${rows.join('')}`));
  expect(runners.map(({ ageGroup }) => ageGroup)).toEqual(Object.values(groups));
});

test('[PV6] a mark in words, in English or Welsh, makes the runner private', async () => {
  const marks = { TRUE: true, x: true, Ie: true, No: undefined, '': undefined };
  const rows = Object.keys(marks).map((given) => `Gwen,Rees,PB,${given}\n`);
  const { runners } = getGood(await importText(`First,Last,Event,preifat\n${rows.join('')}`));
  expect(runners.map(({ isPrivate }) => isPrivate)).toEqual(Object.values(marks));
});

test('[PV6] a file without the column warns that private runners would be shown by name', async () => {
  const text = 'First,Last,Event\nGwen,Rees,PB';
  expect(getGood(await importText(text)).notes.join()).not.toMatch(/private/);
  const { notes } = getGood(await importText(text, undefined, 2));
  expect(notes).toContainEqual(expect.stringMatching(/^2 runners are now private, .* by name\.$/));
  const marked = 'First,Last,Event,Private\nGwen,Rees,PB,no';
  expect(getGood(await importText(marked, undefined, 2)).notes.join()).not.toMatch(/now private/);
});

test('[PV6] an ambiguous mark is a fault, so that nobody is shown by mistake', async () => {
  const outcome = await importText('First,Last,Event,Private\nGwen,Rees,PB,maybe');
  expect(faultsOf(outcome)).toEqual([expect.stringMatching(/^2: .*"maybe": write yes or no/)]);
});

test('[IM13] values are tidied: blanks, line ends, composed accents', async () => {
  const row = '  Sia\u0302n ,"Rees\u00a0 Parry" ,PB, "Rhedwyr\r\n  Carn Ingli"\n';
  const { runners } = getGood(await importText(`First,Last,Event,Club\n${row}`));
  const tidy = { firstName: 'Siân', lastName: 'Rees Parry', runClub: 'Rhedwyr Carn Ingli' };
  expect(runners[0]).toMatchObject(tidy);
});

test('[IM13] names are kept unchanged', async () => {
  const names = ['=A1+1', '李小龍', 'محمد\u200f', 'Zoë 🏃🏽‍♀️', '__proto__'];
  const rows = names.map((name) => `${name},Rees,PB\n`);
  const { runners } = getGood(await importText(`First,Last,Event\n${rows.join('')}`));
  expect(runners.map(({ firstName }) => firstName)).toEqual(names);
});

test('[IM13] quote marks inside a value without quotes around it stay', async () => {
  const { runners } = getGood(await importText('First\tLast\tEvent\nDai "Bach"\tJones\tPB'));
  expect(runners[0]?.firstName).toBe('Dai "Bach"');
});

test('[IM18] blank lines and rows of blank cells are skipped', async () => {
  const { runners } = getGood(
    await importText('\n\nFirst,Last,Event\n\nGwen,Rees,PB\n   \n,,\n , ,\nIfan,Huws,BB\n\n'),
  );
  expect(runners.map(({ firstName }) => firstName)).toEqual(['Gwen', 'Ifan']);
});

test('[IM18] warnings do not stop an import', async () => {
  const { notes } = getGood(
    await importText(
      'First,Last,Event,Shirt size,,Bib,Band\nGwen,Rees,PB,F,x,7,1\nIfan,Huws,UB,M,,7,\nNia,Puw,BB,F,,8,3',
      ['Byr', 'Hir'],
    ),
  );
  expect(notes).toEqual([
    'Bib numbers given more than once: "7" (lines 2, 3). A later file that changes entries is refused if a bib is in it twice: correct these first, unless they share it on purpose.',
    'Columns not used: "Shirt size", one without a name.',
    'No column was recognised for: category, sex.',
    '3 runners are without a sex, and so in no ranking of women or men.',
    '1 runner is without a wristband number.',
  ]);
});

test('[IM18] a title above the header and totals at the end are skipped and noted with their lines', async () => {
  const { runners, notes } = getGood(
    await importText(
      'Ras Beca 2026 entries;;;\n\n20 June;;;\nFirst;Last;Event;Bib\nGwen;Rees;PB;7\nTotal;Recall;BB;8\n;;;\nTotal;;;2\nCount;2;;\n',
    ),
  );
  expect(runners.map(({ firstName }) => firstName)).toEqual(['Gwen', 'Total']);
  expect(notes.slice(1, 5)).toEqual([
    'Line 1 is not a runner and was skipped: "Ras Beca 2026 entries".',
    'Line 3 is not a runner and was skipped: "20 June".',
    'Line 8 is not a runner and was skipped: "Total 2".',
    'Line 9 is not a runner and was skipped: "Count 2".',
  ]);
});

test('[IM18] totals with runners under them, and a title without a header under it, are not skipped', async () => {
  const totals = 'First,Last,Event\nTotal,,\nGwen,Rees,PB\n';
  expect(faultsOf(await importText(totals))[0]).toMatch(/^2: The event is missing/);
  const title = 'Ras Beca\nGwen,Rees,PB\n';
  expect(faultsOf(await importText(title))[0]).toMatch(/^1: There is no column/);
});

test('[IM43] one name is enough, in any script; without a letter a runner has only the bib', async () => {
  const names = ['Melati,', ',Bayu', '-,-', '?1,?', '伟,张', 'สมชาย,ใจดี', ',', 'Ll?r,Huws'];
  const rows = names.map((name) => `${name},PB,7\n`).join('');
  const { runners, notes } = getGood(await importText(`First,Last,Event,Bib\n${rows}`));
  const nameless = new Set(['-,-', '?1,?']);
  expect(runners.map(({ firstName, lastName }) => `${firstName},${lastName}`)).toEqual(
    names.map((name) => (nameless.has(name) ? ',' : name)),
  );
  expect(notes).toContain('Without a name, so that the bib is shown: lines 4, 5, 8.');
  expect(notes).toContain(
    'With a question mark where a letter may have been lost (save the file as “CSV UTF-8”): line 9.',
  );
});

test('[IM50] a nameless row is entered under the name of its team, and so is a list of teams', async () => {
  const mixed = 'First,Last,Event,Team\n,,PB,Tîm Un\n?,?,PB,Harriers\nSiân,Rees,PB,Harriers\n';
  const { runners, notes } = getGood(await importText(mixed));
  const read = runners.map(({ firstName, lastName }) => `${firstName}|${lastName}`);
  expect(read).toEqual(['|Tîm Un', '|', 'Siân|Rees']);
  expect(notes).toContain('Without a name, so that the bib is shown: line 3.');
  const teams = 'Team Name,Event,Bib,Chip\nTîm Un,PB,7,LY00213\n';
  expect(getGood(await importText(teams)).runners).toMatchObject([
    { lastName: 'Tîm Un', runClub: 'Tîm Un', bandId: '7', chips: ['LY00213'] },
  ]);
  // The unknown column could be the names.
  expect(faultsOf(await importText(teams.replace('Chip', 'Roepnaam')))).toHaveLength(2);
});

test('[IM18] runners whose sex neither column nor category gives are counted', async () => {
  const text = 'First,Last,Event,Sex,Cat\nA,B,PB,F,\nC,D,PB,,M40\nE,F,PB,,\nG,H,PB,unsaid,\n';
  expect(getGood(await importText(text)).notes).toContain(
    '2 runners are without a sex, and so in no ranking of women or men.',
  );
  expect(getGood(await importText(text.replace(/E,F[^]*/, ''))).notes.join()).not.toMatch(
    /without a sex/,
  );
});

test('[IM18] missing essential columns are named, also with faults', async () => {
  const { notes } = await importText('First,Last,Event,Nummer\nA,B,XX,1');
  expect(notes).toContain('No column was recognised for: bib, wristband, category, sex.');
  const whole = await importText('First,Last,Event,Bib,Chip,Sex,Age\nA,B,PB,1,,F,40');
  expect(whole.notes.join()).not.toContain('No column');
});
