import { expect, test } from 'vitest';

import { MYLAPS } from '#server/scanner/formats/mylaps.ts';

import { createReader } from './parse-format.ts';

const FIRST = 'LZ6302115:37:40.704 5 0F  1000125030862';
const SECOND = 'NV4654515:37:40.708 5 0F  100002503086F';
const CHIPS = 'LZ63021,104\nNV46545,105';
const PASSING = 't=13:11:30.904|c=0000041|d=120606|ct=UH|l=13|dv=4|re=0|an=00001111|g=0|b=41|n=41';

test('[SN27] mylaps: passings of version 1, with their checksum, and acknowledged by the number', () => {
  const read = createReader(MYLAPS, { chips: CHIPS });
  expect(read(`Finish@Store@${FIRST}@${SECOND}@7@`)).toEqual([
    '104 2025-03-08T15:37:40.704Z finish',
    '105 2025-03-08T15:37:40.708Z finish',
    'answer: Splitcast@AckStore@7@$',
  ]);
  expect(read(`Finish@Store@${FIRST.replace('37:40', '37:41')}@${SECOND}@8@`)).toEqual([
    expect.stringMatching(/^bad: .*does not agree with its checksum/),
    '105 2025-03-08T15:37:40.708Z finish',
    'answer: Splitcast@AckStore@8@$',
  ]);
});

test('[SN27] mylaps: passings of version 2, by utc where it is there', () => {
  const read = createReader(MYLAPS);
  expect(read(`10KM@Passing@${PASSING}@1016@`)).toEqual([
    '41 2012-06-06T12:11:30.904Z',
    'answer: Splitcast@AckPassing@1016@$',
  ]);
  expect(read(`10KM@Passing@${PASSING}|utc=1781951525123@1017@`)).toEqual([
    '41 2026-06-20T10:32:05.123Z',
    'answer: Splitcast@AckPassing@1017@$',
  ]);
});

test.each([
  ['c=0000041|t=13:11:30.904', 'has no date'],
  ['c=0000041|d=120606', 'is not a time'],
  ['c=0000041|utc=soon|d=120606|t=13:11:30.904', '"soon" is not a time'],
  ['c=41|d=120606|t=13:11:30.904', 'is not a passing'],
])('[SN27] mylaps: the record %j is bad, and is acknowledged all the same', (record, reason) => {
  expect(createReader(MYLAPS)(`Finish@Passing@${record}@3@`)).toEqual([
    expect.stringContaining(reason),
    'answer: Splitcast@AckPassing@3@$',
  ]);
});

test('[SN27] mylaps: a message without a number is not acknowledged, but its complete reads count', () => {
  const read = createReader(MYLAPS, { chips: CHIPS });
  expect(read(`Finish@Store@${FIRST}@${SECOND.slice(0, 20)}`)).toEqual([
    '104 2025-03-08T15:37:40.704Z finish',
    expect.stringMatching(/^bad: .*is not a passing/),
    'bad: the message is not whole: it has no number',
  ]);
});

test('[SN27] mylaps: welcome, pings and markers are answered', () => {
  const read = createReader(MYLAPS);
  expect(read('Start@Pong@')).toEqual([
    'answer: Splitcast@AckPong@Version2.1@$Splitcast@GetLocations@$Splitcast@GetInfo@$',
  ]);
  expect(read('Finish@Pong@')).toEqual(['answer: Splitcast@AckPong@Version2.1@$']);
  expect(read('Start@Ping@')).toEqual(['answer: Splitcast@AckPing@$']);
  expect(read('Start@AckGetInfo@PSD-0C0210@Unknown@Laptop')).toEqual([]);
  expect(read('Start@AckGetInfo@id=1|bat=12.4|mac=x')).toEqual([]);
  expect(read('Start@Marker@t=11:03:40.347|mt=Gunshot|n=Gunshot 1@4@')).toEqual([
    'note: marker at "Start": "t=11:03:40.347|mt=Gunshot|n=Gunshot 1"',
    'answer: Splitcast@AckMarker@4@$',
  ]);
  expect(read('Start@Explode@4@')).toEqual(['bad: "Explode" is no message of a MYLAPS reader']);
});

test('[SN26] mylaps: a location is the point of its name, else the scanner’s own as long as there is no other', () => {
  const read = createReader(MYLAPS);
  const passing = (location: string): string[] => read(`${location}@Passing@${PASSING}@1@`);
  expect(passing('5Km')[0]).toBe('41 2012-06-06T12:11:30.904Z');
  expect(passing('FINISH')[0]).toBe('41 2012-06-06T12:11:30.904Z finish');
  // Not acknowledged, so it is sent again once the operator has renamed the location.
  expect(passing('5Km')).toEqual([
    expect.stringMatching(
      /^bad: location "5Km" is no point of the race: name it as one of start, cp1/,
    ),
  ]);
  expect(passing('Start,Finish')[0]).toBe('41 2012-06-06T12:11:30.904Z start finish');
  // Locations that are announced are several from the start.
  const told = createReader(MYLAPS);
  told('Toolkit@GetLocations@ln=5Km@ln=10Km@');
  expect(told(`5Km@Passing@${PASSING}@1@`)[0]).toMatch(/^bad: location "5Km"/);
});
