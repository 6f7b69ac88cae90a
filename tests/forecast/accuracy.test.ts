import { describe, expect, test } from 'vitest';

import { type FieldShape, inventField } from './support/invent-field.ts';
import { type Accuracy, replayForecasts } from './support/replay.ts';

/** Races of shapes that no rule was made for. */
const SHAPES: Readonly<Record<string, FieldShape>> = {
  'an ultra with a long tail, where many give up and reads are lost': {
    event: 'UB',
    runners: 300,
    legMinutes: [120, 150, 140, 180, 160, 110],
    spread: 0.2,
    fade: 0.06,
    noise: 0.07,
    tail: 0.2,
    dropOut: 0.04,
    lost: 0.02,
  },
  'a half in waves with chip timing': {
    event: 'BB',
    runners: 2_000,
    legMinutes: [55, 60],
    spread: 0.15,
    fade: 0.05,
    noise: 0.03,
    waves: [0, 15, 30, 45],
    startMinutes: 8,
  },
  'a race in which a mat misses most and many start late': {
    event: 'PB',
    runners: 400,
    legMinutes: [45, 50, 40, 55, 30],
    spread: 0.15,
    fade: 0.04,
    noise: 0.05,
    lost: [0.05, 0.7, 0.05, 0.05, 0],
    late: { part: 0.25, minutes: 40 },
  },
  'a field of twelve': {
    event: 'PB',
    runners: 12,
    legMinutes: [40, 45, 38, 50, 25],
    spread: 0.12,
    fade: 0.04,
    noise: 0.05,
  },
};

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  const seeds = shape.runners < 100 ? [1, 2, 3, 4, 5, 6, 7, 8] : [1];
  const replays = seeds.map((seed) =>
    replayForecasts(inventField(shape, seed), shape.event, {
      moments: shape.runners < 100 ? 30 : 8,
      passings: Math.min(30, Math.ceil(shape.runners / 15)),
    }),
  );
  const all = replays.flat();

  test('[XP5] eight of ten come within the range, at the next stage and at the finish', () => {
    const covered = average(all, ({ covered }) => covered);
    expect(covered).toBeGreaterThan(0.7);
    expect(covered).toBeLessThan(0.95);
  });

  test('[XP3 XP4] the mean error is a few hundredths of the remaining time, and hardly biased', () => {
    const off = average(all, ({ relativeError }) => relativeError);
    const oneSided = average(all, ({ meanErrorMs, meanAbsoluteErrorMs, relativeError }) =>
      meanAbsoluteErrorMs === 0 ? 0 : (meanErrorMs / meanAbsoluteErrorMs) * relativeError,
    );
    expect(off).toBeLessThan(0.1);
    expect(Math.abs(oneSided)).toBeLessThan(0.08);
  });
});

function average(all: readonly Accuracy[], read: (one: Accuracy) => number): number {
  let sum = 0;
  let count = 0;
  for (const one of all) {
    const said = one.said * one.passings;
    if (said === 0) continue;
    sum += said * read(one);
    count += said;
  }
  return sum / count;
}
