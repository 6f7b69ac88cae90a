import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { isNeverSeen } from '#shared/control/roll-call.ts';
import { RaceState } from '#server/race/race-state.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { type Report, REPORT_KINDS } from '#shared/model/decisions.ts';
import { bandsOf, isWristbanded } from '#shared/model/runner.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import {
  findFinishDespiteDnf,
  isMissing,
  ROLL_CALL_STATES,
  type RollCallEvidence,
  type RollCallState,
} from '#shared/scoring/whereabouts.ts';
import { orderScans } from '#shared/scoring/order.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

import { callRoll } from './call-roll.ts';

const report = fc
  .record(
    {
      runner: fc.nat({ max: 6 }),
      kind: fc.constantFrom(...REPORT_KINDS),
      minutes: fc.integer({ min: -10, max: 60 }),
      point: fc.constantFrom(...USUAL_COURSES.points),
      isSafe: fc.constant(true as const),
    },
    { requiredKeys: ['runner', 'kind', 'minutes'] },
  )
  .map(({ runner, kind, minutes, ...rest }): Report => {
    const atMs = GUN_MS + minutes * MINUTE_MS;
    const reportId = crypto.randomUUID();
    const runnerId = asRunnerId(`runner-${runner}`);
    return Object.assign(rest, { reportId, runnerId, kind, atMs, enteredMs: atMs, by: 'x' });
  });

/** What organisers do on the telephone meanwhile: a report, or the one before taken back. */
const telephone = fc.option(report, { nil: 'take-back' as const });

test('[RC1 RC2 RC3 RC4 RC9] at every moment each runner is in the one state that fits, and the counts add up', () => {
  fc.assert(
    fc.property(scripts, fc.array(telephone, { maxLength: 30 }), (script, calls) => {
      const race = new ChangingRace();
      const state = RaceState.of({ config: race.config, runners: race.runners, scans: [] });
      const reports = new Map<string, Report>();
      for (const [at, step] of script.entries()) {
        state.apply(race.take(step));
        state.apply(takeCall(calls[at], reports));
        const { byId, events, counts } = callRoll(state).rollCall;
        const rules = scoringRulesOf(race.config);
        for (const runner of race.runners) {
          const bands = bandsOf(runner);
          const scans = [...race.scans.values()].filter(({ bandId }) => bands.includes(bandId));
          const score = scoreRunner(runner, scans, rules);
          const last = orderScans(scans).at(-1);
          const fits = statesThatFit({
            route: USUAL_COURSES.routeOf(runner.event),
            overrideTime: runner.overrideTime,
            isBanded: isWristbanded(runner),
            isMissing: isMissing(runner, score),
            finishMs: findFinishDespiteDnf(score),
            lastRead: last && { atMs: last.timeMs, point: undefined },
            reports: [...reports.values()].filter((one) => one.runnerId === runner.runnerId),
            isStartedByGun: state.massStarts.includes(runner.event),
          });
          expect([byId.get(runner.runnerId)?.state]).toEqual(fits);
        }
        expect(byId.size).toBe(race.runners.length);
        const ofAll = events.map((one) => one.counts);
        for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
          expect(counts[key]).toBe(ofAll.reduce((sum, one) => sum + one[key], 0));
        }
        const { started, 'never-seen': never, 'no-band': bare } = counts;
        const absent = counts['did-not-start'] + counts.withdrawn;
        expect(started + never + bare + absent).toBe(race.runners.length);
        const unseen = race.runners.filter(({ runnerId }) => {
          const called = byId.get(runnerId);
          return called !== undefined && isNeverSeen(called);
        });
        expect(events.reduce((sum, one) => sum + one.neverSeen, 0)).toBe(unseen.length);
        const checkedIn = new Set(
          [...reports.values()].flatMap((one) => (one.kind === 'checked-in' ? one.runnerId : [])),
        );
        const there = unseen.filter(({ runnerId }) => checkedIn.has(runnerId));
        expect(events.reduce((sum, one) => sum + one.neverSeenCheckedIn, 0)).toBe(there.length);
      }
    }),
    { numRuns: 60 },
  );
});

/** The states of RC2, each by what it says, whatever the others say. */
function statesThatFit({
  overrideTime,
  isBanded,
  isMissing,
  finishMs,
  lastRead,
  reports,
  isStartedByGun,
}: RollCallEvidence): RollCallState[] {
  const words = reports.filter(({ kind }) => kind === 'seen' || kind === 'stopped');
  const wordMs = [...words.map(({ atMs }) => atMs), ...(lastRead ? [lastRead.atMs] : [])];
  const isSeen = wordMs.length > 0 || finishMs !== undefined;
  const isSafe = reports.some(
    ({ kind, isSafe: marked, atMs }) =>
      (kind === 'safe' || marked) && wordMs.every((word) => word <= atMs),
  );
  const hasWithdrawn = reports.some(({ kind }) => kind === 'withdrawn');
  const isDnf = overrideTime === '00:00:01';
  const isDns = overrideTime === 'DNS';
  const hasTotal = overrideTime !== '' && !isDnf && !isDns;
  const hasFinished = hasTotal || (overrideTime === '' && isBanded && !isMissing);
  const isOpen = overrideTime === '' && !hasFinished;
  const hasStarted = isSeen || (isBanded && isStartedByGun);
  const isOut = isDnf || (isDns && isSeen);
  const fits: Record<RollCallState, boolean> = {
    finished: hasFinished,
    'did-not-start': isDns && !isSeen && !hasWithdrawn,
    withdrawn: isDns && !isSeen && hasWithdrawn,
    'out-safe': (isOut && (finishMs !== undefined || isSafe)) || (isOpen && hasStarted && isSafe),
    'out-not-safe': isOut && finishMs === undefined && !isSafe,
    'on-course': isOpen && !isSafe && hasStarted,
    'to-start': false,
    'never-seen': isOpen && !hasStarted && isBanded,
    'no-band': isOpen && !hasStarted && !isBanded,
  };
  return ROLL_CALL_STATES.filter((state) => fits[state]);
}

function takeCall(
  call: Report | 'take-back' | undefined,
  reports: Map<string, Report>,
): ChangeOp[] {
  if (call === undefined) return [];
  if (call !== 'take-back') {
    reports.set(call.reportId, call);
    return [{ op: 'put-report', report: call }];
  }
  const last = [...reports.values()].at(-1);
  if (!last) return [];
  reports.delete(last.reportId);
  return [{ op: 'delete-report', runnerId: last.runnerId, reportId: last.reportId }];
}
