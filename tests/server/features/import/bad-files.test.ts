import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { faultsOf, getGood, importText } from './support.ts';

test.each([
  ['a wristband that is not a number', 'Gwen,Rees,PB,E280,', /wristband number "E280"/],
  ['an invisible name', '\u200b,\u3164,PB,1,', /name is missing/],
  [
    'a character that reverses the text',
    'Gwen,\u202eRees,PB,1,',
    /last name contains a character .*U\+202E/,
  ],
  ['the club DELETE', 'Gwen,Rees,PB,1,"DELETE "', /The club DELETE would delete the runner/],
  ['a name that is too long', `${'x'.repeat(101)},Rees,PB,1,`, /longer than 100 characters/],
  ['too many columns', 'Muster, Hans,Rees,PB,1,', /6 columns here, but 5.*quotes/],
  ['one column', 'Gwen', /is 1 column here, but 5/],
])('[IM15] %s is a fault with its line', async (_, row, message) => {
  const faults = faultsOf(
    await importText(`First,Last,Event,Band,Club\nIfan,Huws,PB,77,Delete\n\n${row}\n`),
  );
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^4: /);
  expect(faults[0]).toMatch(message);
});

test('[IM1] all faults are listed at once, in the order of the lines', async () => {
  const faults = faultsOf(
    await importText('First,Last,Event,Band\n,,XX,1\nIfan,Huws,PB,01\nNia,Puw\n,,PB,2'),
  );
  expect(faults).toEqual([
    expect.stringMatching(/^2: The name is missing.* \(2 lines: 2, 5\)$/),
    expect.stringMatching(/^2: The event "XX"/),
    '3: The wristband number 1 is already on line 2.',
    expect.stringMatching(/^4: There are 2 columns here, but 4/),
  ]);
});

test('[IM1] line numbers are right after quoted line ends', async () => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const text = [
      '"First\nname",Last,Event,Club',
      'Gwen,Rees,PB,"a\n\nb"',
      '"Ifan\n",Huws,XX,"c\n"',
      '',
      'Nia,Puw,YY,',
    ].join('\n');
    const faults = faultsOf(await importText(text.replaceAll('\n', lineEnd)));
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['6', '10']);
  }
});

test.each([
  ['nothing known', 'a,b\n1,2', [/^1: .*firstName/, /lastName/]],
  ['a column twice', 'First,Last,Event,Country,country\nA,B,PB,x,y', [/"country" occurs twice/]],
  ['no runners', 'First,Last,Event\n', [/no runners/]],
  ['an empty file', '', [/empty/]],
])('[IM15] a file with %s is refused', async (_, text, messages) => {
  const faults = faultsOf(await importText(text));
  expect(faults).toHaveLength(messages.length);
  for (const [index, message] of messages.entries()) expect(faults[index]).toMatch(message);
});

test.each([
  ['opened and never closed', '"Nia,Puw,PB\nMai,Huws,PB\n'],
  ['closed inside the value', '"Nia "Fach" Puw",Puw,PB\nMai,Huws,PB\n'],
])('[IM15] a quote mark %s is a fault on its line', async (_, rest) => {
  const faults = faultsOf(await importText(`First,Last,Event\nGwen,Rees,PB\n${rest}`));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^3: From this line on, the quote marks do not pair/);
});

const CSV = new TextEncoder().encode('First,Last,Event\nGwen,Rees,PB');
const UTF16 = Buffer.from('\uFEFFFirst,Last,Event\nGwen,Rees,PB', 'utf16le');

test.each<[string, string | Uint8Array]>([
  ['gzip', gzipSync(CSV)],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0)],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6)],
  ['a text with a zero byte', Uint8Array.of(...CSV, 0)],
  ['UTF-16 without a mark', UTF16.subarray(2)],
  ['JSON within a text', '"[{ \\"event\\": 1 }]"'],
  ['JSON', '\uFEFF{ "list": { "Fields": [] } }'],
  ['a document', '{\\rtf1 First,Last,Event}'],
  ['XML', '<?xml version="1.0"?><EntryList/>'],
  ['a web page', '\n<!DOCTYPE html><title>Sign in</title>'],
])('[IM16] %s is refused with what to do', async (_, content) => {
  const faults = faultsOf(await importText(content));
  expect(faults).toEqual([
    expect.stringMatching(/^1: This file is not a table\..* save it as “CSV/),
  ]);
});

test('[IM16] UTF-16 that is cut off is read up to there', async () => {
  const faults = faultsOf(await importText(UTF16.subarray(0, -1)));
  expect(faults).toEqual([expect.stringMatching(/^2: The event "P.*" is not known/)]);
});

test('[IM16] a file above 10 MB is refused, one of 10 MB is read', async () => {
  const limit = 10 * 1024 * 1024;
  const row = 'Gwen,Rees,PB\n';
  const text = `First,Last,Event\n${row.repeat(10)}`;
  expect(faultsOf(await importText(text.padEnd(limit + 1, '\n')))[0]).toMatch(/too large.*10 MB/);
  expect(getGood(await importText(text.padEnd(limit, '\n'))).runners).toHaveLength(10);
});

test('[IM5] beyond 100 faults only their number is given', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => `Gwen,Rees,wave ${index}`);
  const outcome = await importText(['First,Last,Event', ...rows].join('\n'));
  expect(faultsOf(outcome)).toHaveLength(100);
  expect(outcome.faultCount).toBe(250);
});

test('[IM5] equal faults are one with their lines', async () => {
  const rows = 'A,B,PB,x\n'.repeat(300) + 'A,B,PB,y\n'.repeat(2);
  const outcome = await importText(`First,Last,Event,Band\n${rows}`);
  expect(faultsOf(outcome)).toEqual([
    expect.stringMatching(
      /^2: The wristband number "x" is not .* \(300 lines: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 290 more\)$/,
    ),
    expect.stringMatching(/^302: The wristband number "y" .* \(2 lines: 302, 303\)$/),
  ]);
  expect(outcome).toMatchObject({ faultCount: 2, choiceCount: 0 });
});

test('[IM21] each unknown name of a distance or category is one choice, on any number of lines', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `A,B,${['XX', 'y-y'][at % 2]},M4${at % 2}`);
  const outcome = await importText(
    ['First,Last,Event,Cat', ...rows, 'A,B,ZZ,', 'A,B,zz,'].join('\n'),
  );
  expect(outcome).toMatchObject({ faultCount: 4, choiceCount: 4 });
  expect(faultsOf(outcome)).toEqual([
    expect.stringMatching(/^2: The event "XX" is not known: .* \(150 lines: 2, 4/),
    expect.stringMatching(/^3: The event "y-y" is not known: .* \(150 lines: 3, 5/),
    expect.stringMatching(/^3: The age category "M41" is not known/),
    expect.stringMatching(/^302: The event "ZZ" is not known: .* \(2 lines: 302, 303\)$/),
  ]);
});

test.each([
  ['a row', 2, `First,Last,Event\n${','.repeat(1_000)}\nA,B,PB\n`],
  ['a row over many lines', 3, `First,Last,Event\n\n${'"\n",'.repeat(1_000)}`],
])('[IM2] far too many columns in %s are a fault with its line', async (_, line, text) => {
  const faults = faultsOf(await importText(text));
  expect(faults).toEqual([
    expect.stringMatching(`^${line}: There are more than 500 columns or 256 kB in this row`),
  ]);
});

const TEN_MB = 10 * 1024 * 1024;

/** Files of 10 MB that are not lists of runners. */
test.each([
  ['an endless header', `First,Last,"${'x\n'.repeat(TEN_MB / 2 - 20)}`, 1, /^1: .*256 kB/],
  [
    'rows of one column',
    `First,Last,Event\n${'x\n'.repeat(TEN_MB / 2 - 20)}`,
    2,
    /^2: There is 1 column/,
  ],
  [
    'far too many rows',
    `First,Last,Event\n${'a,b,PB\n'.repeat(TEN_MB / 7 - 20)}`,
    1,
    /^100002: .*100000 rows/,
  ],
])(
  '[IM2] reading a file of %s stops as soon as it can be refused',
  async (_, text, count, message) => {
    expect(Buffer.byteLength(text)).toBeGreaterThan(TEN_MB - 200);
    const outcome = await importText(text);
    expect(faultsOf(outcome)[0]).toMatch(message);
    expect(outcome).toMatchObject({ faultCount: count });
  },
);

test('[IM5] a value in a message is cut short and escaped', async () => {
  const event = `x\u0007${'y'.repeat(500)}`;
  const [fault] = faultsOf(await importText(`First,Last,Event\nGwen,Rees,${event}`));
  expect(fault).toContain(`"x\\u0007${'y'.repeat(38)}…"`);
});
