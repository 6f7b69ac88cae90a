import * as fc from 'fast-check';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { type EventTotals, RUNNER_STATUSES, type UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { buildFinisher } from './build-finisher.ts';

export const TOTALS: EventTotals = USUAL_COURSES.byEvent(
  (event) => 3 + USUAL_COURSES.events.indexOf(event),
);

/** Few values, so that times are equal and change back and forth. */
const times = fc.integer({ min: 1, max: 6 }).map((step) => step * 700);
const maybeTimes = fc.option(times, { freq: 2 });

const NOT = { isDisqualified: false };
const DISQUALIFIED = {
  isDisqualified: true,
  splitsMs: Array.from({ length: 6 }, () => null),
  komsMs: [null, null],
};

/** Rows of few runners, so that each changes many times: times, names, races and all. */
const results: fc.Arbitrary<UnrankedResult> = fc
  .record({
    runnerId: fc.integer({ min: 1, max: 12 }).map(String),
    lastName: fc.constantFrom('Bowen', 'bowen', 'Ŵyn'),
    firstName: fc.constantFrom('Ifan', 'Zoë'),
    bibNumber: fc.constantFrom('', '9', '10'),
    ageGroup: fc.constantFrom('', 'F40', 'M40', 'F-SNR'),
    runClub: fc.constantFrom('', 'Harriers', 'Striders'),
    events: fc.constantFrom(...USUAL_COURSES.events),
    status: fc.constantFrom(...RUNNER_STATUSES),
    isDisqualified: fc.boolean(),
    totalMs: times,
    splitsMs: fc.array(maybeTimes, { minLength: 6, maxLength: 6 }),
    komsMs: fc.array(maybeTimes, { minLength: 2, maxLength: 2 }),
    startedAtMs: fc.constantFrom(0, 0, 700, null),
  })
  .map((fields) =>
    buildFinisher({
      ...fields,
      // A row has one only where its category says otherwise.
      ...(fields.bibNumber === '10' && !fields.ageGroup.startsWith('F') && { sex: 'F' }),
      ...(fields.status === 'dnf' && fields.isDisqualified ? DISQUALIFIED : NOT),
      totalMs: fields.status === 'finished' ? fields.totalMs : null,
    }),
  );

/** Something that happens to the standings, or a look at them. */
export type Step =
  | { readonly do: 'put'; readonly result: UnrankedResult }
  | { readonly do: 'remove'; readonly runnerId: string }
  | { readonly do: 'replaceAll'; readonly results: readonly UnrankedResult[] }
  | { readonly do: 'look' };

export const steps: fc.Arbitrary<Step> = fc.oneof(
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

/** Does a step, and keeps who is listed. */
export function apply(step: Step, standings: Standings, listed: Map<string, UnrankedResult>): void {
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
