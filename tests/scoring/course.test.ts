import { describe, expect, test } from 'vitest';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { score } from './run-scoring.ts';

describe('course', () => {
  test('[CP1] each event has its checkpoints and stage names, in the order they are shown', () => {
    const pairs = (['BB', 'PB', 'UB'] as const).map((event) =>
      USUAL_COURSES.stagesOf(event).map((stage) => [stage.slot, stage.wayPointIndex]),
    );
    expect(pairs).toEqual([
      [[0, 0]],
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 5],
        [5, 4],
      ],
    ]);
  });
});

describe('checkpoints', () => {
  test('[CP2] the first read after the start counts, later ones are duplicates', () => {
    const { splitsMs, verdicts } = score({
      scans: ['10:30:00 cp1', '10:30:02 cp1', '10:59:00 cp1'],
    });
    expect(splitsMs[0]).toBe(30 * 60_000);
    expect(verdicts).toEqual(['counted', 'duplicate', 'duplicate']);
  });

  test('[CP2] a read at the very finish counts, one a millisecond after does not', () => {
    const { splitsMs, verdicts } = score({
      scans: ['11:00:00 finish', '11:00:00 cp3', '11:00:00.001 cp4'],
    });
    expect(splitsMs.slice(0, 4)).toEqual([null, null, 60 * 60_000, null]);
    expect(verdicts).toEqual(['counted', 'counted', 'after-finish']);
  });

  test('[CP3] a split is the time since the start the timing sets', () => {
    const scans = ['10:02:00 start', '10:30:00 cp1'];
    expect(score({ scans }).splitsMs[0]).toBe(30 * 60_000);
    expect(score({ scans, config: { timing: 'chip' } }).splitsMs[0]).toBe(28 * 60_000);
  });
});

describe('KOM segments', () => {
  const UB = { event: 'UB' } as const;

  test('[KM1] from the first scan at its start to the first later one at its end', () => {
    const { komsMs, verdicts } = score({
      runner: UB,
      scans: [
        '10:20:00 kom1-end',
        '10:30:00 kom1-start',
        '10:30:00 kom1-end',
        '10:31:00 kom1-start',
        '10:36:00.500 kom1-end',
        '10:40:00 kom1-end',
      ],
    });
    expect(komsMs).toEqual([6.5 * 60_000 - 29_500, null]);
    expect(verdicts).toEqual([
      'duplicate',
      'counted',
      'duplicate',
      'duplicate',
      'counted',
      'duplicate',
    ]);
  });

  test('[KM2] an end without a start counts by itself and makes no time', () => {
    const { komsMs, listed, verdicts } = score({
      scans: ['10:30:00 kom2-end', '10:31:00 kom2-end', '10:40:00 kom2-start'],
    });
    expect(komsMs).toEqual([null, null]);
    expect(listed).toBe(true);
    expect(verdicts).toEqual(['counted', 'duplicate', 'counted']);
  });

  test('[KM3] a climb after the finish has its time', () => {
    const { komsMs, verdicts } = score({
      scans: ['11:00:00 finish', '11:10:00 kom2-start', '11:20:00 kom2-end'],
    });
    expect(komsMs).toEqual([null, 10 * 60_000]);
    expect(verdicts).toEqual(['counted', 'counted', 'counted']);
  });
});
