import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { RaceState } from '#server/race/race-state.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const FIELD = 12;
const ZONE = 'Europe/London';

/** A race in which everybody runs their course, each leg in half an hour, a tenth more or less. */
interface Day {
  readonly startsMinutes: Readonly<Record<string, number>>;
  readonly timing: 'gun' | 'chip';
  /** In percent. */
  readonly paces: readonly number[];
  /** Reads that a mat did not make, by their number. */
  readonly lost: readonly number[];
  /** So far it has gone. */
  readonly untilMinutes: number;
  readonly swapped: readonly [EventCode, EventCode];
  readonly at: readonly [number, number];
}

const days: fc.Arbitrary<Day> = fc.record({
  startsMinutes: fc.record(
    Object.fromEntries(USUAL_COURSES.events.map((event) => [event, fc.constantFrom(0, -30, 30)])),
  ),
  timing: fc.constantFrom('gun', 'chip'),
  paces: fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 40, maxLength: 40 }),
  lost: fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
  untilMinutes: fc.integer({ min: 0, max: 300 }),
  swapped: fc
    .shuffledSubarray([...USUAL_COURSES.events], { minLength: 2, maxLength: 2 })
    .map(([a = 'BB', b = 'PB']) => [a, b] as const),
  at: fc.tuple(fc.nat({ max: FIELD - 1 }), fc.nat({ max: FIELD - 1 })),
});

const idOf = (event: EventCode, at: number): string => `${event}-${at}`;

/** Who is entered, each with the band that they wear, and what is read of the bands. */
function run({ startsMinutes, paces }: Day) {
  const runners: Runner[] = [];
  const scans: Scan[] = [];
  for (const [row, event] of USUAL_COURSES.events.entries()) {
    const gunMs = GUN_MS + (startsMinutes[event] ?? 0) * MINUTE_MS;
    for (let at = 0; at < FIELD; at += 1) {
      const bandId = String(100 * (row + 1) + at);
      const runner = buildRunner({ runnerId: idOf(event, at), bandId, event, bibNumber: bandId });
      runners.push(runner);
      let timeMs = gunMs + at * SECOND_MS;
      for (const [leg, point] of USUAL_COURSES.routeOf(event).entries()) {
        scans.push(buildScan({ bandId, points: [point], timeMs }));
        const pace = paces[(at * 7 + leg) % paces.length] ?? 100;
        timeMs += (30 * MINUTE_MS * pace) / 100;
      }
    }
  }
  const starts = USUAL_COURSES.byEvent((event) =>
    formatWallClock(GUN_MS + (startsMinutes[event] ?? 0) * MINUTE_MS, ZONE),
  );
  return { runners, scans, starts };
}

/** As two at the desk were given each other's band. */
function swap(runners: readonly Runner[], { swapped, at }: Day): Runner[] {
  const ids = [idOf(swapped[0], at[0]), idOf(swapped[1], at[1])];
  const [a, b] = ids.map((id) => runners.find(({ runnerId }) => runnerId === id)?.bandId);
  if (!a || !b) throw new Error('There are two.');
  return runners.map((one) =>
    one.bandId === a || one.bandId === b
      ? Object.assign({}, one, { bandId: one.bandId === a ? b : a })
      : one,
  );
}

/** Who is told to wear the band of whom. */
function listSwaps(day: Day, runners: readonly Runner[], scans: readonly Scan[]) {
  const { starts } = run(day);
  const config = buildConfig({ timeZone: ZONE, timing: day.timing, starts });
  return RaceState.of({ config, runners, scans }).toCheck.runners.flatMap(({ runnerId, reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'swap' ? [`${runnerId} ${reason.runnerId}`] : [])),
  );
}

test('[MS10] a swap is found once both finished, and never another one, whatever the mats missed', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { runners, scans } = run(day);
      const worn = swap(runners, day);
      const [a, b] = [idOf(day.swapped[0], day.at[0]), idOf(day.swapped[1], day.at[1])];
      const both = new Set([`${a} ${b}`, `${b} ${a}`]);
      expect(new Set(listSwaps(day, worn, scans))).toEqual(both);
      const read = scans.filter(
        ({ timeMs }, at) =>
          !day.lost.includes(at) && timeMs < GUN_MS + day.untilMinutes * MINUTE_MS,
      );
      for (const named of listSwaps(day, worn, read)) expect(both).toContain(named);
      expect(listSwaps(day, runners, scans)).toEqual([]);
      expect(listSwaps(day, runners, read)).toEqual([]);
    }),
  );
});

test('[MS10] an ambiguous swap is not named', () => {
  const day: Day = {
    startsMinutes: {},
    timing: 'gun',
    paces: [100],
    lost: [],
    untilMinutes: 300,
    swapped: ['BB', 'PB'],
    at: [0, 0],
  };
  const { runners, scans } = run(day);
  const once = swap(runners, day);
  expect(listSwaps(day, once, scans)).toHaveLength(2);
  const twice = swap(once, { ...day, at: [1, 1] });
  expect(listSwaps(day, twice, scans)).toEqual([]);
  // Of three, one fits both others, and these only the one.
  const three = twice.filter(({ runnerId }) => runnerId !== idOf('BB', 1));
  expect(listSwaps(day, three, scans)).toEqual([]);
  // Those of another distance do not make it less plain.
  expect(
    listSwaps(day, swap(once, { ...day, swapped: ['UB', 'PB'], at: [1, 1] }), scans),
  ).not.toEqual([]);
});
