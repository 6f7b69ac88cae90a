import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { attributeScans, findLastSeen } from '#shared/scoring/attribute-scans.ts';
import { findFinishDespiteDnf, isMissing } from '#shared/scoring/is-missing.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

/** Who is missing and where they were seen, who came in although DNF, and which wristbands nobody wears, from scratch. */
function findMissing({ runners, scans, config }: ChangingRace) {
  const { byRunner, unassigned } = attributeScans(runners, scans.values());
  const rules = scoringRulesOf(config);
  const scored = runners.map((runner) => {
    const its = byRunner.get(runner.runnerId) ?? [];
    return { runner, its, score: scoreRunner(runner, its, rules) };
  });
  const missing = scored.filter(({ runner, score }) => isMissing(runner, score));
  return {
    list: {
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
      runnerIds,
      finishedDnfs: new Map(dnfs.map((dnf) => [dnf.runnerId as RunnerId, dnf.finishTime])),
      unassigned: missing.listUnassigned(),
    },
    sights: new Map(Array.from(runnerIds, (id) => [id, missing.findLastSeen(id)])),
  };
}

test('[MS1 MS2 MS4 MS5] the list kept up to date equals the list worked out anew, after every change and when it is loaded', () => {
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
        // Whoever looks at the revisions alone misses nothing.
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

test('[MS2] one wristband in the place of another leaves no trace of the first', () => {
  const race = new ChangingRace();
  const state = RaceState.of({ config: race.config, runners: race.runners, scans: [] });
  const [holder] = race.runners;
  if (!holder) throw new Error('no runner');
  const bandId = '8' as BandId;
  state.apply([{ op: 'put-runner', runner: { ...holder, bandId } }]);
  state.apply([{ op: 'delete-runner', runnerId: holder.runnerId }]);
  expect(state.missing.listUnassigned()).toEqual([]);
  expect(state.missing.runnerIds.has(holder.runnerId)).toBe(false);
});
