import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';

import {
  isBodyOf,
  isConfig,
  isDelta,
  isHello,
  isResumeReply,
  isRunner,
  isStartList,
  parseSnapshot,
} from '#client/live/wire-guards.ts';
import type { ReadsBody } from '#shared/wire/reads-api.ts';
import { ServerClock } from '#client/live/server-clock.ts';

const head = { epoch: 'e1', version: 7 };
const delta = { ...head, from: 6, upsert: [], remove: ['r9'], totals: { BB: 1 } };

test('[PR27] the server’s messages are accepted', () => {
  expect(isHello({ ...head, build: '', serverTime: 5 })).toBe(true);
  expect(isConfig({ serverTime: 1, pictures: { logo: '', background: '' } })).toBe(true);
  for (const reply of [{ current: true }, { resync: true }, { results: delta }]) {
    expect(isResumeReply(reply)).toBe(true);
  }
});

test.each([
  ['no epoch', { ...delta, epoch: undefined }],
  ['a version that is no number', { ...delta, version: '7' }],
  ['no list of changes', { ...delta, upsert: {} }],
  ['no list of removed runners', { ...delta, remove: undefined }],
  ['no totals', { ...delta, totals: 2 }],
])('[PR27] a delta with %s is dropped', (_name, message) => {
  expect(isDelta(message)).toBe(false);
  expect(isResumeReply({ results: message })).toBe(false);
});

test('[PR27] an organisers’ list needs its head and its lists', () => {
  const isReads = isBodyOf<ReadsBody>('reads');
  expect(isReads({ ...head, reads: [] })).toBe(true);
  for (const wrong of [undefined, [], { reads: [] }, { ...head, reads: {} }]) {
    expect(isReads(wrong)).toBe(false);
  }
});

test('[PR27] any other body is refused without throwing', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      expect(parseSnapshot(value)).toBeUndefined();
      for (const fits of [isConfig, isDelta, isHello, isRunner, isStartList]) {
        expect(fits(value)).toBe(false);
      }
    }),
    { seed: 20_260_620, numRuns: 2_000 },
  );
});

const hour = 3_600_000;

describe('the server’s time on the phone', () => {
  test('[SR12] the reading with the shortest round trip counts', () => {
    const clock = new ServerClock();
    expect(clock.add({ serverMs: 1_000, askedMs: 0, answeredMs: 800 })).toBe(true);
    expect(clock.offsetMs).toBe(600);
    expect(clock.add({ serverMs: 1_520, askedMs: 1_000, answeredMs: 1_040 })).toBe(true);
    expect(clock.offsetMs).toBe(500);
    expect(clock.add({ serverMs: 2_700, askedMs: 2_000, answeredMs: 2_300 })).toBe(false);
    expect(clock.offsetMs).toBe(500);
  });

  test('[SR12] a reading that contradicts the last one means that the phone’s clock was set', () => {
    const clock = new ServerClock();
    clock.add({ serverMs: 1_010, askedMs: 1_000, answeredMs: 1_020 });
    expect(clock.offsetMs).toBe(0);
    // The phone now shows an hour less; the answer takes longer than the first did.
    clock.add({ serverMs: 9_000_200, askedMs: 9_000_000 - hour, answeredMs: 9_000_400 - hour });
    expect(clock.offsetMs).toBe(hour);
  });

  test('[SR12] a reading during which the clock was set back is ignored', () => {
    const clock = new ServerClock();
    expect(clock.add({ serverMs: 1_000, askedMs: 5_000, answeredMs: 4_000 })).toBe(false);
    expect(clock.offsetMs).toBe(0);
  });
});
