import { KOM_SEGMENTS } from '#shared/scoring/course.ts';
import type { KomSegment } from '#shared/scoring/course.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVENTS, byEvent } from '#shared/model/event.ts';
import type { EventTotals, Result, UnrankedResult } from '#shared/model/result.ts';
import { RUNNER_STATUSES } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildResult } from './build-result.ts';
import type { SlowRow } from './slow-ranking.ts';
import { compareNamesSlowly, placeAmong, rankSlowly } from './slow-ranking.ts';

const TOTALS: EventTotals = byEvent((event) => 3 + EVENTS.indexOf(event));

/** Few values, so that times are equal and change back and forth. */
const times = fc.integer({ min: 1, max: 6 }).map((step) => step * 700);
const maybeTimes = fc.option(times, { freq: 2 });

const results: fc.Arbitrary<UnrankedResult> = fc
  .record({
    runnerId: fc.integer({ min: 1, max: 12 }).map(String),
    lastName: fc.constantFrom('Bowen', 'bowen', 'Ŵyn'),
    firstName: fc.constantFrom('Ifan', 'Zoë'),
    bibNumber: fc.constantFrom('', '9', '10'),
    ageGroup: fc.constantFrom('', 'F40', 'M40'),
    events: fc.constantFrom(...EVENTS),
    status: fc.constantFrom(...RUNNER_STATUSES),
    totalMs: times,
    splitsMs: fc.array(maybeTimes, { minLength: 6, maxLength: 6 }),
    komsMs: fc.array(maybeTimes, { minLength: 2, maxLength: 2 }),
  })
  .map((fields) =>
    buildResult({ ...fields, totalMs: fields.status === 'finished' ? fields.totalMs : null }),
  );

type Step =
  | { readonly do: 'put'; readonly result: UnrankedResult }
  | { readonly do: 'remove'; readonly runnerId: string }
  | { readonly do: 'replaceAll'; readonly results: readonly UnrankedResult[] }
  | { readonly do: 'look' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('put'), result: results }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('remove'),
      runnerId: fc.integer({ min: 1, max: 12 }).map(String),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('replaceAll'),
      results: fc.array(results, { maxLength: 15 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look') }) },
);

test('[RK2] any run of changes leaves the order and the places a plain sort gives', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (run) => {
      const standings = new Standings();
      standings.setTotals(TOTALS);
      const listed = new Map<string, UnrankedResult>();
      for (const step of run) {
        apply(step, standings, listed);
        if (step.do === 'look') expectRanked(standings, [...listed.values()]);
      }
      expect(standings.size).toBe(listed.size);
      expectRanked(standings, [...listed.values()]);
    }),
    { numRuns: 500 },
  );
});

function apply(step: Step, standings: Standings, listed: Map<string, UnrankedResult>): void {
  switch (step.do) {
    case 'put':
      standings.put(step.result);
      listed.set(step.result.runnerId, step.result);
      break;
    case 'remove':
      standings.remove(step.runnerId);
      listed.delete(step.runnerId);
      break;
    case 'replaceAll':
      standings.replaceAll(step.results, TOTALS);
      listed.clear();
      for (const result of step.results) listed.set(result.runnerId, result);
      break;
    case 'look':
      break;
  }
}

function expectRanked(standings: Standings, listed: readonly UnrankedResult[]): void {
  const ranked = rankSlowly(listed.map(toSlowRow), TOTALS);
  expect(standings.presentAll()).toEqual(ranked);
  for (const event of EVENTS) expectEvent(standings, event, ranked);
  for (const kom of KOM_SEGMENTS) expectSpecial(standings, kom, listed);
  for (const result of listed) {
    expect(standings.find(result.runnerId)).toBe(result);
    expect(standings.present(result.runnerId)).toEqual(
      ranked.find((row) => row.runnerId === result.runnerId),
    );
  }
}

function expectEvent(
  standings: Standings,
  event: (typeof EVENTS)[number],
  ranked: readonly Result[],
): void {
  const inEvent = ranked.filter((row) => row.events === event);
  const finishers = inEvent.filter((row) => row.status === 'finished');
  const totals = finishers.map((row) => row.totalMs);
  const winners = new Map<string, string>();
  for (const row of finishers.toReversed()) winners.set(row.ageGroup, row.runnerId);
  expect(idsOf(standings.finishers(event))).toEqual(finishers.map((row) => row.runnerId));
  for (const row of inEvent) {
    const place = row.status === 'finished' ? placeAmong(row.totalMs, totals) : null;
    expect(standings.placeOf(row.runnerId)).toBe(place);
    expect(standings.isWinner(row.runnerId)).toBe(
      row.ageGroup !== '' && winners.get(row.ageGroup) === row.runnerId,
    );
  }
  const rest = { dnf: standings.dnfs(event), racing: standings.onCourse(event) };
  for (const [status, view] of Object.entries(rest)) {
    const rows = inEvent.filter((row) => row.status === status);
    expect(idsOf(view)).toEqual(rows.map((row) => row.runnerId));
  }
}

function expectSpecial(
  standings: Standings,
  { code, index: kom, events }: KomSegment,
  listed: readonly UnrankedResult[],
): void {
  const members = listed
    .filter((result) => events.includes(result.events) && result.status !== 'dnf')
    .toSorted(
      (a, b) =>
        (a.komsMs[kom] ?? 1e9) - (b.komsMs[kom] ?? 1e9) ||
        compareNamesSlowly(toSlowRow(a), toSlowRow(b)),
    );
  expect(idsOf(standings.special(code))).toEqual(members.map((member) => member.runnerId));
  const memberTimes = members.map((member) => member.komsMs[kom]);
  for (const result of listed) {
    expect(standings.specialPlaceOf(code, result.runnerId)).toBe(
      members.includes(result) ? placeAmong(result.komsMs[kom], memberTimes) : null,
    );
  }
}

/** Read by index and by iteration, which must agree. */
function idsOf(view: ReturnType<Standings['finishers']>): string[] {
  const byIndex = Array.from(
    { length: view.length },
    (_, index) => view.at(index)?.runnerId ?? '?',
  );
  expect(Array.from(view, (result) => result.runnerId)).toEqual(byIndex);
  expect(view.at(view.length)).toBeUndefined();
  return byIndex;
}

function toSlowRow(result: UnrankedResult): SlowRow {
  const { runnerId, firstName, lastName, runClub, bibNumber, events } = result;
  const ageGroup = result.ageGroup as SlowRow['runner']['ageGroup'];
  return {
    runner: { runnerId, firstName, lastName, runClub, ageGroup, bibNumber, event: events },
    status: result.status,
    totalMs: result.totalMs,
    startedAtMs: result.startedAtMs,
    splitsMs: result.splitsMs,
    komsMs: result.komsMs,
  };
}
