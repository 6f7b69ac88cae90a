import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNNER_COLUMNS, type RunnerColumn } from '#server/features/import/column-names.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { faultsOf, getGood, importMapped, importText } from './support.ts';

const HEADERS: Readonly<Record<RunnerColumn, readonly string[]>> = {
  firstName: ['firstName', 'First Name', 'FORENAME', 'first_name'],
  lastName: ['lastName', 'Surname', 'last name', 'LAST'],
  event: ['event', 'Distance', 'RACE'],
  raceNumber: ['raceNumber', 'Band', 'Wristband no.', 'race_number'],
  bibNumber: ['bibNumber', 'Bib #', 'bib'],
  ageGroup: ['ageGroup', 'Age Group', 'Category', 'cat.'],
  runClub: ['runClub', 'Club', 'team'],
  overrideTime: ['overrideTime', 'Override Time'],
  mobileNumber: ['mobileNumber', 'Mobile', 'phone'],
  private: ['private', 'Anonymous', 'Hide name'],
};

/** Characters of every encoding here, and those with a meaning in CSV. */
const nameText = fc
  .string({
    unit: fc.constantFrom(...'abcdeGRÉéâñ’"\',;\t =+-@.(1 '.split('')),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => `N${text}`.replaceAll(/\s+/g, ' ').trim());
const digits = fc.integer({ min: 0, max: 999 });

const row = fc.record({
  firstName: nameText,
  lastName: nameText,
  event: fc.constantFrom(...USUAL_COURSES.events),
  bibNumber: fc.oneof(fc.constant(''), digits.map(String)),
  ageGroup: fc.constantFrom('', ...USUAL_COURSES.categories),
  runClub: fc.oneof(fc.constant(''), nameText),
  overrideTime: fc.constantFrom('', '00:00:01', '1:02:03'),
  mobileNumber: fc.constantFrom('', '+44 7700 900101'),
  private: fc.constantFrom('', 'no', 'yes'),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  isDelimiterDeclared: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252'),
  quoteAll: fc.boolean(),
  endsWithLineEnd: fc.boolean(),
  padding: fc.constantFrom('', ' ', '  '),
  order: fc.shuffledSubarray([...RUNNER_COLUMNS], { minLength: RUNNER_COLUMNS.length }),
  spelling: fc.nat(11),
});
type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

function write(records: readonly Readonly<Record<RunnerColumn, string>>[], d: Dialect): Uint8Array {
  const cell = (text: string): string => {
    const needsQuotes = d.quoteAll || /["\n\r]/.test(text) || text.includes(d.delimiter);
    const padding = d.delimiter === '\t' ? '' : d.padding;
    return padding + (needsQuotes ? `"${text.replaceAll('"', '""')}"` : text) + padding;
  };
  const headers = d.order.map((field) => {
    const names = HEADERS[field];
    return names[d.spelling % names.length] ?? field;
  });
  const lines = [headers, ...records.map((record) => d.order.map((field) => record[field]))];
  const declared = d.isDelimiterDeclared ? `sep=${d.delimiter}${d.lineEnd}` : '';
  const text = declared + lines.map((cells) => cells.map(cell).join(d.delimiter)).join(d.lineEnd);
  return encode(d.endsWithLineEnd ? text + d.lineEnd : text, d.encoding);
}

function encode(text: string, encoding: string): Uint8Array {
  switch (encoding) {
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
    case 'windows-1252':
      // Latin-1 lacks only this character.
      return Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');
    default:
      return Buffer.from(encoding === 'utf-8-bom' ? `\uFEFF${text}` : text, 'utf8');
  }
}

function withBand(record: Row, index: number, d: Dialect): Record<RunnerColumn, string> {
  return {
    ...record,
    // A byte that is invalid there in UTF-8, so that the file isn't read as UTF-8.
    firstName: d.encoding === 'windows-1252' ? `${record.firstName}é` : record.firstName,
    raceNumber: index % 5 === 4 ? '' : `${'0'.repeat(index % 3)}${index + 1}`,
  };
}

function toRunner(record: Record<RunnerColumn, string>): object {
  const { raceNumber, private: mark, ...others } = record;
  return {
    ...others,
    ...(raceNumber === '' ? {} : { bandId: String(Number(raceNumber)) }),
    ...(mark === 'yes' ? { isPrivate: true } : {}),
  };
}

test('[IM13] a table reads the same in every dialect', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), dialect, async (rows, d) => {
      const records = rows.map((record, index) => withBand(record, index, d));
      const { runners } = getGood(await importText(write(records, d)));
      expect(runners).toEqual(records.map(toRunner));
    }),
    { numRuns: 200 },
  );
});

test('[IM13 IM18] a line that names the delimiter is skipped like a title', async () => {
  const text = '\uFEFFsep=|\r\nFirst|Last, all|Event\r\nSiân|Rees|PB\r\nIfan|Huws|XX\r\n';
  const outcome = await importMapped(text, { columns: { 'Last, all': 'lastName' } });
  expect(faultsOf(outcome)).toEqual([expect.stringMatching(/^4: The event "XX"/)]);
});

test('rubbish never throws, and gives runners only without faults', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
    fc
      .constantFrom(
        'First,Last,Event\n',
        'Gwen,Rees,PB\n',
        '"',
        '\r',
        ';',
        '\t',
        '""',
        ',',
        '\uFEFF',
      )
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const { runners, faults, faultCount } = await importText(Buffer.concat(pieces));
      const texts = runners.flatMap((runner) => Object.values(runner).map(String));
      expect(texts.filter((text) => /[\p{Cc}\p{Cs}]/u.test(text))).toEqual([]);
      expect(Math.min(1, ...faults.map(({ line }) => line))).toBe(1);
      expect(runners.length > 0).toBe(faultCount === 0);
    }),
    { numRuns: 500 },
  );
});
