import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { PointSetup, RaceSetup } from '#shared/model/race-setup.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findPassedOver } from '#shared/scoring/main-and-backup.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildPoint, buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

const LINES: PointSetup['sources'] = [
  { source: 'main', line: 'main' },
  { source: 'main-2', line: 'main' },
  { source: 'spare', line: 'backup' },
];

/** BRYN, and what is said of the points. */
function buildRace(given: Readonly<Record<string, Partial<PointSetup>>>): RaceSetup {
  const points = ['start', 'bryn', 'cwm', 'finish'].map((id) => buildPoint(id, given[id]));
  return buildCourse('bryn cwm', { points });
}

/** `10:20:00 bryn main` each; what counts where, and the verdicts. */
function judge(setup: RaceSetup, reads: readonly string[]) {
  const scans = reads.map((text): Scan => {
    const [time, points, source = ''] = text.split(' ');
    const scan = scanOf(`${time} ${points}`, source);
    return source === 'Siân' ? { ...scan, isByHand: true } : scan;
  });
  const rules = scoringRulesOf(buildConfig({ ...configOf(setup), timing: 'chip' }));
  const { counted, verdicts, startMs } = scoreRunner(buildRunner({ bandId: '101' }), scans, rules);
  return {
    counted: Object.fromEntries([...counted].map(([at, scan]) => [at, reads[scans.indexOf(scan)]])),
    verdicts: scans.map(({ scanId }) => verdicts.get(scanId)),
    startMs,
  };
}

const BRYN = buildRace({ bryn: { sources: LINES } });

test('[MB1] the main line counts, though the backup read them before', () => {
  const reads = ['10:20:00 bryn spare', '10:20:03 bryn main', '10:20:04 bryn main-2'];
  expect(judge(BRYN, reads)).toMatchObject({
    counted: { bryn: reads[1] },
    verdicts: ['duplicate', 'counted', 'duplicate'],
  });
});

test('[MB1] then a source of which nothing is said, then the backup, and a time by hand where no mat read them', () => {
  const all = [
    '10:20:00 bryn Siân',
    '10:20:15 bryn spare',
    '10:20:30 bryn other',
    '10:20:45 bryn main',
  ];
  for (let left = all.length; left > 0; left -= 1) {
    expect(judge(BRYN, all.slice(0, left)).counted).toEqual({ bryn: all[left - 1] });
  }
});

test('[MB1] reads a minute apart are of two passings, of which the first counts', () => {
  const reads = ['10:20:00 bryn spare', '10:21:00 bryn main'];
  expect(judge(BRYN, reads)).toMatchObject({
    counted: { bryn: reads[0] },
    verdicts: ['counted', 'duplicate'],
  });
  expect(judge(BRYN, ['10:20:00.001 bryn spare', '10:21:00 bryn main']).counted).toEqual({
    bryn: '10:21:00 bryn main',
  });
});

test('[MB1] a read that is at a point too which says nothing stays there', () => {
  const reads = ['10:20:00 bryn,cwm spare', '10:20:03 bryn main'];
  expect(judge(BRYN, reads).counted).toMatchObject({ cwm: reads[0] });
  // A point that is not on the course says nothing of the runner.
  const off = ['10:20:00 bryn,kom9 spare', '10:20:03 bryn main'];
  expect(judge(BRYN, off)).toMatchObject({
    counted: { bryn: off[1] },
    verdicts: ['duplicate', 'counted'],
  });
});

test('[MB2] a point picks the last read of a passing, or the first', () => {
  const reads = [
    '10:20:00 bryn mat',
    '10:20:50 bryn mat',
    '10:21:40 bryn mat',
    '10:30:00 bryn mat',
  ];
  const last = buildRace({ bryn: { pick: 'last' } });
  expect(judge(last, reads)).toMatchObject({
    counted: { bryn: reads[2] },
    verdicts: ['duplicate', 'duplicate', 'counted', 'duplicate'],
  });
  expect(judge(buildRace({ bryn: { pick: 'first' } }), reads).counted).toEqual({ bryn: reads[0] });
  const both = buildRace({ bryn: { pick: 'last', sources: LINES } });
  const lines = ['10:20:00 bryn main', '10:20:20 bryn main', '10:20:40 bryn spare'];
  expect(judge(both, lines).counted).toEqual({ bryn: lines[1] });
});

test('[MB2] at the start all reads of the line stay, and the last is the own start', () => {
  const reads = ['10:00:05 start main', '10:00:08 start main-2', '10:00:11 start spare'];
  for (const pick of [undefined, 'first', 'last'] as const) {
    const setup = buildRace({ start: { sources: LINES, ...(pick && { pick }) } });
    expect(judge(setup, reads)).toMatchObject({
      counted: { start: reads[1] },
      startMs: clock('10:00:08'),
    });
  }
});

const reads = fc.array(
  fc.record({
    seconds: fc.integer({ min: 0, max: 240 }),
    points: fc.subarray(['start', 'bryn', 'cwm', 'finish'], { minLength: 1, maxLength: 2 }),
    source: fc.constantFrom('main', 'main-2', 'spare', 'other'),
  }),
  { maxLength: 12 },
);

test('[MB1] nobody is without a read where there was one, and where nothing is said nothing is passed over', () => {
  const chosen = buildRace({ bryn: { sources: LINES }, finish: { sources: LINES, pick: 'last' } });
  const course = new Set(['start', 'bryn', 'cwm', 'finish']);
  fc.assert(
    fc.property(reads, (drawn) => {
      const scans = drawn
        .toSorted((a, b) => a.seconds - b.seconds)
        .map(({ seconds, points, source }) =>
          Object.assign(scanOf(`10:20:00 ${points.join()}`, source), {
            timeMs: clock('10:20:00') + seconds * 1_000,
          }),
        );
      expect(findPassedOver(scans, new Courses(buildRace({})), course).size).toBe(0);
      const passedOver = findPassedOver(scans, new Courses(chosen), course);
      for (const point of course) {
        const there = scans.filter(({ points }) => points.includes(point));
        for (const scan of there) {
          const near = there.filter(
            (other) =>
              !passedOver.has(other) && Math.abs(other.timeMs - scan.timeMs) < 20 * MINUTE_MS,
          );
          expect(near.length).toBeGreaterThan(0);
        }
      }
      const unsaid = scans.filter(
        ({ points }) => points.includes('start') || points.includes('cwm'),
      );
      expect(unsaid.filter((scan) => passedOver.has(scan))).toEqual([]);
    }),
  );
});
