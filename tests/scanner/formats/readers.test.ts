import { expect, test } from 'vitest';

import { CHRONOTRACK } from '#server/scanner/formats/chronotrack.ts';
import { IMPINJ } from '#server/scanner/formats/impinj.ts';
import { JCHIP } from '#server/scanner/formats/jchip.ts';
import { MACSHA } from '#server/scanner/formats/macsha.ts';
import { RACERESULT } from '#server/scanner/formats/raceresult.ts';
import { ULTRA } from '#server/scanner/formats/ultra.ts';

import { at } from '../test-clock.ts';
import { createReader } from './parse-format.ts';

test.each([
  ['4 fields with microseconds', '12;104;2026-06-20;11:32:05.120999', '104'],
  ['pushed', '#P;1;33;2026-06-20;11:32:05.120;6692;12;-68;09ca52', '33'],
  ['a code of letters', '1;ABC-1234;2026-06-20;11:32:05.120;7;8;9', '105'],
])('[SN27] raceresult: %s', (_name, line, band) => {
  const read = createReader(RACERESULT, { chips: 'abc1234,105' });
  expect(read(line)).toEqual([`${band} 2026-06-20T10:32:05.120Z`]);
});

test.each([
  ['1;33;0000-00-00;00:00:02.773;6692;12;-68;09ca52', 'has no date'],
  ['1;33;2026-06-20;11:32:05.12', 'is not a passing'],
  ['1;33;2026-06-20;11:32:05.120;72;34;2026-06-20;11:32:06.120;7', 'ran together'],
  ['1;33;2026-06-20;11:32:05.120;7;8', 'is not a passing'],
  ['1;33;2026-06-31;11:32:05.120;7;8;9', 'is not a time'],
  ['{"Passing":5}', 'not a JSON record'],
  [
    '{"Invalid":true,"Passing":{"Transponder":"33","UTCTime":"2026-06-20T10:32:05Z"}}',
    'as invalid',
  ],
  ['{"Passing":{"Transponder":"33","IsMarker":true}}', 'is a marker'],
  ['{"Passing":{"Transponder":"33","UTCTime":"0001-01-01T00:00:00Z"}}', 'has no time'],
  ['{"Passing":{"UTCTime":"2026-06-20T10:32:05Z"}}', 'has no transponder'],
])('[SN27] raceresult: %s is bad, with the reason', (line, reason) =>
  expect(createReader(RACERESULT)(line)).toEqual([expect.stringContaining(reason)]),
);

test.each([
  [{ UTCTime: '2026-06-20T10:32:05.12' }, 0],
  [{}, 41_525.12],
])(
  '[SN27] raceresult: JSON records, by UTC, else by the seconds since midnight: %j',
  (at, Time) => {
    const record = { ID: 7, Bib: 33, Time, Invalid: false, Passing: { Transponder: '33', ...at } };
    expect(createReader(RACERESULT)(JSON.stringify(record))).toEqual([
      '33 2026-06-20T10:32:05.120Z',
    ]);
  },
);

test('[SN27] ultra: seconds since 1980 on the wall clock of the box', () => {
  const read = createReader(ULTRA);
  expect(read('0,11055,1170518701,698,1,-71,0,2,1,0000000000000000,0,29319')).toEqual([
    '11055 2017-02-02T16:05:01.698Z',
  ]);
  // In summer the wall is an hour ahead.
  expect(read('0,11055,1183734301,7,1,-71,1,2,1,0,0,29320')).toEqual([
    '11055 2017-07-05T14:05:01.007Z',
  ]);
  expect([...read('V=25.0'), ...read('Connected,12'), ...read('S=00'), ...read('U5value')]).toEqual(
    [],
  );
  expect(read('0,11055,1170518701,698,1,-71,0,2,1,0')[0]).toMatch(/^bad: .*not a read of 12/);
  expect(read('0,11055,9999999999,698,1,-71,0,2,1,0,0,1')).toEqual([
    'bad: "9999999999" is not a time',
  ]);
});

test.each([
  // In and out: the time out counts.
  ['DM00328;2020/03/15;06:02:55.029;06:02:55.311;3;006', '328 2020-03-15T06:02:55.311Z'],
  ['MC00777D20150414T120755416T120758010A1R034TV', '9 2015-04-14T11:07:58.010Z'],
])('[SN27] macsha: %s', (line, expected) =>
  expect(createReader(MACSHA, { chips: 'MC00777,9' })(line)).toEqual([expected]),
);

test('[SN27] macsha: the rows of the cloud, by their header and their own zone', () => {
  const read = createReader(MACSHA);
  const header = 'passing;bib;date_time;latitude;longitude;status;chip;participant_id;timezone';
  expect(read(header)).toEqual([]);
  expect(read('1;7;2020-03-11 12:25:01.649;;;ok;MC00012;9;GMT-06:00')).toEqual([
    '12 2020-03-11T18:25:01.649Z',
  ]);
  expect(read('1;7;2020-03-11 12:25:01.649;;;ok;MC00012;9;')[0]).toMatch(/^bad: .*time zone/);
  expect(read('1;7;2020-03-11')[0]).toBe('bad: 3 columns, but the header has 9');
});

test('[SN27] macsha: heads of files and answers are skipped, a chip of another kind is kept unchanged', () => {
  const read = createReader(MACSHA);
  const heads = ['ID2-20200315-062123- 123-e: 512_1', 'CONECTADO_4', 'PASSINGS;190;1'];
  expect(heads.flatMap(read)).toEqual([]);
  expect(read('XX00328;2020/03/15;06:02:55.029;06:02:55.311;3;006')).toEqual([
    'XX00328 2020-03-15T06:02:55.311Z',
  ]);
  expect(read('DM00328;2020/03/15;06:02:55.029;;3;006')[0]).toMatch(/^bad: .*not a read/);
});

const JCHIP_READ = 'DJ41AA1DF 12:25:57.976918 10  00000      C7 date=20260620';

test('[SN27] jchip: the tag after D and a letter, at the date it names', () => {
  const read = createReader(JCHIP, { chips: '41AA1DF,104' });
  expect(read('DJ41AA1DF 00:25:57.97 11  00000      C7')).toEqual(['104 2026-06-20T23:25:57.970Z']);
  expect(read('DA000104 12:25:57.97 10  00000      C7')[0]).toBe('104 2026-06-21T11:25:57.970Z');
  expect(read('DJ41AA1DF 12:25')[0]).toMatch(/^bad: .*is not a read/);
  expect(read(JCHIP_READ)).toEqual(['104 2026-06-20T11:25:57.976Z']);
  // From here on one without a date has been cut.
  expect(read('DJ41AA1DF 12:25:57.97 10  00000      C7')[0]).toMatch(/^bad: .*is not a read/);
});

test('[SN27] jchip: its clock is requested, and the error of its times corrected', () => {
  const live = createReader(JCHIP, {
    chips: '41AA1DF,104',
    now: () => at('2026-06-20T11:39:10.000Z'),
  });
  expect(live('N0000Mat 1')).toEqual(['note: it is "Mat 1"', 'answer: GT\r']);
  expect(live('GT012255700 date=20260620')).toEqual([
    'note: its clock is 793.0 s behind: its times are moved by as much',
    'answer: S0000\r',
  ]);
  expect(live(JCHIP_READ)).toEqual(['104 2026-06-20T11:39:10.976Z']);
  expect(live('GTxx')[0]).toMatch(/^bad: .*is not the time of a clock/);

  const file = createReader(JCHIP, { chips: '41AA1DF,104' });
  expect(file('GT012255700 date=20260620')).toEqual(['answer: S0000\r']);
  expect(file(JCHIP_READ)).toEqual(['104 2026-06-20T11:25:57.976Z']);

  // Without a date it is wrong by less than half a day: it shows ten to midnight, in London it is ten past.
  const late = createReader(JCHIP, { now: () => at('2026-06-20T23:10:00.000Z') });
  expect(late('GT023500000')[0]).toContain('its clock is 1200.0 s behind');
});

const EVENT = {
  timestamp: '2026-06-20T10:32:05.120999999Z',
  hostname: 'impinj-01-23-45',
  eventType: 'tagInventory',
  tagInventoryEvent: { epc: '4oARYAAA', epcHex: 'E28011600000', antennaPort: 1 },
};

test('[SN27] impinj: the EPC in hexadecimal, else in base64url, at a time with a zone', () => {
  const read = createReader(IMPINJ, { chips: 'E28011600000,104' });
  const expected = ['104 2026-06-20T10:32:05.120Z'];
  expect(read(JSON.stringify(EVENT))).toEqual(expected);
  expect(read(`data: ${JSON.stringify(EVENT)}`)).toEqual(expected);
  const { epc } = EVENT.tagInventoryEvent;
  expect(read(JSON.stringify({ ...EVENT, tagInventoryEvent: { epc } }))).toEqual(expected);
  const lastSeenTime = '2026-06-20T10:32:04.5+00:00';
  expect(read(JSON.stringify({ ...EVENT, tagInventoryEvent: { epc, lastSeenTime } }))).toEqual([
    '104 2026-06-20T10:32:04.500Z',
  ]);
  expect(read('{"timestamp":"2026-06-20T10:32:05Z","eventType":"antennaConnected"}')).toEqual([]);
});

test.each([
  ['{"eventType":"tagInventory"}', 'is not an event of a reader'],
  ['nonsense', 'is not a JSON object'],
  [JSON.stringify({ ...EVENT, tagInventoryEvent: { epc: 'no*base' } }), 'has no EPC'],
  [JSON.stringify({ ...EVENT, timestamp: '2026-06-20T10:32:05' }), 'has no time with a zone'],
])('[SN27] impinj: %s is bad, with the reason', (line, reason) =>
  expect(createReader(IMPINJ)(line)).toEqual([expect.stringContaining(reason)]),
);

test.each([
  // The box writes its local time as if it were UTC: in London 07:24:28 means 06:24:28 UTC.
  ['TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~P~192', '9511 2021-05-08T06:24:28.640Z'],
  ['TO~1~99995~160~1~1620459054.85~10E747~8~-59~1~P', '99995 2021-05-08T06:30:54.850Z'],
  [' TO~12~009573~160~18~1620458668~12000C~8~-63~1~P~1 ', '9573 2021-05-08T06:24:28.000Z'],
  ['CT01_34~1~start~9511~07:24:28.64~1~DF~0', 'bad: begins with "CT01_34", not with TO~'],
  ['TO~1~9511~160~18~1620458668.64', 'bad: 6 fields, where a read has 11 or 12'],
  ['TO~1~9511~160~18~1620458668.64~1~8~-63~1~G~192', 'bad: is of kind "G", not P'],
  ['TO~1~~160~18~1620458668.64~1~8~-63~1~P~192', 'bad: "" is not a wristband number'],
  [
    'TO~1~9511~160~18~1620458668640~1~8~-63~1~P~192',
    'bad: "1620458668640" is not a time in epoch seconds',
  ],
  ['CT01_33~24~START~50101~15:54:48.90~1~117F37~8', '50101 2026-06-20T14:54:48.900Z start'],
  ['CT01_13~24~mat~50101~2026-06-20T15:54:48.90Z~1~117F37~8', '50101 2026-06-20T14:54:48.900Z'],
  ['CT01_13~24~mat~50101~2026-06-20T15:54:48.90+02:00~1~1~8', '50101 2026-06-20T13:54:48.900Z'],
  ['CT01_33~24~mat~50101~1781970888.90~1~117F37~8', '50101 2026-06-20T14:54:48.900Z'],
])('[SN8] chronotrack: %s', (line, expected) =>
  expect(createReader(CHRONOTRACK)(line)).toEqual([expected]),
);

test('[SN8] chronotrack, pushed: guns, locations and bad lines are no reads', () => {
  const read = createReader(CHRONOTRACK);
  expect(read('CT01_33~4~start~guntime~07:45:01.01~0~DF239A~0')).toEqual([
    'note: gun at "start": "07:45:01.01" on its clock',
  ]);
  expect(read('CT01_33~2038~30k~newlocation~09:15:21.00~0~ED932A~0')).toEqual([
    'answer: getlocations\r\nstart~30k\r\n',
  ]);
  expect(read('CT01_33~4~start~104~07:45:01.01')).toEqual(['bad: 5 fields, where a read has 8']);
  expect(read('CT01_33~x~start~104~07:45:01.01~0~1~0')[0]).toMatch(/^bad: "x" is not a number/);
  expect(read('CT01_33~5~start~104~later~0~1~0')).toEqual(['bad: "later" is not a time']);
  expect(read('err~start~no such location')).toEqual(['note: it refuses "start no such location"']);
});

test('[SN34] chronotrack: greeting, start after the last number of each location, ping', () => {
  const marks = new Map<string, number>();
  const first = createReader(CHRONOTRACK, { marks });
  expect(first('SimpleClient~1.2.3~CTP01')[0]).toMatch(
    /^answer: Splitcast~1\.0~5\r\n(\w[^\r\n]*=\w+\r\n){5}getconnectionid\r\ngeteventinfo\r\ngetlocations\r\nauthorize\r\n$/,
  );
  expect(first('ack~getconnectionid~7')).toEqual([]);
  expect(first('ack~getlocations~Start~5k~Finish')).toEqual(['answer: start\r\n']);
  expect(first('ack~getlocations~Start~5k~Finish')).toEqual([]);
  expect(first('ping')).toEqual(['answer: ack~ping\r\n']);

  marks.set('chronotrack Finish', 4529);
  const again = createReader(CHRONOTRACK, { marks });
  expect(again('ack~getlocations~Start~Finish')).toEqual([
    'answer: start~Start\r\nstart~Finish~4530\r\n',
  ]);
});
