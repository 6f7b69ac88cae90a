import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { findLastSeen } from '#server/race/missing-list.ts';
import type { LastSeenBody } from '#shared/wire/missing-api.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { bandsOf } from '#shared/model/runner.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { findFinishDespiteDnf, isMissing } from '#shared/scoring/whereabouts.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

/** A plain model of the list: the missing and the out with their last reads, DNFs who finished, and unassigned wristbands. */
function findMissing({ runners, scans, config }: ChangingRace) {
  const all = [...scans.values()];
  const rules = scoringRulesOf(config);
  const held = new Set(runners.flatMap((runner) => bandsOf(runner)));
  const stray = new Set(all.flatMap(({ bandId }) => (held.has(bandId) ? [] : bandId)));
  const unassigned = Array.from(stray, (bandId) =>
    Object.assign({ bandId }, findLastSeen(all.filter((scan) => scan.bandId === bandId))),
  ).toSorted((a, b) => Number(a.bandId) - Number(b.bandId));
  const scored = runners.map((runner) => {
    const bands = bandsOf(runner);
    const its = all.filter(({ bandId }) => bands.includes(bandId));
    return { runner, its, score: scoreRunner(runner, its, rules) };
  });
  const missing = scored.filter(({ runner, score }) => isMissing(runner, score));
  const outs = scored.filter(({ runner, its }) => {
    const kind = parseOverride(runner.overrideTime)?.kind;
    return (kind === 'dnf' || kind === 'dns') && its.length > 0;
  });
  return {
    list: {
      outs: new Map(outs.map(({ runner, its }) => [runner.runnerId, findLastSeen(its)])),
      runnerIds: new Set(missing.map(({ runner }) => runner.runnerId)),
      finishedDnfs: new Map(
        scored.flatMap(({ runner, score }) => {
          const finishMs = findFinishDespiteDnf(score);
          return finishMs === undefined ? [] : [[runner.runnerId, finishMs] as const];
        }),
      ),
      unassigned,
    },
    sights: new Map(missing.map(({ runner, its }) => [runner.runnerId, findLastSeen(its)])),
  };
}

function show(state: RaceState) {
  const { missing } = state;
  const runnerIds = new Set<RunnerId>(missing.runnerIds);
  const dnfs = missing.listFinishedDnfs();
  expect(dnfs).toEqual(dnfs.toSorted((a, b) => a.finishTime - b.finishTime));
  return {
    list: {
      outs: new Map(Array.from(missing.listOutsSeen(), ([id, seen]) => [id, withoutStage(seen)])),
      runnerIds,
      finishedDnfs: new Map(dnfs.map((dnf) => [dnf.runnerId as RunnerId, dnf.finishTime])),
      unassigned: missing.listUnassigned(),
    },
    sights: new Map(
      Array.from(runnerIds, (id) => [id, withoutStage(missing.findLastSeen(id))] as const),
    ),
  };
}

function withoutStage(seen: LastSeenBody | undefined) {
  const { lastStage: _, ...rest } = seen ?? {};
  return seen && rest;
}

/** Checks the last stage of each runner who is missing or out. */
function expectStages({ missing }: RaceState, { runners, scans }: ChangingRace): void {
  const outs = new Map(missing.listOutsSeen());
  for (const runner of runners) {
    const seen = missing.findLastSeen(runner.runnerId) ?? outs.get(runner.runnerId);
    if (!seen) continue;
    const course = USUAL_COURSES.routeOf(runner.event).slice(0, -1);
    const bands = bandsOf(runner);
    const reads = [...scans.values()]
      .filter(
        ({ bandId, points }) => bands.includes(bandId) && points.some((at) => course.includes(at)),
      )
      .toSorted((a, b) => b.timeMs - a.timeMs);
    const isUnambiguous =
      seen.lastPoint.split(',').filter((at) => course.includes(at as never)).length === 1;
    const latest = reads.filter(({ timeMs }) => timeMs === reads[0]?.timeMs);
    expect(seen.lastStage?.time).toBe(isUnambiguous ? undefined : latest[0]?.timeMs);
    if (!seen.lastStage) continue;
    expect(course).toContain(seen.lastStage.point);
    expect(latest.flatMap(({ points }) => points)).toContain(seen.lastStage.point);
  }
}

test('[MS1 MS2 MS4 MS5 RC6] after every change the list equals the model and a freshly loaded one', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const race = new ChangingRace();
      const state = RaceState.of({ config: race.config, runners: race.runners, scans: [] });
      let shown = show(state);
      let { revision, sightsRevision } = state.missing;
      for (const step of script) {
        state.apply(race.take(step));
        const now = show(state);
        expect(now).toEqual(findMissing(race));
        expectStages(state, race);
        // Without a new revision nothing has changed.
        expect(now.list).toEqual(state.missing.revision === revision ? shown.list : now.list);
        const { sights } = state.missing.sightsRevision === sightsRevision ? shown : now;
        for (const [id, sight] of now.sights) expect(sight).toEqual(sights.get(id));
        shown = now;
        ({ revision, sightsRevision } = state.missing);
      }
      const { config, runners, scans } = race;
      const loaded = RaceState.of({ config, runners, scans: scans.values() });
      expect(show(loaded)).toEqual(show(state));
    }),
  );
});
