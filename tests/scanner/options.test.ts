import { expect, test } from 'vitest';

import { CHRONOTRACK } from '#server/scanner/formats/chronotrack.ts';
import { HELP, OptionError, parseOptions } from '#server/scanner/options.ts';

const NEEDED = ['--source', 'mat-1', '--point', 'finish'];

test.each([
  [
    ['--source=mat-1', '--point=finish,start'],
    { points: ['start', 'finish'], input: { kind: 'stdin' }, offsetMs: 0 },
  ],
  [['--source', 'mat-1'], { points: undefined }],
  [
    [...NEEDED, '--file', 'a b.csv'],
    { input: { kind: 'file', path: 'a b.csv', speed: undefined } },
  ],
  [[...NEEDED, '--file=-x', '--speed', '0.5'], { input: { kind: 'file', path: '-x', speed: 0.5 } }],
  [
    [...NEEDED, '--listen', '0.0.0.0:4000', '--allow', '192.168.1.0/24'],
    { input: { kind: 'listen', host: '0.0.0.0', port: 4000 } },
  ],
  [
    [...NEEDED, '--listen', '127.0.0.2:4000'],
    { input: { kind: 'listen', host: '127.0.0.2', port: 4000, allow: undefined } },
  ],
  [
    [...NEEDED, '--connect', '192.168.1.20:3601', '--format', 'raceresult'],
    { input: { kind: 'connect', host: '192.168.1.20', port: 3601 } },
  ],
  [[...NEEDED, '--listen', '[::1]:0'], { input: { kind: 'listen', host: '::1', port: 0 } }],
  [[...NEEDED, '--format', 'chronotrack'], { format: CHRONOTRACK }],
  [[...NEEDED, '--format', 'mylaps', '--chips', 'a b.csv'], { chipsPath: 'a b.csv' }],
  [[...NEEDED, '--zone', 'Pacific/Auckland'], { zone: 'Pacific/Auckland' }],
  [[...NEEDED, '--elapsed'], { isElapsed: true }],
  [[...NEEDED, '--date', '2026-06-21'], { date: '2026-06-21' }],
  [[...NEEDED, '--dates', 'mdy'], { dates: 'mdy' }],
  [[...NEEDED, '--offset', '-3600'], { offsetMs: -3_600_000 }],
  [[...NEEDED, '--offset', '+1.005'], { offsetMs: 1_005 }],
  [[...NEEDED, '--quiet'], { isQuiet: true }],
])('[SN1] %j', (args, expected) => expect(parseOptions(args)).toMatchObject(expected));

test('[SN1] help is printed despite other options, and lists options that there are', () => {
  expect(parseOptions([...NEEDED, '-h'])).toBe('help');
  const names = HELP.match(/^ {2}--\w+/gm) ?? [];
  expect(names).toHaveLength(16);
  for (const name of names) {
    expect(() => parseOptions([name.trim()])).not.toThrow('Unknown option');
  }
});

test.each([
  [[], '--source is missing'],
  [['--source', 'mat 1'], '--source is "mat 1", but must be a name of 1 to 40 letters'],
  [['--source', '..'], '--source is "..", but must be'],
  [['--source', 'mat-1', '--point', 'Go al'], '--point is "Go al", but must be one or several'],
  [['--source', 'mat-1', '--point', 'start,'], '--point is "start,", but must be'],
  [
    ['--source', 'mat-1', '--format', 'ipico'],
    '--point is missing: ipico lines do not say where they were read',
  ],
  [
    [...NEEDED, '--format', 'xml'],
    '--format is "xml", but must be one of line, csv, ndjson, chronotrack, mylaps, raceresult, ipico, ultra, macsha, jchip, impinj',
  ],
  [[...NEEDED, '--zone', 'Wales'], '--zone is "Wales", but must be the name of a time zone'],
  [[...NEEDED, '--date', '2026-02-30'], '--date is "2026-02-30", but must be a day'],
  [[...NEEDED, '--dates', 'ymd'], '--dates is "ymd", but must be dmy'],
  [[...NEEDED, '--elapsed', '--format', 'mylaps'], '--elapsed is for lists (line, csv, ndjson)'],
  [[...NEEDED, '--offset', '1h'], '--offset is "1h", but must be a number of seconds'],
  [[...NEEDED, '--file', 'a', '--speed', '0'], '--speed is "0", but must be a number above 0'],
  [[...NEEDED, '--file'], "Option '--file <value>' argument missing"],
  [[...NEEDED, '--speed', '30'], '--speed replays a file'],
  [[...NEEDED, '--file', 'a', '--listen', 'b:1'], '--file and --listen exclude each other'],
  [
    [...NEEDED, '--listen', 'b:1', '--allow', '10.0.0.0/8,reader'],
    '--allow is "10.0.0.0/8,reader", but must be an address or a range such as 192.168.1.20',
  ],
  [[...NEEDED, '--allow', '10.0.0.1'], '--allow is for readers that connect: give --listen too'],
  [[...NEEDED, '--connect', 'a:1'], '--connect needs --format'],
  [[...NEEDED, '--connect', 'a', '--format', 'ipico'], '--connect is "a", but must be HOST:PORT'],
  ...['[::]:4000', 'timing:4000'].map((address): [string[], string] => [
    [...NEEDED, '--listen', address],
    `--listen ${address} takes reads from anyone who reaches it: name the readers with --allow, as in --allow 192.168.1.20`,
  ]),
  [[...NEEDED, '--listen', '4000'], '--listen is "4000", but must be HOST:PORT'],
  [[...NEEDED, '--file', '--quiet'], "Option '--file' argument is ambiguous"],
  [[...NEEDED, '--quiet=yes'], "Option '--quiet' does not take an argument"],
  [[...NEEDED, '--source=mat-2'], '--source was given twice'],
  [[...NEEDED, '--offset', '-1', '--offset', '-2'], '--offset was given twice'],
  [[...NEEDED, '--points', 'start'], "Unknown option '--points'"],
  [[...NEEDED, 'reads.csv'], "Unexpected argument 'reads.csv'"],
])('[SN1] %j is refused with the option, its value and the allowed ones', (args, message) => {
  expect(() => parseOptions(args)).toThrow(OptionError);
  expect(() => parseOptions(args)).toThrow(message);
});
