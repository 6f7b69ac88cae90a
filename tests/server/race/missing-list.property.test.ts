import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { attributeScans } from '#shared/scoring/attribute-scans.ts';
import { isMissing } from '#shared/scoring/is-missing.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

/** Who is missing and which wristbands nobody wears, worked out from scratch. */
function findMissing({ runners, scans, config }: ChangingRace) {
  const { byRunner, unassigned } = attributeScans(runners, scans.values());
  const rules = scoringRulesOf(config);
  const missing = runners.filter((runner) =>
    isMissing(runner, scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules)),
  );
  return { runnerIds: new Set(missing.map(({ runnerId }) => runnerId)), unassigned };
}

function show(state: RaceState) {
  const { runnerIds } = state.missing;
  return { runnerIds: new Set<RunnerId>(runnerIds), unassigned: state.missing.listUnassigned() };
}

test('[MS1 MS2] the list kept up to date equals the list worked out anew, after every change', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const race = new ChangingRace();
      const state = new RaceState();
      state.replaceAll({ config: race.config, runners: race.runners, scans: [] });
      let shown = show(state);
      let { revision } = state.missing;
      for (const step of script) {
        state.apply(race.take(step));
        const now = show(state);
        expect(now).toEqual(findMissing(race));
        // Whoever looks at the revision alone misses nothing.
        expect(now).toEqual(state.missing.revision === revision ? shown : now);
        shown = now;
        ({ revision } = state.missing);
      }
    }),
  );
});

test('[MS1 MS2] a record that is loaded shows the same as one that grew', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const race = new ChangingRace();
      for (const step of script) race.take(step);
      const state = new RaceState();
      state.replaceAll({ config: race.config, runners: race.runners, scans: race.scans.values() });
      expect(show(state)).toEqual(findMissing(race));
    }),
  );
});

test('[MS2] one wristband in the place of another leaves no trace of the first', () => {
  const race = new ChangingRace();
  const state = new RaceState();
  state.replaceAll({ config: race.config, runners: race.runners, scans: [] });
  const [holder] = race.runners;
  if (!holder) throw new Error('no runner');
  const bandId = '8' as BandId;
  state.apply([{ op: 'put-runner', runner: { ...holder, bandId } }]);
  state.apply([{ op: 'delete-runner', runnerId: holder.runnerId }]);
  expect(state.missing.listUnassigned()).toEqual([]);
  expect(state.missing.runnerIds.has(holder.runnerId)).toBe(false);
});
