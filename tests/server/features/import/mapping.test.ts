import { expect, test } from 'vitest';

import { getMapping } from '#server/features/import/parse-mapping.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';

import { faultsOf, getGood, importMapped, importText, mergeText } from './support.ts';

const BY_DISTANCE = 'distance,First,Last\n100 Miler,Gwen,Rees\n100-miler,Ifan,Huws\n50K,Nia,Puw\n';
const WITHOUT_EVENT = 'first_name,last_name,status\nGwen,Rees,1\nIfan,Huws,2\n';

test('[IM21] a file without an event column is imported with one event for all', async () => {
  expect(faultsOf(await importText(WITHOUT_EVENT))).toEqual([
    expect.stringMatching(/^2: The event is missing.* \(2 lines: 2, 3\)$/),
  ]);
  const { runners } = getGood(await importMapped(WITHOUT_EVENT, { events: { '': 'UB' } }));
  expect(runners.map(({ event }) => event)).toEqual(['UB', 'UB']);
});

test('[IM21] unknown event values are counted, and read as mapped in any spelling', async () => {
  const unmapped = await importText(BY_DISTANCE);
  expect(unmapped.eventValues).toEqual([
    { value: '100 Miler', rows: 2, meaning: null },
    { value: '50K', rows: 1, meaning: null },
  ]);
  const half = await importMapped(BY_DISTANCE, { events: { '100 MILER': 'UB' } });
  expect(faultsOf(half)).toEqual([expect.stringMatching(/^4: The event "50K" is not known/)]);
  const mapped = getGood(
    await importMapped(BY_DISTANCE, { events: { '100 Miler': 'UB', '50K': 'BB' } }),
  );
  expect(mapped.runners.map(({ event }) => event)).toEqual(['UB', 'UB', 'BB']);
  expect(mapped.eventValues.map(({ meaning }) => meaning)).toEqual(['UB', 'BB']);
});

test('[IM21] rows without an event can be put in one', async () => {
  const text = 'First,Last,Event\nGwen,Rees,Full\nIfan,Huws,\nNia,Puw, \n';
  const unmapped = await importText(text);
  expect(unmapped.eventValues).toEqual([{ value: '', rows: 2, meaning: null }]);
  const { runners } = getGood(await importMapped(text, { events: { '': 'BB' } }));
  expect(runners.map(({ event }) => event)).toEqual(['PB', 'BB', 'BB']);
});

test.each([
  'Bib,First,Last\n1,Gwen,Rees\n2,Nia,Puw\n',
  'Bib,First,Last,Event\n1,Gwen,Rees,\n2,Nia,Puw,\n',
])(
  '[IM21] in a merge an event for rows without one leaves known bibs in theirs: %j',
  async (text) => {
    const unmapped = await mergeText(text, ['1']);
    expect(unmapped.eventValues).toEqual([{ value: '', rows: 1, meaning: null }]);
    const mapped = getGood(await mergeText(text, ['1'], { events: { '': 'UB' } }));
    expect(mapped.runners.map(({ event }) => event)).toEqual(['BB', 'UB']);
    expect(mapped.runners.map(({ isEventOfEntry }) => isEventOfEntry)).toEqual([true, undefined]);
    expect(mapped.eventValues).toEqual([{ value: '', rows: 1, meaning: 'UB' }]);
  },
);

test('[IM21] at most 50 event values are listed, the most frequent first', async () => {
  const rows = Array.from({ length: 70 }, (_, index) => `Gwen,Rees,wave ${index}\n`).join('');
  const long = `Gwen,Rees,${'x'.repeat(201)}\n`.repeat(3);
  const text = `First,Last,Event\n${rows}Nia,Puw,wave 69\n${long}`;
  const { eventValues } = await importText(text);
  expect(eventValues).toHaveLength(50);
  expect(eventValues[0]).toEqual({ value: 'wave 69', rows: 2, meaning: null });
});

test('[IM21] the mapping of a column takes precedence over its header', async () => {
  const text = 'Voornaam;Achternaam;Race;Wave;Club\nGwen;Rees;7;Full;Tîm\n';
  const columns = { Voornaam: 'firstName', Achternaam: 'lastName', Race: 'bibNumber', Club: '' };
  const { runners, notes } = getGood(
    await importMapped(text, { columns: { ...columns, Wave: 'event' } }),
  );
  expect(runners).toMatchObject([
    { firstName: 'Gwen', lastName: 'Rees', bibNumber: '7', event: 'PB', runClub: '' },
  ]);
  expect(notes).toContain('Columns not used: "Club".');
  const displaced = 'First,Name 1,Last,Event\nx,Gwen,Rees,PB\n';
  const chosen = await importMapped(displaced, { columns: { 'Name 1': 'firstName' } });
  expect(getGood(chosen).runners[0]?.firstName).toBe('Gwen');
});

test.each(['__proto__', 'constructor', ''])(
  '[IM21] a column and an event called "%s" can be mapped',
  async (name) => {
    const text = `${name},Last,Event\nGwen,Rees,${name}\n`;
    const { runners } = getGood(
      await importMapped(text, {
        columns: Object.fromEntries([[name, 'firstName']]),
        events: Object.fromEntries([[name, 'UB' as const]]),
      }),
    );
    expect(runners).toMatchObject([{ firstName: 'Gwen', event: 'UB' }]);
  },
);

test('[IM21] a repeated header is no fault once it is not used', async () => {
  const text = 'First,Last,Event,country,Country\nGwen,Rees,PB,US,FR\n';
  expect(faultsOf(await importText(text))).toHaveLength(1);
  getGood(await importMapped(text, { columns: { country: '' } }));
  const both = 'First,Last,Event,Club,Team\nGwen,Rees,PB,a,b\n';
  const { runners } = getGood(await importMapped(both, { columns: { Club: '' } }));
  expect(runners[0]?.runClub).toBe('b');
  const first = getGood(await importText(both));
  expect(first.runners[0]?.runClub).toBe('a');
  expect(first.notes).toContain('Columns not used: "Team".');
  expect(faultsOf(await importMapped(text, { columns: { First: 'runClub' } }))).toHaveLength(2);
});

test.each([
  ['no JSON', '{'],
  ['an unknown part', '{"colums":{}}'],
  ['events as a number', '{"events":1}'],
  ['an unknown field', '{"columns":{"Age":"old"}}'],
  ['an unknown event', '{"events":{"50K":"XX"}}'],
  ['nested deep', `{"columns":{"A":${'['.repeat(9e3)}${']'.repeat(9e3)}}}`],
  ['sent twice', ['{}', '{}']],
])('[IM21] a mapping that cannot be read is refused: %s', (_, text) =>
  expect(() => getMapping(text, USUAL_COURSES)).toThrow(/^The mapping does not fit this race/),
);

test('[IM21] a mapping of a column that the file lacks has no effect', async () => {
  const text = 'First,Last,Event\nGwen,Rees,Half\n';
  const mapping = { columns: { Surname: 'lastName' } };
  expect(getGood(await importMapped(text, mapping)).runners).toMatchObject([{ event: 'BB' }]);
});

test('[IM21] a mapping of a repeated header is a fault', async () => {
  const text = 'First,Last,Event,Pet,Pet\nGwen,Rees,PB,x,y\n';
  const outcome = await importMapped(text, { columns: { Pet: 'runClub' } });
  expect(faultsOf(outcome)).toEqual(['1: The column "Pet" occurs twice: remove one.']);
});
