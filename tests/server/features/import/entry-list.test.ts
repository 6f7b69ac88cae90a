import { expect, test } from 'vitest';

import { faultsOf, getGood, importMapped, importText, previewText } from './support.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<EntryList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">\n<Event><Name>Ras</Name></Event>\n';

function listOf(...entries: readonly string[]): string {
  return `${HEAD}${entries.map((entry) => `<PersonEntry>${entry}</PersonEntry>\n`).join('')}</EntryList>\n`;
}

const nameOf = (given: string, family: string): string =>
  `<Name><Family>${family}</Family><Given>${given}</Given></Name>`;
const personOf = (given: string, family: string): string =>
  `<Person>${nameOf(given, family)}</Person>`;
const classOf = (name: string): string => `<Class><Name>${name}</Name></Class>`;

const SIAN = `<Id>7</Id><Person sex="F"><Id>1</Id>${nameOf('Siân', 'O&#8217;Neill &amp; Ŵyn')}
  <BirthDate>1984-02-29</BirthDate><Nationality code="GBR">Great Britain</Nationality>
  <Contact type="EmailAddress">x@example.org</Contact><Contact type="MobilePhoneNumber">+44 7700 900101</Contact></Person>
  <Organisation><Name>Rhedwyr Preseli</Name></Organisation><ControlCard punchingSystem="SI">0501</ControlCard><ControlCard>777</ControlCard>
  <Class><Name>Long course</Name><ShortName>ultra</ShortName></Class><Class><Name>Half</Name></Class>`;

test('[IM45] each entry of an EntryList is a row of our own columns', async () => {
  const dai = `${personOf('Dai', 'Rees')}<BibNumber>W2</BibNumber>${classOf('Full')}`;
  const outcome = getGood(await importText(listOf(SIAN, dai)));
  expect(outcome.runners).toMatchObject([
    {
      firstName: 'Siân',
      lastName: 'O’Neill & Ŵyn',
      event: 'UB',
      bandId: '501',
      chips: ['777'],
      runClub: 'Rhedwyr Preseli',
      mobileNumber: '+44 7700 900101',
      sex: 'F',
      birthDate: '1984-02-29',
      nationality: 'GBR',
    },
    { firstName: 'Dai', lastName: 'Rees', event: 'PB', bibNumber: 'W2', mobileNumber: '' },
  ]);
  expect(outcome.lines).toEqual([4, 9]);
});

const startOf = (time: string, rest: string): string =>
  `<Start><BibNumber>${rest.length}</BibNumber><StartTime>${time}</StartTime>${rest}</Start>`;

test('[IM45] a StartList is an entry list with bibs, chips and starts, on the clocks of the race', async () => {
  const starts = [
    startOf('2026-06-20T09:05:30Z', '<ControlCard>AB12</ControlCard><ControlCard>77</ControlCard>'),
    startOf('2026-06-20T10:00:00', ''),
  ].map((start) => `<PersonStart>${personOf('Siân', 'Rees')}${start}</PersonStart>\n`);
  const text = `${HEAD}<ClassStart>${classOf('Half')}${starts.join('')}</ClassStart></EntryList>`;
  const { runners } = getGood(await importText(text.replaceAll('EntryList', 'StartList')));
  const read = { bandId: '77', chips: ['AB12'], ownStart: '2026-06-20-10-05-30' };
  expect(runners).toMatchObject([{ event: 'BB', bibNumber: '60', ...read }, { bibNumber: '0' }]);
  expect(runners[1]).not.toHaveProperty('ownStart');
});

test('[IM50] a relay team with one chip is entered under its name', async () => {
  const member = `<TeamEntryPerson>${personOf('Mair', 'Huws')}<ControlCard>501</ControlCard></TeamEntryPerson>`;
  const team = `<TeamEntry><Name>Tîm Un</Name>${member}${member}${classOf('Full')}<BibNumber>9</BibNumber></TeamEntry>`;
  const text = `${HEAD}${team}</EntryList>`;
  const entered = { firstName: '', lastName: 'Tîm Un', event: 'PB', bandId: '501', bibNumber: '9' };
  expect(getGood(await importText(text)).runners).toMatchObject([entered]);
});

test('[IM45] faults have the line of their entry, or its number if entries share a line', async () => {
  const text = listOf(
    `${personOf('Gwen', 'Rees')}${classOf('Half')}`,
    `${personOf('', '')}${classOf('Half')}`,
    `${personOf('Mair', 'Huws')}${classOf('Marathon')}`,
  );
  const [missing, unknown] = faultsOf(await importText(text));
  expect(missing).toMatch(/^5: The name is missing/);
  expect(unknown).toMatch(/^6: The event "Marathon" is not known/);
  const [first] = faultsOf(await importText(text.replaceAll('\n', '')));
  expect(first).toMatch(/^2: The name is missing/);
  const named = text.replace('<Family></Family>', '<Family>Ifan</Family>');
  const { runners } = getGood(await importMapped(named, { events: { Marathon: 'UB' } }));
  expect(runners.map(({ event }) => event)).toEqual(['BB', 'BB', 'UB']);
});

test('[IM45] teams with several chips are noted, prefixes are ignored, and the named encoding is used', async () => {
  const entry = `${personOf('Hélène', 'Rees')}${classOf('Half')}`;
  const member = (chip: string): string =>
    `<TeamEntryPerson>${personOf('Mair', 'Huws')}<ControlCard>${chip}</ControlCard></TeamEntryPerson>`;
  const team = `<TeamEntry><Name>Tîm Un</Name>${member('1')}${member('2')}</TeamEntry>\n`;
  const teams = getGood(
    await importText(listOf(entry).replace('<PersonEntry>', `${team}<PersonEntry>`)),
  );
  expect(teams.notes).toContainEqual(
    'Line 4 is not a runner and was skipped: "Team Tîm Un with 2 chips".',
  );
  const prefixed = listOf(entry)
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1iof:')
    .replace('xmlns=', 'xmlns:iof=');
  expect(getGood(await importText(prefixed)).runners[0]?.firstName).toBe('Hélène');
  const latin = Buffer.from(listOf(entry).replace('UTF-8', 'ISO-8859-1'), 'latin1');
  expect(getGood(await previewText(latin)).runners[0]?.firstName).toBe('Hélène');
  const unnamed = Buffer.from(listOf(entry), 'latin1');
  expect(faultsOf(await importText(unnamed))[0]).toMatch(
    /^1: The file is not UTF-8.*save it as UTF-8/,
  );
});

const BILLION = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n<EntryList><PersonEntry>&b;</PersonEntry></EntryList>`;

test.each([
  ['a document type', `<?xml version="1.0"?>${BILLION}`, /document type/],
  ['an element that is never closed', `${HEAD}<PersonEntry><Person>`, /not valid XML/],
  [
    'an entry of too many elements',
    `${HEAD}<PersonEntry>${'<a b=""/>'.repeat(2_100)}</PersonEntry></EntryList>`,
    /The entry on line 4 has more than 2000 elements/,
  ],
  ['too deep nesting', `${HEAD}${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, /not valid XML/],
  ['a list of results', '<?xml version="1.0"?><ResultList/>', /not an IOF XML 3\.0/],
])('[IM45] %s is refused as a whole', async (_, text, message) => {
  const faults = faultsOf(await importText(text));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
});
