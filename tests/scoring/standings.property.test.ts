import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Climb, USUAL_COURSES } from '#shared/model/courses.ts';
import type { Result, UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

import { buildFinisher } from './build-finisher.ts';
import { TOTALS, apply, steps } from './random-day.ts';
import { compareNamesSlowly, placeAmong, rankSlowly, type SlowRow } from './slow-ranking.ts';

test('[RK2 RK3 RK5 RK6 RK7 RK8 RK9 RK10 RK11] after any changes order and places equal those of a plain sort', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (run) => {
      const standings = new Standings(USUAL_COURSES);
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

test('[RK2] a replaced row in the same place is the new object', () => {
  const standings = new Standings(USUAL_COURSES);
  const row = buildFinisher({ runnerId: '1' });
  standings.put(row);
  const again = { ...row, runClub: 'Harriers' };
  standings.put(again);
  expect(standings.listed('PB')).toEqual([again]);
});

test('[RK11 RK14] the finishers of a category are in the order of its own clock, and the first is its winner', () => {
  const standings = new Standings(USUAL_COURSES);
  const times = [
    ['gun', 1_800, 1_799],
    ['chip', 1_860, 1_740],
  ] as const;
  const rows = times.map(([runnerId, totalMs, categoryMs]) =>
    buildFinisher({ runnerId, ageGroup: 'F40', totalMs, categoryMs }),
  );
  standings.replaceAll(rows, TOTALS);
  const ids = standings.finishersOf('PB', 'F40').map(({ runnerId }) => runnerId);
  expect(ids).toEqual(['chip', 'gun']);
  expect(ids.map((runnerId) => standings.isWinner(runnerId))).toEqual([true, false]);
});

function expectRanked(standings: Standings, listed: readonly UnrankedResult[]): void {
  const ranked = rankSlowly(
    listed.map(toSlowRow),
    USUAL_COURSES.setup,
    (event) => TOTALS[event] ?? 0,
  );
  expect(presentAll(standings)).toEqual(ranked);
  for (const event of USUAL_COURSES.events) expectEvent(standings, event, ranked);
  for (const kom of USUAL_COURSES.climbs) expectSpecial(standings, kom, listed);
  for (const result of listed) {
    expect(standings.find(result.runnerId)).toBe(result);
  }
}

function expectEvent(
  standings: Standings,
  event: (typeof USUAL_COURSES.events)[number],
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
  { code, index: kom, events }: Climb,
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
  const person = { ageGroup: result.ageGroup, ...(result.sex && { sex: result.sex }) };
  return {
    runner: { ...person, runnerId, firstName, lastName, runClub, bibNumber, event: events },
    status: result.status,
    totalMs: result.totalMs,
    startedAtMs: result.startedAtMs,
    splitsMs: result.splitsMs,
    komsMs: result.komsMs,
    isDisqualified: result.isDisqualified,
  };
}
