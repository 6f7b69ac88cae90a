import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  beginDraft,
  changeAction,
  type CorrectionDraft,
  type CorrectionSeed,
  readDraft,
} from '#client/organisers/reads/correction-draft.ts';
import { describeImpact, NO_END_MS } from '#client/organisers/reads/describe-read.ts';
import { formatShift } from '#client/organisers/texts/moment-text.ts';
import { buildConfig } from '#tests/support/builders.ts';

const NOON_MS = Date.UTC(2026, 5, 20, 12);
const SEED: CorrectionSeed = {
  kind: 'source',
  source: 'cp3',
  points: ['cp3'],
  fromMs: NOON_MS,
  untilMs: NOON_MS + 3_600_000,
};

/** The request for the seed with these fields changed. */
function read(typed: Partial<CorrectionDraft>, zone = 'UTC'): ReturnType<typeof readDraft> {
  return readDraft({ ...beginDraft(SEED, zone), ...typed }, SEED, zone);
}

describe('[SV6] how far a clock is moved', () => {
  test.each([
    [' -1:00:00.4 ', -3_600_400],
    ['0:00,25', 250],
  ])('%s', (shift, shiftMs) =>
    expect(read({ shift })).toMatchObject({ body: { action: { kind: 'clock', shiftMs } } }),
  );

  test.each(['20', '+0:00', '1:60:00', '1:00:60', '9999:00:00'])('is not “%s”', (shift) => {
    expect(read({ shift }).body).toBeUndefined();
    expect(read({ shift }).faults.shift).toBeTypeOf('string');
  });

  test('is parsed as it is formatted', () => {
    assert(
      property(integer({ min: -34_560_000_000, max: 34_560_000_000 }), (shiftMs) => {
        const action = shiftMs === 0 ? undefined : { kind: 'clock', shiftMs };
        expect(read({ shift: formatShift(shiftMs) }).body?.action).toEqual(action);
      }),
    );
  });
});

describe('the span of a source', () => {
  test('has no end for a clock, else ends with the last read, and a typed end stays', () => {
    const open = beginDraft(SEED, 'UTC');
    expect(read({ shift: '+01:00' }).body?.reads).toMatchObject({ untilMs: NO_END_MS });
    const toVoid = { ...open, ...changeAction(open, 'void', SEED, 'UTC') };
    expect(readDraft(toVoid, SEED, 'UTC').body?.reads).toMatchObject({ untilMs: SEED.untilMs });
    const back = { ...toVoid, ...changeAction(toVoid, 'clock', SEED, 'UTC') };
    expect(back.until).toBe('');
    const typed = { ...open, until: '12:30' };
    expect(changeAction(typed, 'void', SEED, 'UTC')).toEqual({ action: 'void' });
  });

  test('is exact while untouched, also in an hour that the clocks show twice', () => {
    const backMs = Date.UTC(2026, 9, 25);
    assert(
      property(
        integer({ min: 0, max: 10_800_000 }),
        integer({ min: 0, max: 200_000_000 }),
        constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata'),
        (start, length, zone) => {
          const fromMs = backMs + start;
          const seed = { ...SEED, fromMs, untilMs: fromMs + length } as const;
          const open = beginDraft(seed, zone);
          const draft = { ...open, ...changeAction(open, 'void', seed, zone) };
          const { untilMs, source, kind } = seed;
          const reads = { kind, source, fromMs, untilMs };
          expect(readDraft(draft, seed, zone).body?.reads).toEqual(reads);
        },
      ),
    );
  });

  test('ends with the typed second, on the day of its last read', () => {
    const shift = '+01:00';
    const reads = (typed: Partial<CorrectionDraft>): unknown =>
      read({ shift, ...typed }, 'Europe/London').body?.reads;
    expect(reads({ until: '13:30' })).toMatchObject({ untilMs: NOON_MS + 1_800_999 });
    expect(reads({ until: '13:30:00,5' })).toMatchObject({ untilMs: NOON_MS + 1_800_500 });
    expect(reads({ from: '2026-06-19 13:00:00' })).toMatchObject({ fromMs: NOON_MS - 86_400_000 });
    expect(read({ shift, from: '24:00' }).faults).toHaveProperty('from');
    expect(read({ shift, until: '11:59' }).faults).toHaveProperty('until');
  });
});

test.for<readonly [Partial<CorrectionDraft>, object]>([
  [{ action: 'point' }, { faults: { points: 'Choose where the mat was.' } }],
  [
    { action: 'point', points: ['finish', 'start'] },
    { body: { action: { kind: 'point', points: ['start', 'finish'] } } },
  ],
  [
    { action: 'band', band: 'x' },
    { faults: { band: 'Enter the number of a band: up to 12 digits.' } },
  ],
  [{ action: 'band', band: '077' }, { body: { action: { kind: 'band', bandId: '77' } } }],
])('[SV6] the action of a draft: %j', ([typed, expected]) =>
  expect(read(typed)).toMatchObject(expected),
);

test('[SV6] the winner before and after is named once if the same', () => {
  const none = { moved: 0, finishesLost: 1, finishesGained: 0, others: 2 };
  const leader = { runnerId: 'r1', bibNumber: '7', name: 'Nia Rees', totalMs: 1_501_200 };
  const impact = {
    ...none,
    reads: 3,
    runners: 2,
    winners: [
      { event: 'BB', before: leader, after: { ...leader, totalMs: 3_701_000 } },
      { event: 'PB', before: null, after: { ...leader, bibNumber: '' } },
    ],
  } as const;
  expect(describeImpact(impact, buildConfig({ distances: '10K,Half,Full' }))).toEqual([
    '10K: winner 7 Nia Rees 25:02 → 1:01:41',
    'Half: winner nobody → Nia Rees 25:02',
    '1 finish is lost',
    '2 other results change',
  ]);
});
